import Archive
import Glibc

/// What an archive of these bytes gives: its entries' names and contents, or the first error.
struct Unpacked {
    var names: [String] = []
    var contents: [String] = []
    var error: ArchiveError?

    init(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits(), buffer size: Int = 1 << 16, order: [Int]? = nil) {
        var template = Array("/tmp/scorebook-archive-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        unlink(template)
        defer { close(descriptor) }
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        do throws(ArchiveError) {
            let archive = try Archive(descriptor: descriptor, bytes: bytes.count, name: "one", limits: limits)
            names = archive.entries.map(\.name.shown)
            for index in order ?? Array(archive.entries.indices) {
                contents.append(try Self.read(try archive.open(archive.entries[index]), size))
            }
        } catch { self.error = error }
    }

    private static func read(_ reader: EntryReader, _ size: Int) throws(ArchiveError) -> String {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { buffer.deallocate() }
        var bytes: [UInt8] = []
        while true {
            let count = try reader.read(into: buffer)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}
