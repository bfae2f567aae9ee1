/// The values that are bound to a statement.
enum Parameters {
    case texts([String?])
    /// In the server's binary format, by their places in the bytes; nil is null.
    case binary([UInt8], [Range<Int>?])

    /// The fields of whole rows, one after the other.
    init(_ rows: borrowing CopyBuffer) {
        let bytes = rows.withBytes { Array($0) }
        var places: [Range<Int>?] = []
        var offset = 0
        func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Int {
            let end = offset + MemoryLayout<Number>.size
            defer { offset = end }
            return Int(bytes[offset..<end].reduce(0 as Number) { $0 << 8 | Number(truncatingIfNeeded: $1) })
        }
        while offset < bytes.count {
            for _ in 0..<number(Int16.self) {
                let length = number(Int32.self)
                places.append(length < 0 ? nil : offset..<offset + length)
                offset += max(0, length)
            }
        }
        self = .binary(bytes, places)
    }

    var count: Int {
        switch self {
        case .texts(let texts): texts.count
        case .binary(_, let places): places.count
        }
    }

    /// Lends them as libpq takes them: values, their lengths, and their formats.
    func lend<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
        switch self {
        case .texts(let texts): return withCStrings(texts) { body($0, nil, nil) }
        case .binary(let bytes, let places):
            return bytes.withUnsafeBytes { bytes in
                let values = places.map { place in
                    place.flatMap { bytes.baseAddress?.advanced(by: $0.lowerBound).assumingMemoryBound(to: CChar.self) }
                }
                let lengths = places.map { Int32($0?.count ?? 0) }
                let formats = [Int32](repeating: 1, count: places.count)
                return (values + [nil]).withUnsafeBufferPointer { values in
                    guard let first = values.baseAddress else { preconditionFailure("it ends in NULL") }
                    return lengths.withUnsafeBufferPointer { lengths in
                        formats.withUnsafeBufferPointer { body(first, lengths.baseAddress, $0.baseAddress) }
                    }
                }
            }
        }
    }
}

extension Later {
    /// Most values that one statement inserts: to read as many takes the server longer than a COPY of them.
    public static let mostInserted = 1000

    /// Inserts few rows that were written for a COPY, which would wait for answers of its own.
    public func insert(
        into table: Identifier, columns: [String], _ rows: borrowing CopyBuffer
    ) -> Pending<Int> {
        let parameters = Parameters(rows)
        let width = max(1, columns.count)
        let values = stride(from: 0, to: parameters.count, by: width).map { first in
            "(\((first..<first + width).map { "$\($0 + 1)" }.joined(separator: ", ")))"
        }
        let list = columns.map { Identifier(parts: [$0]).quoted }.joined(separator: ", ")
        let text = "insert into \(table.quoted) (\(list)) values \(values.joined(separator: ", "))"
        // As many texts as there are numbers of rows: none is worth a plan.
        let statement = connection.queue(text, parameters, planning: .eachTime)
        return Pending(connection: connection, statement: statement) { $0.touchedRows }
    }
}
