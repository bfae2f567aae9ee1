/// Words that exports use for true and false.
enum Words {
    private static let yes = WordTable(["true", "t", "yes", "y", "1", "on"])
    private static let no = WordTable(["false", "f", "no", "n", "0", "off"])

    @inline(__always)
    static func boolean(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        // As programs write them: `true`, `fals` and `e`.
        if bytes.count == 4 || bytes.count == 5 {
            let four = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
            if bytes.count == 4, four == 0x6575_7274 { return true }
            if bytes.count == 5, four == 0x736C_6166, bytes[4] == 0x65 { return false }
        }
        return word(bytes)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        if yes.index(of: bytes) != nil { return true }
        return no.index(of: bytes) != nil ? false : nil
    }
}
