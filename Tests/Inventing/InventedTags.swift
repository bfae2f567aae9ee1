/// EXIF of an invented camera: directories of tags, in either order of bytes.
public struct InventedTags: Sendable {
    /// What a tag holds.
    public enum Value: Sendable {
        /// A text and its NUL.
        case text(String)
        case bytes(type: Int, [UInt8])
        case short(Int)
        case long(Int)
        case fractions([(Int, Int)])
        /// A type, a count and four bytes as they are, be they true or not.
        case raw(type: Int, count: Int, Int)
    }

    public typealias Directory = [(tag: Int, value: Value)]

    public var isLittleEndian = true
    public var first: Directory
    public var camera: Directory
    public var position: Directory
    public var interoperability: Directory

    public init(
        first: Directory = [], camera: Directory = [], position: Directory = [], interoperability: Directory = []
    ) {
        (self.first, self.camera) = (first, camera)
        (self.position, self.interoperability) = (position, interoperability)
    }

    /// From the byte order mark on.
    public var bytes: [UInt8] {
        var (first, camera) = (first, camera)
        if !interoperability.isEmpty { camera.append((0xA005, .long(0))) }
        if !camera.isEmpty { first.append((0x8769, .long(0))) }
        if !position.isEmpty { first.append((0x8825, .long(0))) }
        let cameraStart = 8 + size(first)
        let positionStart = cameraStart + (camera.isEmpty ? 0 : size(camera))
        let lastStart = positionStart + (position.isEmpty ? 0 : size(position))
        point(&first, 0x8769, cameraStart, isThere: !camera.isEmpty)
        point(&first, 0x8825, positionStart, isThere: !position.isEmpty)
        point(&camera, 0xA005, lastStart, isThere: !interoperability.isEmpty)
        var bytes = (isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]) + number(42, 2) + number(8, 4)
        bytes += directory(first, at: 8)
        if !camera.isEmpty { bytes += directory(camera, at: cameraStart) }
        if !position.isEmpty { bytes += directory(position, at: positionStart) }
        if !interoperability.isEmpty { bytes += directory(interoperability, at: lastStart) }
        return bytes
    }

    private func point(_ directory: inout Directory, _ tag: Int, _ start: Int, isThere: Bool) {
        if isThere, let index = directory.lastIndex(where: { $0.tag == tag }) { directory[index].value = .long(start) }
    }

    private func number(_ value: Int, _ size: Int) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        return isLittleEndian ? bytes : bytes.reversed()
    }

    /// Type, count and bytes of a value.
    private func parts(_ value: Value) -> (type: Int, count: Int, bytes: [UInt8]) {
        switch value {
        case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .bytes(let type, let bytes): (type, bytes.count, bytes)
        case .short(let value): (3, 1, number(value, 2))
        case .long(let value): (4, 1, number(value, 4))
        case .fractions(let some): (5, some.count, some.flatMap { number($0.0, 4) + number($0.1, 4) })
        case .raw(let type, let count, let value): (type, count, number(value, 4))
        }
    }

    private func size(_ directory: Directory) -> Int {
        directory.reduce(6) { size, entry in
            let length = parts(entry.value).bytes.count
            return size + 12 + (length > 4 ? length : 0)
        }
    }

    private func directory(_ directory: Directory, at start: Int) -> [UInt8] {
        var entries = number(directory.count, 2)
        var values: [UInt8] = []
        for (tag, value) in directory {
            let (type, count, bytes) = parts(value)
            entries += number(tag, 2) + number(type, 2) + number(count, 4)
            if bytes.count > 4 {
                entries += number(start + 6 + directory.count * 12 + values.count, 4)
                values += bytes
            } else {
                entries += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
            }
        }
        return entries + number(0, 4) + values
    }
}
