/// What a HEIC says of its pictures, read without decoding any (ISO/IEC 23008-12).
///
///     ftyp | meta: pitm iinf iref iprp iloc idat | mdat: the items' bytes
///          which item is the photo, what items there are, what belongs to what, sizes and turns, where their bytes lie
///
/// The primary picture is the photo. Thumbnails, gain maps and depths belong to it and are passed over; further pictures, as
/// of a burst, are noted and passed over.
///
/// libheif 1.15 trusts references between items, sizes of grids and lengths: what would make it go in circles or take more
/// than the file is worth is refused here.
public struct Container: Sendable {
    /// As shown: cropped and turned.
    public private(set) var width = 0
    public private(set) var height = 0
    /// Of a sample of one colour.
    public private(set) var bits = 8
    /// Pixels of all coded pictures that the photo is made of, each as large as the larger of what it says of itself.
    public private(set) var codedPixels = 0
    /// From its byte order mark on; empty where there is none.
    public private(set) var exif: [UInt8] = []
    public private(set) var xmp: [UInt8] = []
    /// The ICC profile; empty where there is none.
    public private(set) var colourProfile: [UInt8] = []
    /// Where there is no ICC profile.
    public private(set) var colourCodes: ColourCodes?
    /// Whether there are pictures beside the photo that are none of its parts, or a sequence.
    public private(set) var hasFurtherPictures = false
    private var parts = 0

    /// Numbers of ITU-T H.273.
    public struct ColourCodes: Hashable, Sendable {
        public var primaries: Int
        public var transfer: Int

        public init(primaries: Int, transfer: Int) {
            self.primaries = primaries
            self.transfer = transfer
        }
    }

    /// - Throws: `truncated` where the file ends before its items do, and all others but those of the decoder.
    public init(of bytes: [UInt8]) throws(HEIFError) {
        let (meta, isCut, hasFilm) = try Self.metadata(of: bytes)
        guard let meta else { throw isCut ? .truncated : .noImage }
        let items: Items
        do throws(HEIFError) { items = try Items(bytes, meta) } catch { throw isCut ? .truncated : error }
        if isCut || items.reachesBeyondFile { throw .truncated }
        guard let photo = items.primary, items.all[photo]?.type.isEmpty == false else { throw .noImage }
        guard items.byteCount <= bytes.count * 4 + 1 << 20 else { throw .brokenHeader }
        try measure(photo, items, depth: 0)
        try describe(photo, items)
        if let words = items.words(of: photo, where: { $0.type == "Exif" }) { exif = Self.tags(words) }
        xmp = items.words(of: photo) { $0.type == "mime" && $0.contentType == "application/rdf+xml" } ?? []
        hasFurtherPictures = hasFilm || items.hasFurtherPictures(beside: photo)
    }

    /// The box of metadata, whether it or the data is cut off, and whether there is a sequence.
    private static func metadata(
        of bytes: [UInt8]
    ) throws(HEIFError) -> (meta: Range<Int>?, isCut: Bool, hasFilm: Bool) {
        var reader = BoxReader(bytes, 0..<bytes.count)
        var (meta, isCut, hasFilm): (Range<Int>?, Bool, Bool) = (nil, bytes.count < 8, false)
        while let box = try reader.box() {
            if ["ftyp", "meta", "mdat", "moov"].contains(box.type), box.isCut { isCut = true }
            if box.type == "meta", meta == nil { meta = box.content }
            if box.type == "moov" { hasFilm = true }
        }
        return (meta, isCut, hasFilm)
    }

    /// Tiles that a photo may have; telephones make 200.
    private static let mostParts = 10_000

    /// Adds what decoding an item costs; the first coded picture says how many bits a sample has.
    private mutating func measure(_ id: Int, _ items: Items, depth: Int) throws(HEIFError) {
        parts += 1
        guard let item = items.all[id], depth <= 3, parts <= Self.mostParts else { throw .brokenHeader }
        var size = try item.size(items)
        switch item.type {
        case "hvc1":
            guard let box = item.property("hvcC", items) else { throw .brokenHeader }
            let coding = try Coding(items.bytes, box.content)
            if codedPixels == 0 { bits = coding.bits }
            if let coded = coding.size { size = (max(size.width, coded.width), max(size.height, coded.height)) }
            try add(size)
        case "grid":
            let canvas = try items.gridSize(of: id)
            guard canvas == size else { throw .brokenHeader }
            fallthrough
        case "iden":
            let parts = items.references("dimg", from: id)
            guard !parts.isEmpty else { throw .brokenHeader }
            for part in parts { try measure(part, items, depth: depth + 1) }
        default: throw .unsupported
        }
        for alpha in items.references("auxl", to: id) where items.all[alpha]?.isAlpha(items) == true {
            try measure(alpha, items, depth: depth + 1)
        }
    }

    private mutating func add(_ size: (width: Int, height: Int)) throws(HEIFError) {
        let (pixels, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        let (sum, overflowsSum) = codedPixels.addingReportingOverflow(pixels)
        guard !overflows, !overflowsSum else { throw .brokenHeader }
        codedPixels = sum
    }

    /// The size as shown, and the colours: those of a grid may be with its tiles.
    private mutating func describe(_ photo: Int, _ items: Items) throws(HEIFError) {
        guard let item = items.all[photo] else { throw .noImage }
        (width, height) = try item.size(items)
        for box in item.properties(items) {
            var reader = BoxReader(items.bytes, box.content)
            switch box.type {
            case "clap":
                // Width and height as fractions.
                let numbers = [try reader.number(4), try reader.number(4), try reader.number(4), try reader.number(4)]
                guard numbers[1] > 0, numbers[3] > 0 else { throw .brokenHeader }
                width = min(width, (numbers[0] + numbers[1] / 2) / numbers[1])
                height = min(height, (numbers[2] + numbers[3] / 2) / numbers[3])
            case "irot": if try reader.number(1) & 1 == 1 { swap(&width, &height) }
            default: break
            }
        }
        guard width > 0, height > 0 else { throw .brokenHeader }
        for id in [photo] + items.references("dimg", from: photo).prefix(1) {
            guard let item = items.all[id], colourProfile.isEmpty, colourCodes == nil else { break }
            for box in item.properties(items) where box.type == "colr" {
                var reader = BoxReader(items.bytes, box.content)
                switch try reader.type() {
                case "prof", "rICC": colourProfile = Array(items.bytes[reader.at..<reader.end])
                case "nclx":
                    colourCodes = ColourCodes(primaries: try reader.number(2), transfer: try reader.number(2))
                default: break
                }
            }
        }
    }

    /// EXIF stands behind the number of bytes before it.
    private static func tags(_ item: [UInt8]) -> [UInt8] {
        var reader = BoxReader(item, 0..<item.count)
        guard let before = try? reader.number(4), before < item.count - 4 else { return [] }
        let tags = Array(item[(4 + before)...])
        // Some count from before the name that JPEG puts there.
        return tags.starts(with: Array("Exif\0\0".utf8)) ? Array(tags.dropFirst(6)) : tags
    }
}
