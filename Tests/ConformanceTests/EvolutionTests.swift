import Definitions
import Discovering
import Foundation
import Proving
import Reading
import Seeding
import Testing

/// What a vendor's next version changes: the same rows come of it, or it is refused, or a record is rejected; other rows never.
@Suite struct EvolutionTests {
    private static let seed = UInt64(ProcessInfo.processInfo.environment["SCOREBOOK_SEED"] ?? "") ?? 7

    /// How many values a record has.
    private static func measures(_ record: String) -> Int {
        record.split(separator: " ").count { $0.contains("=") && !$0.hasSuffix("=-") }
    }

    /// Its values without ids and without what is said of their source.
    private static func figures(_ record: String) -> Set<Substring> {
        Set(
            record.split(separator: " ").filter { word in
                word.contains("=") && !word.hasSuffix("=-") && !word.hasPrefix("source=") && !word.hasPrefix("origin=")
            })
    }

    /// The values of a record that are others, before and after.
    private static func difference(_ before: String, _ after: String) -> String {
        let (first, second) = (before.split(separator: " "), after.split(separator: " "))
        let gone = first.filter { !second.contains($0) && $0.contains("=") }.prefix(4)
        let new = second.filter { !first.contains($0) && $0.contains("=") }.prefix(4)
        return "\(gone.joined(separator: " ")) -> \(second.first ?? "") \(new.joined(separator: " "))"
    }

    @Test(arguments: Evolution.all)
    func `A changed export gives the same rows, or says so`(evolution: Evolution) throws {
        let recogniser = Recogniser(formats: Ground.pipelines.formats)
        var (count, refused) = (0, 0)
        // SCOREBOOK_THOROUGH=1 takes all tables, else each way takes a third.
        let share = evolution.testDescription.utf8.count % 3
        for (place, table) in ResavedConformance.tables.enumerated() where Extent.isThorough || place % 3 == share {
            var random = Seeded(Self.seed &* 4096 &+ UInt64(place))
            guard let rows = evolution.rows(table.cells, &random), rows != table.cells.rows else { continue }
            count += 1
            let bytes = Array(table.cells.text(of: rows).utf8)
            guard let found = try? recogniser.recognise(bytes, isWhole: true).format.name else {
                refused += 1
                continue
            }
            // Another format of such files may take it, if it reads the same.
            let format = try #require(Ground.pipelines.format(named: found))
            let again = try Transcript(bytes, format, chunk: .max, path: table.sample.file)
            guard again.failure == nil else {
                refused += 1
                continue
            }
            let others = zip(table.values, again.values).filter { before, after in
                !after.hasPrefix("rejected") && before != after
                    && !(evolution.isConverted && Self.measures(before) <= Self.measures(after))
                    && !(found != table.sample.format && Self.figures(before).isSubset(of: Self.figures(after)))
            }
            #expect(
                others.isEmpty && again.values.count >= table.values.count,
                "\(table.sample): \(evolution.testDescription): \(others.first.map(Self.difference) ?? "fewer")")
        }
        #expect(count > 0 && refused < count, "\(evolution.testDescription): \(refused) of \(count) refused")
    }
}
