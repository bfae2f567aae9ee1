/// Words that exports use for true and false.
enum Words {
    private static let yes = WordTable(["true", "t", "yes", "y", "1", "on"])
    private static let no = WordTable(["false", "f", "no", "n", "0", "off"])

    static func boolean(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        if yes.index(of: bytes) != nil { return true }
        return no.index(of: bytes) != nil ? false : nil
    }
}
