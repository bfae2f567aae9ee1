internal import Glibc

/// Names that are asked for again and again: as C strings, since that is how they come.
final class NameTable {
    private let names: [UnsafeMutablePointer<CChar>]

    init(_ names: [String]) { self.names = names.compactMap { strdup($0) } }

    deinit { for name in names { free(name) } }

    /// Which of them a name is.
    func index(of name: UnsafePointer<CChar>) -> Int? {
        for index in names.indices where strcmp(names[index], name) == 0 { return index }
        return nil
    }

    @inline(__always)
    func holds(_ name: UnsafePointer<CChar>, at index: Int) -> Bool { strcmp(names[index], name) == 0 }
}

extension String {
    /// Whether a C string is this text.
    func stands(in text: UnsafePointer<CChar>) -> Bool {
        var text = text
        for byte in utf8 {
            guard UInt8(bitPattern: text.pointee) == byte else { return false }
            text += 1
        }
        return text.pointee == 0
    }
}
