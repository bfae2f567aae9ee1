internal import CPostgres
internal import Glibc

/// One row of a result, read by the names of its columns.
///
///     let id: Int64 = try row["id"]
///     let job: String? = try row["job"]
public struct Row {
    private let result: QueryResult
    private let index: Int32

    init(_ result: QueryResult, _ index: Int32) { (self.result, self.index) = (result, index) }

    /// The value of a column; only an optional type takes null.
    public subscript<Value: SQLValue>(_ name: String) -> Value {
        get throws(DatabaseError) {
            guard let column = result.column(name) else {
                throw DatabaseError(.usage, "the result has no column \(name)")
            }
            return try value(column)
        }
    }

    func value<Value: SQLValue>(_ column: Int) throws(DatabaseError) -> Value {
        let text = self[column]
        if let value = Value(sqlText: text) { return value }
        let found = text == nil ? "null" : "of another type"
        throw DatabaseError(.usage, "column \(name(column)) is \(found), expected \(Value.expectation)")
    }

    public var count: Int { result.columns }

    /// The text of a column by its place, where only the statement knows the columns; nil where it is null.
    public subscript(_ column: Int) -> String? {
        guard let bytes = result.bytes(index, column) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    public func name(_ column: Int) -> String { result.name(column) }

    public var texts: [String?] { (0..<count).map { self[$0] } }

    /// Lends the bytes of a column's text, nil where it is null.
    public func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
        withExtendedLifetime(result) { body(result.bytes(index, column)) }
    }
}

/// What the server has sent for one statement, kept as long as one of its rows.
final class QueryResult {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var columns: Int { Int(PQnfields(handle)) }

    /// What the server says of the statement, as in `INSERT 0 3`.
    var tag: String { PQcmdStatus(handle).map { String(cString: $0) } ?? "" }

    /// How many rows it inserted, updated, deleted or copied.
    var touchedRows: Int {
        let words = tag.split(separator: " ")
        guard let verb = words.first, ["INSERT", "UPDATE", "DELETE", "MERGE", "COPY"].contains(verb) else { return 0 }
        return words.last.flatMap { Int($0) } ?? 0
    }

    var rows: [Row] { (0..<PQntuples(handle)).map { Row(self, $0) } }

    func name(_ column: Int) -> String { PQfname(handle, Int32(column)).map { String(cString: $0) } ?? "" }

    func column(_ name: String) -> Int? {
        name.withCString { name in
            (0..<columns).first { column in PQfname(handle, Int32(column)).map { strcmp($0, name) == 0 } ?? false }
        }
    }

    func bytes(_ row: Int32, _ column: Int) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(handle, row, Int32(column)) == 0, let bytes = PQgetvalue(handle, row, Int32(column)) else {
            return nil
        }
        return UnsafeRawBufferPointer(start: bytes, count: Int(PQgetlength(handle, row, Int32(column))))
    }
}
