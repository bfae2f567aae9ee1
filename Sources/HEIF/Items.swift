/// The items of a file: pictures, tiles of them, words about them.
struct Items {
    struct Item {
        var type = ""
        var contentType = ""
        var isHidden = false
        /// Places of its bytes in the file.
        var extents: [Range<Int>] = []
        /// Numbers of its properties, in the order in which they are applied.
        var properties: [Int] = []

        /// Whether it is a picture or is made of pictures.
        var isImage: Bool { ["hvc1", "hev1", "av01", "avc1", "jpeg", "grid", "iden", "iovl"].contains(type) }
    }

    private struct Reference {
        var type: String
        var from: Int
        var to: [Int]
    }

    let bytes: [UInt8]
    private(set) var all: [Int: Item] = [:]
    private(set) var primary: Int?
    private(set) var properties: [BoxReader.Box] = []
    private(set) var byteCount = 0
    /// Whether an item's bytes are where the file has none.
    private(set) var reachesBeyondFile = false
    private var outgoing: [Int: [Reference]] = [:]
    private var incoming: [Int: [Reference]] = [:]
    /// Bytes that lie within the metadata.
    private var inner = 0..<0

    init(_ bytes: [UInt8], _ meta: Range<Int>) throws(HEIFError) {
        self.bytes = bytes
        var reader = BoxReader(bytes, meta)
        _ = try reader.version()
        var places: Range<Int>?
        while let box = try reader.box() {
            guard !box.isCut else { throw .brokenHeader }
            switch box.type {
            case "pitm": try takePrimary(box.content)
            case "iinf": try takeNames(box.content)
            case "iref": try takeReferences(box.content)
            case "iprp": try takeProperties(box.content)
            case "idat": inner = box.content
            case "iloc": places = box.content
            default: break
            }
        }
        if let places { try takePlaces(places) }
    }

    private mutating func takePrimary(_ range: Range<Int>) throws(HEIFError) {
        var reader = BoxReader(bytes, range)
        let version = try reader.version().version
        primary = try reader.number(version == 0 ? 2 : 4)
    }

    private mutating func takeNames(_ range: Range<Int>) throws(HEIFError) {
        var reader = BoxReader(bytes, range)
        let version = try reader.version().version
        _ = try reader.number(version == 0 ? 2 : 4)
        while let box = try reader.box() {
            guard box.type == "infe", !box.isCut else { throw .brokenHeader }
            var entry = BoxReader(bytes, box.content)
            let (version, flags) = try entry.version()
            guard version == 2 || version == 3 else { continue }
            let id = try entry.number(version == 2 ? 2 : 4)
            try entry.skip(2)
            all[id, default: Item()].type = try entry.type()
            all[id]?.isHidden = flags & 1 == 1
            _ = entry.text()
            if all[id]?.type == "mime" { all[id]?.contentType = entry.text() }
        }
    }

    private mutating func takeReferences(_ range: Range<Int>) throws(HEIFError) {
        var reader = BoxReader(bytes, range)
        let size = try reader.version().version == 0 ? 2 : 4
        while let box = try reader.box() {
            guard !box.isCut else { throw .brokenHeader }
            var entry = BoxReader(bytes, box.content)
            let from = try entry.number(size)
            var reference = Reference(type: box.type, from: from, to: [])
            for _ in 0..<(try entry.number(2)) { reference.to.append(try entry.number(size)) }
            outgoing[from, default: []].append(reference)
            for to in Set(reference.to) { incoming[to, default: []].append(reference) }
        }
    }

    private mutating func takeProperties(_ range: Range<Int>) throws(HEIFError) {
        var reader = BoxReader(bytes, range)
        while let box = try reader.box() {
            guard !box.isCut else { throw .brokenHeader }
            var inner = BoxReader(bytes, box.content)
            if box.type == "ipco" {
                while let property = try inner.box() {
                    guard !property.isCut else { throw .brokenHeader }
                    properties.append(property)
                }
            } else if box.type == "ipma" {
                let (version, flags) = try inner.version()
                for _ in 0..<(try inner.number(4)) {
                    let id = try inner.number(version == 0 ? 2 : 4)
                    for _ in 0..<(try inner.number(1)) {
                        let number = try inner.number(flags & 1 == 1 ? 2 : 1)
                        let index = number & (flags & 1 == 1 ? 0x7FFF : 0x7F)
                        if index > 0 { all[id, default: Item()].properties.append(index - 1) }
                    }
                }
            }
        }
    }

