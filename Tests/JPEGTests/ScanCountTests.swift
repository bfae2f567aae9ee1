import JPEG
import Testing

@Suite struct ScanCountTests {
    private static let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
    private static let end: [UInt8] = [0xFF, 0xD9]

    @Test(arguments: [
        ([0xFF, 0xD8, 0xFF, 0xD9], 0),
        ([0xFF, 0xD8] + scan + [1, 0xFF, 0x00, 2, 0xFF, 0xD3, 0xFF, 0xFF, 0xD0, 3] + end, 1),
        ([0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xDA, 0, 2] + scan + [7] + scan + [7] + end + scan, 2),
        ([0xFF, 0xD8] + scan + [0xFF, 0xDA], 1),
        ([0xFF, 0xD8, 0xFF, 0xDA, 0, 0] + scan, 2),
        ([], 0),
    ])
    func scansUpToTheEndOfThePicture(bytes: [UInt8], scans: Int) {
        #expect(bytes.withUnsafeBytes { ScanCount.of($0) } == scans)
    }
}
