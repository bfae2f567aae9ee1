import Archive
import Definitions
import EXIF
import Glibc
import JPEG
import Picturing
import Reading
import Records
import YAML

/// What libFuzzer calls with bytes of its making.
///
/// `SCOREBOOK_FUZZ` names the parser. A finding is a crash, a trap, a hang, or a reading that depends on the size of the
/// pieces in which the bytes come, or on whether they are read as a whole or in parts.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    switch target {
    case .archive: readArchive(bytes)
    case .photo: readPhoto(bytes)
    case .exif: readWords(bytes)
    case .yaml: _ = Document(parsing: bytes)
    default:
        let whole = read(bytes, chunk: .max)
        guard whole == read(bytes, chunk: 1 + (size > 0 ? Int(bytes[0] & 31) : 0)) else {
            fatalError("the size of the pieces makes a difference")
        }
        if target == .xml || target == .jsonl, whole != read(bytes, chunk: .max, partSize: 64 + size / 8) {
            fatalError("reading in parts makes a difference")
        }
    }
    return 0
}

/// The parsers under test.
enum Target: String, CaseIterable { case csv, json, jsonl, xml, sql, fit, track, archive, yaml, photo, exif }

private let target: Target = {
    let name = getenv("SCOREBOOK_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = Target(rawValue: name) else {
        print("SCOREBOOK_FUZZ is one of \(Target.allCases.map(\.rawValue).joined(separator: ", "))")
        exit(2)
    }
    return target
}()

private let definition: ReaderDefinition =
    switch target {
    case .json: .json(JSONReaderDefinition())
    case .jsonl: .jsonl(JSONLinesReaderDefinition())
    case .xml: .xml(XMLReaderDefinition())
    case .sql: .sql(SQLReaderDefinition())
    case .fit: .activity(ActivityReaderDefinition(.fit))
    case .track: .activity(ActivityReaderDefinition(.track))
    default:
        .csv(
            {
                var csv = CSVReaderDefinition()
                csv.duplicateNames = .number
                return csv
            }())
    }

private let columns: [String] =
    switch target {
    case .fit: ActivityReader.columns(of: .fit)
    case .track: ActivityReader.columns(of: .track)
    default: ["a", "b", "id", "type", "value", "../name", "@record", "MetadataEntry[key=k]@value"]
    }

private func open(_ bytes: [UInt8], chunk: Int, partSize: Int?) throws(ReadError) -> any RecordReader {
    let source = MemorySource(bytes, chunk: chunk)
    if case .xml(let xml) = definition, let partSize {
        return XMLReader(source, xml, columns: columns, partSize: partSize)
    }
    return try ReaderOpening.open(source, definition, layout: Layout(), columns: columns)
}

/// What a reader makes of the bytes: counts and places, or that it refuses them.
///
/// - Parameter partSize: most bytes of a part; nil where they are read as a whole.
private func read(_ bytes: [UInt8], chunk: Int, partSize: Int? = nil) -> [Int] {
    do throws(ReadError) {
        let reader = try open(bytes, chunk: chunk, partSize: partSize)
        let batch = reader.makeBatch()
        let parser = partSize == nil ? nil : try reader.makeParser()
        var seen: [Int] = []
        var (records, defects) = (0, 0)
        while try parser == nil ? reader.read(into: batch) : reader.take(into: batch) {
            try parser?.parse(batch)
            if parser != nil { batch.firstRecord = records + 1 }
            records += batch.count
            defects += batch.defects.count
            for row in 0..<batch.count {
                let position = batch.position(at: row)
                seen += [position.record, position.line, position.byteOffset]
                for column in 0..<batch.columnCount {
                    let cell = batch.column(column)[row]
                    seen.append(cell.isAbsent ? -1 : batch.bytes(of: cell).reduce(0) { $0 &* 31 &+ Int($1) })
                }
            }
        }
        return seen + [defects]
    } catch { return [-2] }
}

private func readArchive(_ bytes: [UInt8]) {
    guard let file = tmpfile() else { return }
    defer { fclose(file) }
    let descriptor = fileno(file)
    guard write(descriptor, bytes, bytes.count) == bytes.count else { return }
    let limits = ArchiveLimits(entries: 64, ratio: 100, allowance: 1 << 20)
    guard let archive = try? Archive(descriptor: descriptor, bytes: bytes.count, name: "entry", limits: limits)
    else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
    defer { buffer.deallocate() }
    for entry in archive.entries {
        guard let reader = try? archive.open(entry) else { continue }
        while let count = try? reader.read(into: buffer), count > 0 {}
    }
}

private func readPhoto(_ bytes: [UInt8]) {
    _ = try? PictureMetadata(of: bytes, named: "photo.jpg")
    _ = try? PictureRendering(
        of: bytes, limits: PictureLimits(pixels: 1_000_000, scans: 20, memory: 16 << 20, samples: 16 << 20))
}

/// What is read of markers, without a file around it.
private func readWords(_ bytes: [UInt8]) {
    _ = CameraTags(exif: bytes)
    _ = XMPPacket(bytes).taken
    _ = IPTCRecords(resources: bytes).taken
    _ = FileName(String(decoding: bytes, as: UTF8.self)).taken
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The entry that the package manager looks for; libFuzzer's own `main` gives way to it.
@_cdecl("scorebook_fuzz_main")
public func fuzzMain(
    _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments, testOneInput)
}
