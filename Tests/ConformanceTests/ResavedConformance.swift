import Definitions
import Discovering
import Foundation
import Normalising
import Proving
import Reading
import Records
import Seeding
import Testing

/// Every sample reads the same once other programs have saved it: no format does anything for that.
@Suite struct ResavedConformance {
    /// A sample of a table and what it is read as.
    struct Table {
        var sample: Sample
        var format: Format
        var cells: Resaved
        var values: [String]
        var isSmall: Bool
    }

    static let tables: [Table] = Sample.all.compactMap { sample in
        guard let format = Ground.pipelines.format(named: sample.format), case .csv(let definition) = format.reader,
            let bytes = try? Ground.bytes(sample.path),
            let match = try? Recogniser(formats: [format]).recognise(bytes, isWhole: true),
            let read = try? Transcript(bytes, format, chunk: .max, path: sample.file)
        else { return nil }
        return Table(
            sample: sample, format: format, cells: Resaved(bytes, definition, match.layout), values: read.values,
            isSmall: bytes.count < 1500)
    }

    @Test(arguments: Resaved.ways)
    func `Tables that other programs have saved read the same`(way: Resaved.Way) throws {
        #expect(Self.tables.count > 100)
        var count = 0
        let recogniser = Recogniser(formats: Ground.pipelines.formats)
        // SCOREBOOK_THOROUGH=1 takes all tables, else each way takes a third, and the ways together all.
        let isThorough = Extent.isThorough
        let share = way.testDescription.utf8.count % 3
        for (place, table) in Self.tables.enumerated() where isThorough || place % 3 == share {
            guard let bytes = way.bytes(table.cells) else { continue }
            count += 1
            let name = "\(table.sample): \(way.testDescription)"
            let found = try? recogniser.recognise(bytes, isWhole: true).format.name
            #expect(found == table.sample.format, "\(name)")
            let again = try Transcript(
                bytes, table.format, chunk: .max, path: table.sample.file, settings: way.settings)
            // Names that no format knows show no page, and the file is to be saved again.
            if way.isPaged, !Self.knowsNamesBeyondASCII(table) {
                #expect(
                    again.failure?.contains("save the file as UTF-8") == true || again.values == table.values, "\(name)"
                )
                continue
            }
            #expect(again.failure == nil, "\(name)")
            Self.compare(table.values, again.values, name)
            guard table.isSmall, way.isDecoded else { continue }
            let pieces = try Transcript(bytes, table.format, chunk: 7, path: table.sample.file, settings: way.settings)
            #expect(pieces == again, "\(name), in pieces")
        }
        #expect(count > 0, "\(way.testDescription) applies to no sample")
    }

    private static func knowsNamesBeyondASCII(_ table: Table) -> Bool {
        let known = Set(
            table.format.columns + table.format.recognise.flatMap(\.self)
                + table.format.spellings.values.flatMap(\.self))
        return table.cells.names.contains { name in name.utf8.contains { $0 >= 0x80 } && known.contains(name) }
    }

    /// Rows of empty cells are passed over: a spreadsheet makes them of blank lines.
    private static func compare(_ original: [String], _ again: [String], _ name: String) {
        let isAdded = again.count > original.count
        let first = isAdded ? original.filter { $0 != "skipped" } : original
        let second = isAdded ? again.filter { $0 != "skipped" } : again
        #expect(first.count == second.count, "\(name): \(first.count) records, then \(second.count)")
        // What is no number is none in another way where commas part decimals.
        func plain(_ value: String) -> String {
            value.hasPrefix("rejected") ? value.replacing("ambiguous_number", with: "not_a_number") : value
        }
        let different = zip(first, second).filter { plain($0) != plain($1) }
        #expect(
            different.isEmpty,
            "\(name): \(different.count) of \(first.count); \(different.first.map { "\($0)\n\($1)" } ?? "")")
    }

    private static let documents = Sample.all.filter { $0.file.hasSuffix(".xml") }

    @Test(arguments: documents)
    func `XML without a document type and with compact times reads the same`(sample: Sample) throws {
        let bytes = try Ground.bytes(sample.path)
        let format = try #require(Ground.pipelines.format(named: sample.format))
        var text = String(decoding: bytes, as: UTF8.self)
        let typed = #/(?s)<!DOCTYPE[^\[>]*(\[.*?\])?\s*>/#
        text.replace(typed, with: "")
        let dated = #/"(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d) ?([+-]\d\d:?\d\d|Z)?"/#
        text.replace(dated) { match in
            let offset = (match.7.map(String.init) ?? "").replacing(":", with: "")
            return "\"\(match.1)\(match.2)\(match.3)T\(match.4)\(match.5)\(match.6)\(offset)\""
        }
        let other = Array(text.utf8)
        #expect(other != bytes)
        let recogniser = Recogniser(formats: Ground.pipelines.formats)
        #expect(try recogniser.recognise(other, isWhole: true).format.name == sample.format)
        let again = try Transcript(other, format, chunk: .max, path: sample.file)
        #expect(again.failure == nil)
        Self.compare(try Transcript(bytes, format, chunk: .max, path: sample.file).values, again.values, "\(sample)")
    }
}

extension Transcript {
    /// The records without their places in the file.
    var values: [String] {
        records.map { record in
            record.replacing(#/^\d+@\d+\/\d+ /#, with: "").replacing(#/@-?\d+/#, with: "")
        }
    }
}
