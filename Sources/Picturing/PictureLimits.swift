internal import JPEG

/// What one photo may take.
public struct PictureLimits: Hashable, Sendable {
    /// The largest telephones make 50 million where all of them are kept.
    public var pixels: Int
    /// Scans of a progressive picture: encoders make about ten.
    public var scans: Int
    /// Bytes that a progressive picture's coefficients may take; 3 a pixel are usual.
    public var memory: Int

    public init(pixels: Int = 50_000_000, scans: Int = 100, memory: Int = 160 << 20) {
        self.pixels = pixels
        self.scans = scans
        self.memory = memory
    }

    /// Ten scans and some of the largest picture, or a hundred of a small one.
    var ofDecoder: Decoder.Limits { Decoder.Limits(memory: memory, scans: scans, work: pixels * 12) }

    func allow(width: Int, height: Int) -> Bool { width * height <= pixels }

    /// What a file takes that is no matter of its size; before a row is made of it.
    public func check(scansOf bytes: [UInt8]) throws(PictureError) {
        guard bytes.withUnsafeBytes({ ScanCount.of($0) }) <= scans else { throw .limit(.scans(limit: scans)) }
    }

    func check(width: Int, height: Int) throws(PictureError) {
        guard allow(width: width, height: height) else {
            throw .limit(.pixels(width: width, height: height, limit: pixels))
        }
    }
}
