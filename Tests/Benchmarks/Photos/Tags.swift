/// The EXIF segment of an invented telephone: some twenty tags, a position, a small picture's worth of other bytes.
struct Tags {
    /// A JPEG with the segment put behind its first two bytes.
    static func put(into jpeg: [UInt8]) -> [UInt8] {
        let content = Array("Exif\0\0".utf8) + Tags().bytes
        let length = content.count + 2
        return jpeg[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content + jpeg[2...]
    }

    private var bytes: [UInt8] {
        let camera: [(Int, [UInt8])] =
            [(0x9003, text("2024:03:31 02:30:00")), (0x9004, text("2024:03:31 02:30:00")), (0x9011, text("+02:00"))]
            + (0..<14).map { (0xA400 + $0, text("invented \($0)")) } + [(0x9291, text("123"))]
        let position: [(Int, [UInt8])] = [(1, text("N")), (2, [UInt8](repeating: 1, count: 24)), (3, text("E"))]
        let first = 8
        let firstTags: [(Int, [UInt8])] = [
            (0x010F, text("Invented Cameras")), (0x0110, text("Model of none")), (0x0131, text("1.0")),
            (0x0132, text("2024:04:02 10:00:00")),
        ]
        let second = first + size(firstTags.count + 3, firstTags)
        let third = second + size(camera.count, camera)
        let head: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
        let pointers = [(0x0112, 3, 1), (0x8769, 4, second), (0x8825, 4, third)]
        return head + directory(firstTags, pointers: pointers, at: first) + directory(camera, pointers: [], at: second)
            + directory(position, pointers: [], at: third) + [UInt8](repeating: 0x5A, count: 12_000)
    }

    private func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    private func size(_ count: Int, _ tags: [(Int, [UInt8])]) -> Int {
        6 + count * 12 + tags.reduce(0) { $0 + ($1.1.count > 4 ? $1.1.count : 0) }
    }

    private func number(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(value >> ($0 * 8) & 0xFF) } }

    private func directory(_ tags: [(Int, [UInt8])], pointers: [(Int, Int, Int)], at start: Int) -> [UInt8] {
        let count = tags.count + pointers.count
        var (entries, values) = (number(count, 2), [UInt8]())
        let behind = start + 6 + count * 12
        for (tag, value) in tags {
            let isText = value.last == 0
            entries += number(tag, 2) + number(isText ? 2 : 5, 2) + number(isText ? value.count : value.count / 8, 4)
            if value.count > 4 {
                entries += number(behind + values.count, 4)
                values += value
            } else {
                entries += value + [UInt8](repeating: 0, count: 4 - value.count)
            }
        }
        for (tag, type, value) in pointers {
            entries += number(tag, 2) + number(type, 2) + number(1, 4) + number(value, 4)
        }
        return entries + number(0, 4) + values
    }
}
