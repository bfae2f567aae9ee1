/// A HEIC put together box by box: items, what they refer to, and their properties.
///
///     var file = InventedHEIC(picture)
///     file.describe(1, exif: tags)
///     file.items[0].properties.append(InventedHEIC.turned(quarters: 1))
public struct InventedHEIC: Sendable {
    public struct Item: Sendable {
        public var type: String
        public var data: [UInt8]
        /// Whole boxes.
        public var properties: [[UInt8]]
        public var contentType: String?

        public init(_ type: String, _ data: [UInt8] = [], properties: [[UInt8]] = [], contentType: String? = nil) {
            (self.type, self.data, self.properties, self.contentType) = (type, data, properties, contentType)
        }
    }

    public var brands = ["heic", "mif1", "heic"]
    /// Numbered from 1.
    public var items: [Item] = []
    public var references: [(type: String, from: Int, to: [Int])] = []
    public var primary = 1
    /// Boxes behind the data.
    public var trailer: [UInt8] = []

    public init() {}

    /// A file of one picture.
    public init(_ picture: CodedPicture) { add(picture) }

    /// The number of the new item.
    @discardableResult
    public mutating func add(_ picture: CodedPicture) -> Int {
        items.append(
            Item("hvc1", picture.data, properties: [picture.configuration, Self.size(picture.width, picture.height)]))
        return items.count
    }

    /// Adds words about a picture.
    public mutating func describe(_ picture: Int, exif: InventedTags) {
        items.append(Item("Exif", [0, 0, 0, 6] + Array("Exif\0\0".utf8) + exif.bytes))
        references.append(("cdsc", items.count, [picture]))
    }

    public mutating func describe(_ picture: Int, xmp properties: String) {
        let packet =
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><rdf:Description \(properties)/></rdf:RDF></x:xmpmeta>"
        items.append(Item("mime", Array(packet.utf8), contentType: "application/rdf+xml"))
        references.append(("cdsc", items.count, [picture]))
    }

    /// Adds a grid of tiles, which are further items; its number.
    @discardableResult
    public mutating func addGrid(_ tiles: [CodedPicture], columns: Int, width: Int, height: Int) -> Int {
        let numbers = tiles.map { add($0) }
        let rows = tiles.count / columns
        items.append(
            Item(
                "grid", [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + Self.number(width, 2) + Self.number(height, 2),
                properties: [Self.size(width, height)]))
        references.append(("dimg", items.count, numbers))
        return items.count
    }

    // MARK: - Properties

    public static func size(_ width: Int, _ height: Int) -> [UInt8] {
        full("ispe", number(width, 4) + number(height, 4))
    }

    /// Turned to the left by so many quarters.
    public static func turned(quarters: Int) -> [UInt8] { box("irot", [UInt8(quarters)]) }

    /// Mirrored: axis 0 is vertical, as libheif 1.15 reads it left and right stay.
    public static func mirrored(axis: Int) -> [UInt8] { box("imir", [UInt8(axis)]) }

    public static func profile(_ profile: [UInt8]) -> [UInt8] { box("colr", Array("prof".utf8) + profile) }

    public static func colours(primaries: Int, transfer: Int, matrix: Int = 6) -> [UInt8] {
        box("colr", Array("nclx".utf8) + number(primaries, 2) + number(transfer, 2) + number(matrix, 2) + [0x80])
    }

    public static func auxiliary(_ kind: String) -> [UInt8] { full("auxC", Array(kind.utf8) + [0]) }

    // MARK: - Bytes

    public var bytes: [UInt8] {
        let head = Self.box(
            "ftyp", Array(brands[0].utf8) + [0, 0, 0, 0] + brands.dropFirst().flatMap { Array($0.utf8) })
        let start = head.count + metadata(at: 0).count + 8
        return head + metadata(at: start) + Self.box("mdat", items.flatMap(\.data)) + trailer
    }

    private func metadata(at start: Int) -> [UInt8] {
        var place = start
        var places = Self.number(items.count, 2)
        for (index, item) in items.enumerated() {
            places +=
                Self.number(index + 1, 2) + [0, 0, 0, 1] + Self.number(place, 4) + Self.number(item.data.count, 4)
            place += item.data.count
        }
        let names = items.enumerated().flatMap { index, item in
            Self.full(
                "infe", version: 2,
                Self.number(index + 1, 2) + [0, 0] + Array(item.type.utf8) + [0]
                    + (item.contentType.map { Array($0.utf8) + [0] } ?? []))
        }
        let links = references.flatMap { reference in
            Self.box(
                reference.type,
                Self.number(reference.from, 2) + Self.number(reference.to.count, 2)
                    + reference.to.flatMap { Self.number($0, 2) })
        }
        var (properties, owners) = ([UInt8](), Self.number(items.count, 4))
        var count = 0
        for (index, item) in items.enumerated() {
            owners += Self.number(index + 1, 2) + [UInt8(item.properties.count)]
            for property in item.properties {
                count += 1
                properties += property
                owners += Self.number(0x8000 | count, 2)
            }
        }
        return Self.full(
            "meta",
            Self.full("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
                + Self.full("pitm", Self.number(primary, 2)) + Self.full("iloc", [0x44, 0] + places)
                + Self.full("iinf", Self.number(items.count, 2) + names)
                + (links.isEmpty ? [] : Self.full("iref", links))
                + Self.box("iprp", Self.box("ipco", properties) + Self.full("ipma", flags: 1, owners)))
    }

    public static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(type.utf8) + content
    }

    private static func full(_ type: String, version: UInt8 = 0, flags: UInt8 = 0, _ content: [UInt8]) -> [UInt8] {
        box(type, [version, 0, 0, flags] + content)
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
