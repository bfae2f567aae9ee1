internal import CJPEG

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
