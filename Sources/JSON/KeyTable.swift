internal import Glibc

/// The keys that objects at one place have had, so that those of the next object are known without hashing.
///
/// Objects of one kind mostly write their keys in one order: the key after the one just met is tried first. Each entry
/// is stamped with the object that has it, by which a second one is found.
struct KeyTable {
    struct Entry {
        var offset: Int32
        var length: Int32
        var hash: UInt32
        var stamp: UInt32
        /// What the key leads to: a node of the selection, or -1.
        var node: Int32
        /// Whether it holds no backslash: then whatever equals it in a text holds no escape.
        var isPlain: Bool
    }

    private(set) var count = 0
    private var entries: UnsafeMutablePointer<Entry>
    private var capacity = 16
    private var text: UnsafeMutablePointer<UInt8>
    private var textCount = 0
    private var textCapacity = 256
    private var slots: UnsafeMutablePointer<Int32>
    private var mask = 31
    private var stamp: UInt32 = 0

    /// Against texts made to collide.
    private static let seed = UInt64.random(in: .min ... .max) | 1
    /// Entries and bytes above which a table forgets before the next object.
    private static let large = (count: 512, text: 1 << 15)

    init() {
        entries = .allocate(capacity: capacity)
        text = .allocate(capacity: textCapacity)
        slots = .allocate(capacity: mask + 1)
        slots.initialize(repeating: -1, count: mask + 1)
    }

    func deallocate() {
        entries.deallocate()
        text.deallocate()
        slots.deallocate()
    }

    /// Frees a table and its place.
    static func free(_ place: UnsafeMutablePointer<KeyTable>) {
        place.pointee.deallocate()
        place.deallocate()
    }

    /// Starts an object; its stamp.
    mutating func begin() -> UInt32 {
        stamp &+= 1
        if count > Self.large.count || textCount > Self.large.text || stamp == 0 {
            count = 0
            textCount = 0
            stamp = 1
            slots.update(repeating: -1, count: mask + 1)
        }
        return stamp
    }

    @inline(__always)
    func entry(_ index: Int) -> UnsafeMutablePointer<Entry> { entries + index }

    private func holds(_ key: UnsafePointer<UInt8>, _ length: Int, at index: Int) -> Bool {
        let entry = entries[index]
        return Int(entry.length) == length && memcmp(text + Int(entry.offset), key, length) == 0
    }

    /// Whether a key as it stands in a text is that of an entry.
    @inline(__always)
    func expects(_ key: UnsafePointer<UInt8>, _ length: Int, at index: Int) -> Bool {
        guard index < count else { return false }
        let entry = entries[index]
        guard Int(entry.length) == length, entry.isPlain else { return false }
        let (one, other) = (UnsafeRawPointer(key), UnsafeRawPointer(text + Int(entry.offset)))
        func equal<Word: FixedWidthInteger>(_ type: Word.Type) -> Bool {
            // Two words cover all lengths up to twice theirs.
            let last = length - MemoryLayout<Word>.size
            return one.loadUnaligned(as: type) == other.loadUnaligned(as: type)
                && one.loadUnaligned(fromByteOffset: last, as: type)
                    == other.loadUnaligned(fromByteOffset: last, as: type)
        }
        if length > 16 { return memcmp(one, other, length) == 0 }
        if length >= 8 { return equal(UInt64.self) }
        if length >= 4 { return equal(UInt32.self) }
        if length >= 2 { return equal(UInt16.self) }
        return length == 0 || key.pointee == text[Int(entry.offset)]
    }

    /// The entry of a key, or -1.
    func find(_ key: UnsafePointer<UInt8>, _ length: Int, hash: UInt32) -> Int {
        var slot = Int(hash) & mask
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if entries[index].hash == hash, holds(key, length, at: index) { return index }
            slot = (slot + 1) & mask
        }
        return -1
    }

    /// Adds a key that is not there; its entry.
    mutating func add(_ key: UnsafePointer<UInt8>, _ length: Int, hash: UInt32, node: Int32) -> Int {
        reserve(length)
        (text + textCount).update(from: key, count: length)
        (entries + count).initialize(
            to: Entry(
                offset: Int32(textCount), length: Int32(length), hash: hash, stamp: 0, node: node,
                isPlain: memchr(key, 0x5C, length) == nil))
        textCount += length
        place(count)
        count += 1
        return count - 1
    }

    private func place(_ index: Int) {
        var slot = Int(entries[index].hash) & mask
        while slots[slot] >= 0 { slot = (slot + 1) & mask }
        slots[slot] = Int32(index)
    }

    private mutating func reserve(_ length: Int) {
        if textCount + length > textCapacity {
            textCapacity = max(textCapacity * 2, textCount + length)
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: textCapacity)
            larger.update(from: text, count: textCount)
            text.deallocate()
            text = larger
        }
        guard count == capacity else { return }
        capacity *= 2
        let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        larger.update(from: entries, count: count)
        entries.deallocate()
        entries = larger
        slots.deallocate()
        mask = mask * 2 + 1
        slots = .allocate(capacity: mask + 1)
        slots.initialize(repeating: -1, count: mask + 1)
        for index in 0..<count { place(index) }
    }

    static func hash(_ key: UnsafePointer<UInt8>, _ length: Int) -> UInt32 {
        var value = seed ^ UInt64(truncatingIfNeeded: length)
        var at = 0
        let bytes = UnsafeRawPointer(key)
        func mix(_ word: UInt64) {
            let (high, low) = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            value = high ^ low ^ seed
        }
        while at + 8 <= length {
            mix(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            at += 8
        }
        var rest: UInt64 = 0
        while at < length {
            rest = rest << 8 | UInt64(key[at])
            at += 1
        }
        mix(rest)
        mix(seed)
        return UInt32(truncatingIfNeeded: value ^ value >> 32)
    }
}
