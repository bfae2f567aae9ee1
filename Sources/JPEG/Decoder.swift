internal import CJPEG

/// One picture's way from bytes to lines of pixels: header, start, lines, finish, in this order.
///
/// Each picture has a decoder of its own: what one file breaks never reaches the next.
public struct Decoder: ~Copyable {
    /// What one picture may take.
    public struct Limits: Hashable, Sendable {
        /// Bytes for coefficients, which a progressive picture has to keep all.
        public var memory: Int
        public var scans: Int
        /// Pixels of all scans together.
        public var work: Int

        public init(memory: Int, scans: Int, work: Int) {
            self.memory = memory
            self.scans = scans
            self.work = work
        }
    }

    private let handle: OpaquePointer

    private init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        cjpeg_decoder_free(handle)
    }

    /// Lends a decoder of `bytes`.
    public static func lend<Result>(
        _ bytes: [UInt8], limits: Limits, to body: (borrowing Decoder) throws(JPEGError) -> Result
    ) throws(JPEGError) -> Result {
        guard !bytes.isEmpty else { throw .noImage(hasEnded: true) }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(JPEGError) in
            guard let base = buffer.baseAddress,
                let handle = cjpeg_decoder_make(
                    base, buffer.count, limits.memory, Int32(clamping: limits.scans), UInt64(clamping: limits.work))
            else { throw .noMemory }
            return try body(Decoder(handle))
        }
    }

    /// Reads up to the first scan.
    public func readHeader() throws(JPEGError) -> Frame {
        var frame = cjpeg_frame()
        try check(cjpeg_read_header(handle, &frame))
        let pixels: PixelKind =
            switch frame.channels {
            case cjpeg_grey: .grey
            case cjpeg_cmyk: .cmyk
            default: .rgb
            }
        return Frame(
            width: Int(frame.width), height: Int(frame.height), pixels: pixels,
            isProgressive: frame.is_progressive != 0, isAdobe: frame.is_adobe != 0)
    }

    /// Begins decoding; width and height of what comes.
    public func start(_ reduction: Reduction) throws(JPEGError) -> (width: Int, height: Int) {
        var (width, height): (UInt32, UInt32) = (0, 0)
        try check(cjpeg_start(handle, Int32(reduction.rawValue), &width, &height))
        return (Int(width), Int(height))
    }

    /// Decodes the next `count` lines into `target`, which has room for them, `stride` bytes apart.
    public func readLines(
        _ count: Int, into target: UnsafeMutableBufferPointer<UInt8>, stride: Int
    ) throws(JPEGError) {
        precondition(count >= 0 && stride >= 0 && count * stride <= target.count)
        guard count > 0, let base = target.baseAddress else { return }
        try check(cjpeg_read_lines(handle, base, stride, UInt32(count)))
    }

    /// Reads to the picture's end; the number of bytes behind it.
    public func finish() throws(JPEGError) -> Int {
        var trailing = 0
        try check(cjpeg_finish(handle, &trailing))
        return trailing
    }

    /// Whether rules were broken that the decoder forgives.
    public var hasWarnings: Bool { cjpeg_warnings(handle) > 0 }

    /// Whether data is missing that the picture needs; known once it is finished.
    public var isTruncated: Bool { cjpeg_is_truncated(handle) != 0 }

    private func check(_ outcome: cjpeg_outcome) throws(JPEGError) {
        guard outcome == cjpeg_done else {
            throw JPEGError(outcome, code: cjpeg_fault(handle), hasEnded: cjpeg_has_ended(handle) != 0)
        }
    }
}

/// Why a JPEG is not decoded or encoded.
public enum JPEGError: Error, Hashable, Sendable {
    /// There are tables or markers, but no picture; or the file ends before it.
    case noImage(hasEnded: Bool)
    /// A kind of JPEG that is not read.
    case unsupported
    /// More pixels a side than the decoder knows.
    case tooLarge
    case overMemory
    case overScans
    case noMemory
    /// The decoder's own number of the fault.
    case broken(code: Int)

    init(_ outcome: cjpeg_outcome, code: Int32, hasEnded: Bool) {
        self =
            switch outcome {
            case cjpeg_no_image: .noImage(hasEnded: hasEnded)
            case cjpeg_unsupported: .unsupported
            case cjpeg_too_large: .tooLarge
            case cjpeg_over_memory: .overMemory
            case cjpeg_over_scans: .overScans
            case cjpeg_no_memory: .noMemory
            default: .broken(code: Int(code))
            }
    }
}
