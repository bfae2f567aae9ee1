import JPEG
import Testing

@Suite struct FileContentTests {
    static let cases: [(bytes: [UInt8], content: FileContent)] = [
        ([], .empty),
        ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16], .jpeg),
        ([0xFF, 0xD8], .jpeg),
        ([0xFF, 0xD8, 0x00], .other),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        (Array("GIF89a".utf8), .gif),
        (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp),
        (Array("\0\0\0\u{18}ftypheic".utf8), .heif),
        (Array("\0\0\0\u{18}ftypmif1".utf8), .heif),
        (Array("\0\0\0\u{18}ftypmsf1\0\0\0\0msf1hevc".utf8), .heif),
        (Array("\0\0\0\u{18}ftypmif1\0\0\0\0mif1avif".utf8), .avif),
        (Array("\0\0\0\u{10}ftypmif1\0\0\0\0\0\0\0\u{8}avif".utf8), .heif),
        (Array("\0\0\0\u{18}ftypavif".utf8), .avif),
        (Array("\0\0\0\u{18}ftypqt  ".utf8), .video),
        ([0x49, 0x49, 0x2A, 0], .tiff),
        ([0x4D, 0x4D, 0, 0x2A], .tiff),
        (Array("%PDF-1.7".utf8), .pdf),
        ([0x50, 0x4B, 3, 4], .zip),
        (Array(" \n<!doctype html>".utf8), .html),
        (Array("file,angle\n".utf8), .other),
    ]

    @Test(arguments: cases)
    func `A file is what its first bytes say`(_ test: (bytes: [UInt8], content: FileContent)) throws {
        #expect(FileContent.recognise(test.bytes) == test.content)
        #expect(try FileContent(of: MemoryBytes(test.bytes)) == test.content)
    }
}
