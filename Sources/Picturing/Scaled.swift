internal import JPEG

/// A picture as the decoder gives it: its size in samples, and what they stand for.
struct Scaled {
    var width: Int
    var height: Int
    /// The size in samples that the true picture has: the last sample of a line or column may lie beyond it in part.
    var extent: (width: Double, height: Double)

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        extent = (Double(width), Double(height))
    }

    init(_ decoded: (width: Int, height: Int), of size: PictureSize, by reduction: Reduction) {
        width = decoded.width
        height = decoded.height
        let factor = Double(reduction.rawValue)
        extent = (Double(size.width) / factor, Double(size.height) / factor)
    }
}
