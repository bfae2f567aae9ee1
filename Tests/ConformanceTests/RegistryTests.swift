import Definitions
import Foundation
import Proving
import Testing

/// Every metric that a shipped format brings is a line of the register.
@Suite struct RegistryTests {
    private let known = Set(Ground.pipelines.measures.filter { $0.dataset == "performance" }.map(\.key))

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
        #expect(known.count > 140)
        var seen: Set<String> = []
        for (format, mapping) in mappings {
            var written = [mapping.constant, mapping.defaultValue].compactMap { $0 } + mapping.map.map(\.value)
            if case .value(let value) = mapping.unmapped, !value.isEmpty { written.append(value) }
            for type in written {
                seen.insert(type)
                #expect(known.contains(type), "\(format) writes \(type)")
            }
        }
        #expect(seen.isSuperset(of: ["velocity", "slider_velocity", "pitch_velocity", "bat_speed", "earned_runs"]))
    }

    /// The samples that are taken where no setting says which, and the body's parts.
    @Test func aWordOfTheDatasetsIsALineOfTheRegister() throws {
        let health = try #require(Ground.pipelines.dataset(named: "health"))
        let samples = Set(Ground.pipelines.measures.filter { $0.day != nil }.map(\.key))
        for field in health.fields where ["type", "series_type"].contains(field.name) {
            #expect(Set(field.wanted?.usual ?? []).subtracting(samples) == [])
        }
        let bodies = Set(Ground.pipelines.measures.compactMap(\.body))
        let kind = try #require(health.fields.first { $0.name == "kind" })
        #expect(Set(kind.oneOf) == bodies)
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
