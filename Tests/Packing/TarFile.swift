/// Writes tar archives.
public enum TarFile {
    public static func make(_ entries: [(name: String, content: String, type: Character)]) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            let content = Array(entry.content.utf8)
            var header = [UInt8](repeating: 0, count: 512)
            func put(_ text: String, at place: Int) {
                for (index, byte) in text.utf8.enumerated() { header[place + index] = byte }
            }
            put(entry.name, at: 0)
            put("0000644\0", at: 100)
            let octal = String(content.count, radix: 8)
            put(String(repeating: "0", count: 11 - octal.count) + octal, at: 124)
            put("00000000000", at: 136)
            put("        ", at: 148)
            put(String(entry.type), at: 156)
            put("ustar\u{0}00", at: 257)
            let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
            put(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ", at: 148)
            bytes += header + content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
        }
        return bytes + [UInt8](repeating: 0, count: 1024)
    }
}