    private mutating func takePlaces(_ range: Range<Int>) throws(HEIFError) {
        var reader = BoxReader(bytes, range)
        let version = try reader.version().version
        guard version <= 2 else { throw .brokenHeader }
        let sizes = try reader.number(2)
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version > 0 ? sizes & 15 : 0
        for _ in 0..<(try reader.number(version < 2 ? 2 : 4)) {
            let id = try reader.number(version < 2 ? 2 : 4)
            let method = version > 0 ? try reader.number(2) & 15 : 0
            try reader.skip(2)
            let base = try reader.number(baseSize)
            let count = try reader.number(2)
            // Places that take no bytes to say would be as many as a file likes.
            guard count <= 1 || offsetSize + lengthSize + indexSize > 0 else { throw .brokenHeader }
            for _ in 0..<count {
                _ = try reader.number(indexSize)
                let (offset, length) = (try reader.number(offsetSize), try reader.number(lengthSize))
                // Bytes of other items are none that libheif reads.
                guard method <= 1 else { throw .unsupported }
                let space = method == 1 ? inner : 0..<bytes.count
                guard let extent = Self.extent(base, offset, length, in: space) else {
                    reachesBeyondFile = true
                    continue
                }
                all[id, default: Item()].extents.append(extent)
                byteCount += length
            }
        }
    }

    /// Nil where it is not within the space.
    private static func extent(_ base: Int, _ offset: Int, _ length: Int, in space: Range<Int>) -> Range<Int>? {
        let (start, overflows) = base.addingReportingOverflow(offset)
        guard !overflows, start <= space.count, length <= space.count - start else { return nil }
        return space.lowerBound + start..<space.lowerBound + start + length
    }

    /// The bytes of an item; nil where they are too many for words.
    func data(of id: Int, upTo limit: Int = 4 << 20) -> [UInt8]? {
        let extents = all[id]?.extents ?? []
        guard extents.reduce(0, { $0 + $1.count }) <= limit else { return nil }
        return extents.flatMap { bytes[$0] }
    }

    func references(_ type: String, from id: Int) -> [Int] {
        (outgoing[id] ?? []).filter { $0.type == type }.flatMap(\.to)
    }

    func references(_ type: String, to id: Int) -> [Int] {
        (incoming[id] ?? []).filter { $0.type == type }.map(\.from)
    }

    /// The bytes of the first item of a kind that describes a picture.
    func words(of picture: Int, where isWanted: (Item) -> Bool) -> [UInt8]? {
        references("cdsc", to: picture).sorted().first { all[$0].map(isWanted) == true }.flatMap { data(of: $0) }
    }

    /// Columns and lines of the canvas that a grid's tiles are put on.
    func gridSize(of id: Int) throws(HEIFError) -> (width: Int, height: Int) {
        guard let data = data(of: id, upTo: 64) else { throw .brokenHeader }
        var reader = BoxReader(data, 0..<data.count)
        _ = try reader.number(1)
        let size = try reader.number(1) & 1 == 1 ? 4 : 2
        try reader.skip(2)
        return (try reader.number(size), try reader.number(size))
    }

    /// Whether there are pictures that are neither part of another nor about another.
    func hasFurtherPictures(beside photo: Int) -> Bool {
        all.contains { id, item in
            id != photo && item.isImage && !item.isHidden && references("dimg", to: id).isEmpty
                && references("thmb", from: id).isEmpty && references("auxl", from: id).isEmpty
        }
    }
}

extension Items.Item {
    func properties(_ items: Items) -> [BoxReader.Box] {
        properties.compactMap { items.properties.indices.contains($0) ? items.properties[$0] : nil }
    }

    func property(_ type: String, _ items: Items) -> BoxReader.Box? { properties(items).first { $0.type == type } }

    /// As coded, before it is cropped or turned.
    func size(_ items: Items) throws(HEIFError) -> (width: Int, height: Int) {
        guard let box = property("ispe", items) else { throw .brokenHeader }
        var reader = BoxReader(items.bytes, box.content)
        _ = try reader.version()
        let (width, height) = (try reader.number(4), try reader.number(4))
        guard width > 0, height > 0, max(width, height) <= 1 << 24 else { throw .brokenHeader }
        return (width, height)
    }

    /// Whether it says how much of another picture is seen through.
    func isAlpha(_ items: Items) -> Bool {
        guard let box = property("auxC", items) else { return false }
        var reader = BoxReader(items.bytes, box.content)
        guard (try? reader.version()) != nil else { return false }
        return [
            "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
        ].contains(reader.text())
    }
}
