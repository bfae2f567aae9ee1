/// A type whose arrays can be written, by its object identifier, which never changes.
public enum ArrayElement: UInt32, Sendable {
    case bool = 16
    case bytea = 17
    case bigint = 20
    case integer = 23
    case text = 25
    case uuid = 2950
}

extension CopyBuffer {
    /// Starts a one-dimensional array; `count` fields follow, then `endArray` with the mark returned here.
    public mutating func beginArray(of element: ArrayElement, count elements: Int) -> Int {
        reserve(24)
        let mark = used
        store(0 as Int32)
        store(elements == 0 ? 0 : 1 as Int32)
        // Whether there are nulls: the server counts them itself.
        store(0 as Int32)
        store(element.rawValue)
        if elements > 0 {
            store(Int32(elements))
            store(1 as Int32)
        }
        return mark
    }

    /// Ends the array that began at the mark.
    public mutating func endArray(_ mark: Int) {
        let end = used
        used = mark
        store(Int32(end - mark - 4))
        used = end
    }
}
