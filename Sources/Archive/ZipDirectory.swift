/// The central directory of a zip archive, held against the entries themselves.
///
///     [ header + data ] [ header + data ] ... [ central directory ] [ zip64 end ] [ its locator ] [ end + comment ]
///        ^------------------- offsets -------------+  ^----------------- offset ------------------+
///
/// libarchive reads the data, but reports neither two names for one entry nor entries that lie over one another:
/// so the directory is read here, in one piece, before any data are.
struct ZipDirectory {
    /// One file or folder of the directory.
    struct Item {
        var name: EntryName
        var flags: UInt16
        var method: UInt16
        var checksum: UInt32
        var packed: Int
        var size: Int
        var offset: Int
        /// `st_mode`, where the archive was made on a system that has one.
        var mode: UInt32
        /// Where its data begin.
        var data = 0
    }

    private(set) var items: [Item] = []

    private let descriptor: Int32
    private let bytes: Int
    private let limits: ArchiveLimits
    private var directory: Range<Int> = 0..<0

    init(descriptor: Int32, bytes: Int, limits: ArchiveLimits) throws(ArchiveError) {
        self.descriptor = descriptor
        self.bytes = bytes
        self.limits = limits
        let count = try locate()
        guard count <= limits.entries else { throw .tooManyEntries(limit: limits.entries) }
        guard directory.count <= limits.directory else { throw .directoryTooLarge(limit: limits.directory) }
        var reader = Fields(try FileWindow.bytes(descriptor, directory))
        items.reserveCapacity(count)
        for _ in 0..<count { items.append(try Self.item(&reader)) }
        guard reader.isAtEnd else { throw .truncated }
        try checkNames()
        try checkPlaces()
        let total = items.reduce(0) { sum, item in
            let (next, overflow) = sum.addingReportingOverflow(item.size)
            return overflow ? .max : next
        }
        guard total <= limits.output(of: bytes) else { throw .ratio(limit: limits.ratio) }
    }

    /// Finds the directory by the record at the end of the file; the number of its items.
    private mutating func locate() throws(ArchiveError) -> Int {
        let tail = try FileWindow.bytes(descriptor, max(0, bytes - 22 - 0xFFFF)..<bytes)
        var at = tail.count - 22
        while at >= 0, !Self.isEnd(tail, at) { at -= 1 }
        guard at >= 0 else { throw .truncated }
        let start = bytes - tail.count + at
        var fields = Fields(Array(tail[at...]))
        fields.skip(4)
        let disks = (fields.short(), fields.short())
        var (here, count) = (Int(fields.short()), Int(fields.short()))
        var (length, offset) = (Int(fields.word()), Int(fields.word()))
        var end = start
        if here == 0xFFFF || count == 0xFFFF || length == 0xFFFF_FFFF || offset == 0xFFFF_FFFF {
            (here, count, length, offset, end) = try locateLarge(before: start)
        }
        guard disks == (0, 0) || disks == (0xFFFF, 0xFFFF), here == count, length >= 0, offset >= 0,
            length <= end, offset == end - length
        else { throw .truncated }
        directory = offset..<end
        return count
    }

    private static func isEnd(_ tail: [UInt8], _ at: Int) -> Bool {
        guard tail[at] == 0x50, tail[at + 1] == 0x4B, tail[at + 2] == 5, tail[at + 3] == 6 else { return false }
        return at + 22 + Int(tail[at + 20]) + Int(tail[at + 21]) << 8 == tail.count
    }

    /// The record of archives larger than 32 bits can describe.
    private func locateLarge(
        before start: Int
    ) throws(ArchiveError) -> (here: Int, count: Int, length: Int, offset: Int, end: Int) {
        guard start >= 20 + 56 else { throw .truncated }
        var locator = Fields(try FileWindow.bytes(descriptor, start - 20..<start))
        guard locator.word() == 0x0706_4B50 else { throw .truncated }
        locator.skip(4)
        guard let place = Int(exactly: locator.long()), place <= start - 20 - 56 else { throw .truncated }
        var record = Fields(try FileWindow.bytes(descriptor, place..<place + 56))
        guard record.word() == 0x0606_4B50 else { throw .truncated }
        record.skip(20)
        guard let here = Int(exactly: record.long()), let count = Int(exactly: record.long()),
            let length = Int(exactly: record.long()), let offset = Int(exactly: record.long())
        else { throw .truncated }
        return (here, count, length, offset, place)
    }

