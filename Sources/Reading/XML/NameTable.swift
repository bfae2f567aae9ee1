internal import Glibc

/// Names that are asked for again and again: as C strings, since that is how they come.
final class NameTable {
    let count: Int
    private let names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>>

    init(_ names: [String]) {
        let copies = names.compactMap { strdup($0) }
        count = copies.count
        self.names = .allocate(capacity: max(1, copies.count))
        self.names.initialize(from: copies, count: copies.count)
    }

    deinit {
        for index in 0..<count { free(names[index]) }
        names.deallocate()
    }

    /// Which of them a name is.
    @inline(__always)
    func index(of name: UnsafePointer<CChar>) -> Int? {
        for index in 0..<count where holds(name, at: index) { return index }
        return nil
    }

    @inline(__always)
    func holds(_ name: UnsafePointer<CChar>, at index: Int) -> Bool {
        // Most names differ in their first letter.
        names[index].pointee == name.pointee && strcmp(names[index], name) == 0
    }
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
