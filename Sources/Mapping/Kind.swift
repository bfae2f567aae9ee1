/// What a cell holds, told without its value.
enum Kind {
    static func of(_ bytes: UnsafeRawBufferPointer) -> String {
        let isNumeric = bytes.allSatisfy {
            ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E || $0 == 0x2C || $0 == 0x2D || $0 == 0x2B
        }
        let characters = bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        let unit = characters == 1 ? "character" : "characters"
        return (isNumeric ? "number of " : "text of ") + "\(characters) \(unit)"
    }
}