    private static func item(_ fields: inout Fields) throws(ArchiveError) -> Item {
        guard fields.word() == 0x0201_4B50 else { throw .truncated }
        let madeBy = fields.short() >> 8
        fields.skip(2)
        let (flags, method) = (fields.short(), fields.short())
        fields.skip(4)
        let checksum = fields.word()
        var (packed, size) = (UInt64(fields.word()), UInt64(fields.word()))
        let lengths = (Int(fields.short()), Int(fields.short()), Int(fields.short()))
        fields.skip(4)
        let attributes = fields.word()
        var offset = UInt64(fields.word())
        let name = EntryName(fields.take(lengths.0))
        var extra = Fields(fields.take(lengths.1))
        fields.skip(lengths.2)
        while extra.rest >= 4 {
            let (kind, length) = (extra.short(), Int(extra.short()))
            var part = Fields(extra.take(length))
            guard kind == 1 else { continue }
            if size == 0xFFFF_FFFF { size = part.long() }
            if packed == 0xFFFF_FFFF { packed = part.long() }
            if offset == 0xFFFF_FFFF { offset = part.long() }
            if part.isBroken { throw .truncated }
        }
        guard !fields.isBroken, let packed = Int(exactly: packed), let size = Int(exactly: size),
            let offset = Int(exactly: offset)
        else { throw .truncated }
        // Unix and macOS keep the mode in the upper half.
        return Item(
            name: name, flags: flags, method: method, checksum: checksum, packed: packed, size: size, offset: offset,
            mode: madeBy == 3 || madeBy == 19 ? attributes >> 16 : 0)
    }

    private func checkNames() throws(ArchiveError) {
        var seen: Set<[UInt8]> = []
        for item in items {
            let shown = item.name.shown
            if item.name.isUnsafe { throw .unsafeName(entry: shown) }
            if !seen.insert(item.name.bytes).inserted { throw .duplicate(entry: shown) }
            // Bit 0: encrypted, 6: strongly, 13: the directory too.
            if item.flags & 0x2041 != 0 { throw .encrypted(entry: shown) }
            let type = item.mode & EntryType.mask
            if type != 0, type != EntryType.file, type != EntryType.folder { throw .notAFile(entry: shown) }
        }
    }

    /// Each entry's own header must say the same, and no two may share a byte.
    private mutating func checkPlaces() throws(ArchiveError) {
        let order = items.indices.sorted { items[$0].offset < items[$1].offset }
        for (position, index) in order.enumerated() {
            let item = items[index]
            let end = position + 1 < order.count ? items[order[position + 1]].offset : directory.lowerBound
            let length = 30 + item.name.bytes.count
            guard item.offset <= end, end - item.offset >= length, end <= directory.lowerBound else {
                throw .contradicts(entry: item.name.shown)
            }
            var header = Fields(try FileWindow.bytes(descriptor, item.offset..<item.offset + length))
            guard header.word() == 0x0403_4B50 else { throw .contradicts(entry: item.name.shown) }
            header.skip(2)
            let (flags, method) = (header.short(), header.short())
            header.skip(16)
            let (nameLength, extraLength) = (Int(header.short()), Int(header.short()))
            guard flags & 0x2041 == item.flags & 0x2041, method == item.method,
                nameLength == item.name.bytes.count, header.take(nameLength) == item.name.bytes
            else { throw .contradicts(entry: item.name.shown) }
            let data = item.offset + length + extraLength
            guard data <= end, item.packed <= end - data else { throw .contradicts(entry: item.name.shown) }
            items[index].data = data
        }
    }
}

/// Little-endian numbers one after the other; past the end they are 0 and the fields are broken.
struct Fields {
    private let bytes: [UInt8]
    private var at = 0
    private(set) var isBroken = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var rest: Int { bytes.count - at }

    /// Whether all was read and no more than that.
    var isAtEnd: Bool { at == bytes.count && !isBroken }

    mutating func short() -> UInt16 { UInt16(truncatingIfNeeded: number(2)) }
    mutating func word() -> UInt32 { UInt32(truncatingIfNeeded: number(4)) }
    mutating func long() -> UInt64 { number(8) }

    mutating func skip(_ count: Int) {
        isBroken = isBroken || count > rest
        at += min(count, rest)
    }

    mutating func take(_ count: Int) -> [UInt8] {
        let start = at
        skip(count)
        return Array(bytes[start..<at])
    }

    private mutating func number(_ count: Int) -> UInt64 {
        guard rest >= count else {
            skip(count)
            return 0
        }
        var value: UInt64 = 0
        for index in (0..<count).reversed() { value = value << 8 | UInt64(bytes[at + index]) }
        at += count
        return value
    }
}
