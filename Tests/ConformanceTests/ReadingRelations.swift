import Definitions
import Foundation
import Normalising
import Proving
import Records
import Testing

/// What holds between two readings of a file, whatever its figures are.
@Suite struct ReadingRelations {
    /// Values of a record by their names, without its text.
    private static func values(_ record: String) -> [(name: Substring, value: Substring)] {
        record.split(separator: " ").compactMap { word in
            guard let equals = word.firstIndex(of: "=") else { return nil }
            return (word[..<equals], word[word.index(after: equals)...])
        }
    }

    private static func number(_ text: Substring) -> Double? {
        let parts = text.split(separator: "e", maxSplits: 1)
        guard parts.count == 2, let digits = Double(parts[0]), let scale = Double(parts[1]) else { return Double(text) }
        return digits * pow(10, scale)
    }

    private static func read(_ sample: Sample, _ settings: [String: String]) throws -> Transcript {
        let format = try #require(Ground.pipelines.format(named: sample.format))
        return try Transcript(
            Ground.bytes(sample.path), format, chunk: .max, path: sample.file, settings: settings)
    }

    /// Records that both readings keep, value by value where they differ.
    private static func differences(
        _ sample: Sample, _ first: [String: String], _ second: [String: String]
    ) throws -> [(name: Substring, before: Substring, after: Substring)] {
        let (one, other) = (try read(sample, first), try read(sample, second))
        #expect(one.failure == nil && other.failure == nil && one.records.count == other.records.count, "\(sample)")
        return zip(zip(one.values, other.values), zip(one.kept, other.kept)).flatMap { texts, kept in
            guard kept.0, kept.1 else { return [(name: Substring, before: Substring, after: Substring)]() }
            let (before, after) = (values(texts.0), values(texts.1))
            #expect(before.map(\.name) == after.map(\.name), "\(sample)")
            return zip(before, after).filter { $0.value != $1.value }.map { ($0.name, $0.value, $1.value) }
        }
    }

    /// Zones without a change of clock since 2009, five hours apart: times that a file gives without an offset are five hours apart,
    /// all others equal.
    @Test func `Another zone moves times, and nothing but times`() throws {
        var moved = 0
        for sample in Sample.all where !sample.isPhoto {
            let found = try Self.differences(sample, ["zone": "UTC"], ["zone": "Asia/Karachi"])
            for (name, before, after) in found where !name.hasSuffix("zone") {
                guard let first = Int(before), let second = Int(after) else {
                    Issue.record("\(sample): \(name) \(before) \(after)")
                    continue
                }
                let isTime = first - second == 5 * 3_600_000_000
                #expect(isTime || abs(first - second) == 1 && first < 100_000, "\(sample): \(name) \(first) \(second)")
                moved += isTime ? 1 : 0
            }
        }
        #expect(moved > 1_000)
    }

    private static let units: [(setting: String, one: String, other: String, factors: [Double])] = [
        ("weight_unit", "kg", "lb", [0.45359237]), ("distance_unit", "m", "ft", [0.3048]),
        ("speed_unit", "km/h", "mph", [1.609344]),
        // Who runs in miles climbs in feet and swims in yards.
        ("workout_distance_unit", "km", "mi", [1.609344, 0.3048, 0.9144]),
    ]

    /// What a file gives without a unit is in the setting's: two settings, and figures differ by the factor, or not at all.
    @Test(arguments: units)
    func `Another unit is a factor`(_ setting: String, one: String, other: String, factors: [Double]) throws {
        var converted = 0
        for sample in Sample.all where !sample.isPhoto {
            for (name, before, after) in try Self.differences(sample, [setting: one], [setting: other]) {
                // Units of a value.
                if name.hasSuffix("unit") { continue }
                guard let first = Self.number(before), let second = Self.number(after) else {
                    Issue.record("\(sample): \(name) \(before) \(after)")
                    continue
                }
                let ratio = second / first
                let isConverted = factors.contains { abs(ratio / $0 - 1) < 1e-4 }
                #expect(isConverted, "\(sample): \(name) \(first) \(second)")
                converted += 1
            }
        }
        #expect(converted > 5, "\(setting)")
    }
}
