internal import CPostgres

/// One row of a streamed result, lent to a closure.
public struct Row: ~Copyable {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    public var count: Int { Int(PQnfields(result)) }

    /// The column's text, nil where it is null.
    public subscript(_ column: Int) -> String? {
        guard PQgetisnull(result, 0, Int32(column)) == 0, let bytes = PQgetvalue(result, 0, Int32(column)) else {
            return nil
        }
        return String(cString: bytes)
    }

    public func name(_ column: Int) -> String {
        PQfname(result, Int32(column)).map { String(cString: $0) } ?? ""
    }

    public var texts: [String?] { (0..<count).map { self[$0] } }

    /// Lends the bytes of a column's text, nil where it is null.
    public func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
        guard PQgetisnull(result, 0, Int32(column)) == 0, let bytes = PQgetvalue(result, 0, Int32(column)) else {
            return body(nil)
        }
        return body(UnsafeRawBufferPointer(start: bytes, count: Int(PQgetlength(result, 0, Int32(column)))))
    }
}
