import Definitions
import Foundation
import Proving
import Testing

/// Every metric that a shipped format brings stands in the register, with a label and the unit that it is stored in.
@Suite struct RegistryTests {
    /// A line of the register: key, unit and kind.
    private struct Metric {
        var unit: String?
        var kind: String
    }

    private func register() throws -> [String: Metric] {
        let path = "\(Ground.package)/Pipelines/scorebook/100_metric_types.sql"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let line = #/\('([a-z0-9_]+)', '[^']+', (?:null|'([^']+)'), '([a-z]+)', /#
        var metrics: [String: Metric] = [:]
        for match in text.matches(of: line) {
            metrics[String(match.1)] = Metric(unit: match.2.map(String.init), kind: String(match.3))
        }
        return metrics
    }

    private var mappings: [(format: String, mapping: FieldMapping)] {
        var found: [(format: String, mapping: FieldMapping)] = []
        for format in Ground.pipelines.formats {
            for record in format.records where record.dataset == "performance" {
                for mapping in record.allFields where mapping.field == "metric_type" {
                    found.append((format.name, mapping))
                }
            }
        }
        return found
    }

    @Test func noFormatWritesAnUnregisteredType() throws {
        let known = try register()
        #expect(known.count > 100)
        var seen: Set<String> = []
        for (format, mapping) in mappings {
            var written = [mapping.constant, mapping.defaultValue].compactMap { $0 } + mapping.map.map(\.value)
            if case .value(let value) = mapping.unmapped, !value.isEmpty { written.append(value) }
            for type in written {
                seen.insert(type)
                #expect(known[type] != nil, "\(format) writes \(type)")
            }
        }
        #expect(seen.isSuperset(of: ["velocity", "slider_velocity", "pitch_velocity", "bat_speed", "earned_runs"]))
    }

    @Test func measuresAreStoredInTheRegistersUnits() throws {
        let dataset = try #require(Ground.pipelines.datasets.first { $0.name == "performance" })
        let measures = try #require(dataset.measures)
        let stored = Dictionary(uniqueKeysWithValues: measures.units.map { ($0.measured, $0.stored.word) })
        for (key, metric) in try register() {
            // Times as 4:35.2 are seconds, and stand without a unit in the app's register.
            #expect(stored[key] == metric.unit ?? (metric.kind == "duration" ? "sec" : nil), "\(key)")
        }
        #expect(try Set(stored.keys).subtracting(register().keys).isEmpty)
    }

    @Test func onlyFastballsAreVelocity() throws {
        let fast: Set<String> = ["fastball", "four-seam", "2-seam fastball", "sinker", "ff", "si", "ft"]
        let others = ["slider", "changeup", "cutter", "curveball", "sweeper", "splitter", "knuckleball", "sl", "fc"]
        let list = try #require(Ground.pipelines.words.first { $0.name == "pitch-velocities" })
        let meaning = Dictionary(uniqueKeysWithValues: list.entries.map { ($0.word, $0.value) })
        for word in fast { #expect(meaning[word] == "velocity") }
        for word in others { #expect(meaning[word] != nil && meaning[word] != "velocity") }
        // A metric of one speed for every pitch is left only where the format holds one kind of pitch.
        #expect(mappings.filter { $0.mapping.constant == "velocity" }.map(\.format) == [])
    }
}
