import Definitions
import Discovering
import Foundation
import Proving
import Reading
import Records
import Seeding
import Testing

/// What every registered format keeps, without a database: it need not ask to be tested, its sample is enough.
@Suite struct ReadingConformance {
    @Test(arguments: Ground.pipelines.formats.map(\.name))
    func `Every format has a sample`(format: String) {
        #expect(Sample.all.contains { $0.format == format })
    }

    @Test(arguments: Ground.pipelines.formats)
    func `Every format says how its layout is known`(format: Format) {
        #expect(format.evidence != nil, "\(format.path)")
    }

    private static let recogniser = Recogniser(formats: Ground.pipelines.formats)

    @Test(arguments: Sample.all)
    func `Exactly one format recognises a sample`(sample: Sample) throws {
        let bytes = try Ground.bytes(sample.path)
        let recogniser = Self.recogniser
        #expect(try recogniser.recognise(bytes, isWhole: true).format.name == sample.format)
        let fits = try recogniser.opinions(bytes, isWhole: true).filter { $0.opinion.fits }
        #expect(fits.map(\.opinion.format) == [sample.format])
    }

    @Test(arguments: Sample.all)
    func `Any size of pieces reads the same`(sample: Sample) throws {
        let bytes = try Ground.bytes(sample.path)
        let format = try #require(Ground.pipelines.format(named: sample.format))
        let whole = try Transcript(bytes, format, chunk: .max, path: sample.file)
        #expect(whole.failure == nil)
        #expect(whole.kept.contains(true))
        var random = Seeded(UInt64(bytes.count))
        let sizes = [1, 2, 3, 7, 64, 255, 4096] + (0..<6).map { _ in Int.random(in: 1...bytes.count, using: &random) }
        for size in sizes {
            #expect(try Transcript(bytes, format, chunk: size, path: sample.file) == whole, "pieces of \(size) bytes")
        }
    }

    /// A record of a prefix is the record of the whole file, or none, but for one case that no reader can tell: a cut
    /// within the last cell of the last record, which is a complete file by the grammar of CSV.
    @Test(arguments: Sample.all.filter { !$0.isPhoto })
    func `Cut off at any byte it loads no half record`(sample: Sample) throws {
        let bytes = try Ground.bytes(sample.path)
        let format = try #require(Ground.pipelines.format(named: sample.format))
        let whole = try Transcript(bytes, format, chunk: .max, path: sample.file)
        // SCOREBOOK_THOROUGH=1 takes every byte of all samples; else those of the small ones, and of the others some and the last.
        let isThorough = Extent.isThorough || bytes.count < 200
        for length in 0..<bytes.count where isThorough || length + 16 > bytes.count || length % 241 == 0 {
            let prefix = Array(bytes[..<length])
            let cut = try Transcript(prefix, format, chunk: .max, path: sample.file)
            for (index, record) in cut.records.enumerated() where cut.kept[index] && record != whole.records[index] {
                let isLast = index == cut.records.count - 1
                let cutsLastCell = isLast && endsInLastCell(prefix, format)
                #expect(cutsLastCell, "cut at byte \(length): record \(index + 1) is half")
            }
        }
    }

    /// Whether the last record has all its cells.
    private func endsInLastCell(_ bytes: [UInt8], _ format: Format) -> Bool {
        guard case .csv(var definition) = format.reader,
            let match = try? Recogniser(formats: [format]).recognise(bytes, isWhole: true)
        else { return false }
        definition.ragged = .reject
        guard
            let reader = try? CSVReader(
                MemorySource(bytes), definition, delimiter: match.layout.delimiter,
                header: .after(match.layout.preamble))
        else { return false }
        let batch = reader.makeBatch()
        var isSound = false
        while (try? reader.read(into: batch)) == true {
            isSound = !batch.defects.contains { $0.index == batch.count - 1 && $0.defect.code == .tooFewCells }
        }
        return isSound
    }
}
