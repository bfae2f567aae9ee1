internal import Glibc

/// The bytes of a catalogue: a mapped file, or a copy in memory.
///
/// They are immutable, so any thread may read them.
final class CatalogueBytes: Sendable {
    private nonisolated(unsafe) let memory: UnsafeRawBufferPointer
    private let isMapped: Bool

    init(_ bytes: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        copy.copyBytes(from: bytes)
        memory = UnsafeRawBufferPointer(copy)
        isMapped = false
    }

    /// Maps a file; nil where it cannot be.
    init?(mapping path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0,
            let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
            start != MAP_FAILED
        else { return nil }
        memory = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
        isMapped = true
    }

    deinit {
        if isMapped, let start = memory.baseAddress {
            munmap(UnsafeMutableRawPointer(mutating: start), memory.count)
        } else {
            memory.deallocate()
        }
    }

    var count: Int { memory.count }

    /// Maps the pages of a part that will be read as a whole.
    func populate(_ count: Int) {
        guard isMapped, let start = memory.baseAddress else { return }
        // Older kernels have no such advice.
        madvise(UnsafeMutableRawPointer(mutating: start), min(count, memory.count), MADV_POPULATE_READ)
    }

    func word(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset + 8 <= count)
        return memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    func number(at offset: Int) -> Int {
        precondition(offset >= 0 && offset + 4 <= count)
        return Int(memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    /// A text that ends with a zero.
    func text(at offset: Int) -> UnsafePointer<CChar> {
        let rest = self[offset..<count]
        guard rest.contains(0), let start = rest.baseAddress else { preconditionFailure("a text without end") }
        return start.assumingMemoryBound(to: CChar.self)
    }
    subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return UnsafeRawBufferPointer(rebasing: memory[range])
    }

    /// A checksum in four lanes of 64 bits. It detects damage, not manipulation.
    func checksum(of range: Range<Int>) -> UInt64 {
        let memory = self[range]
        var lanes = SIMD4<UInt64>(1, 2, 3, 4)
        let prime = SIMD4<UInt64>(repeating: 0x9E37_79B9_7F4A_7C15)
        var offset = 0
        while offset + 32 <= memory.count {
            let block = memory.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
            lanes = (lanes ^ block) &* prime
            lanes ^= lanes &>> 29
            offset += 32
        }
        var sum = UInt64(memory.count)
        for byte in memory[offset...] { sum = (sum ^ UInt64(byte)) &* prime[0] }
        for lane in 0..<4 { sum = (sum ^ lanes[lane]) &* prime[0] }
        return sum
    }
}

/// Writes numbers, texts and lists one after the other.
struct CatalogueWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: Int) { withUnsafeBytes(of: UInt32(truncatingIfNeeded: number)) { bytes += $0 } }
    mutating func add(word: UInt64) { withUnsafeBytes(of: word) { bytes += $0 } }
    mutating func add(raw more: [UInt8]) { bytes += more }
    mutating func add(_ text: some Collection<UInt8>) {
        add(text.count)
        bytes += text
    }
    mutating func add(_ text: String) { add(text.utf8) }
    mutating func add<Element>(_ list: [Element], _ each: (inout CatalogueWriter, Element) -> Void) {
        add(list.count)
        for element in list { each(&self, element) }
    }
    mutating func add(_ texts: [String]) { add(texts) { $0.add($1) } }
    /// Writes a word where there was another.
    mutating func set(word: UInt64, at offset: Int) {
        withUnsafeBytes(of: word) { bytes.replaceSubrange(offset..<offset + 8, with: $0) }
    }
}

/// Reads what a writer has written, in the same order.
struct CatalogueReader {
    let bytes: CatalogueBytes
    var offset: Int

    init(_ bytes: CatalogueBytes, at offset: Int) { (self.bytes, self.offset) = (bytes, offset) }

    mutating func number() -> Int {
        defer { offset += 4 }
        return bytes.number(at: offset)
    }
    mutating func word() -> UInt64 {
        defer { offset += 8 }
        return bytes.word(at: offset)
    }
    mutating func text() -> String {
        let count = number()
        defer { offset += count }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    }
    mutating func list<Element>(_ each: (inout CatalogueReader) -> Element) -> [Element] {
        let elements = number()
        precondition(elements <= bytes.count)
        return (0..<elements).map { _ in each(&self) }
    }
    /// Passes over a text; its place.
    mutating func range() -> Range<Int> {
        let length = number()
        defer { offset += length }
        return offset..<offset + length
    }
    mutating func texts() -> [String] { list { $0.text() } }
}
