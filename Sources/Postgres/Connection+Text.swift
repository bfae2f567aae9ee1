/// Statements as text that numbers its parameters itself, as a test or a person types it.
///
/// Literals are values of `SQL` wherever they can be.
extension Connection {
    /// Runs one or several statements; returns the number of rows they touched.
    @_disfavoredOverload
    @discardableResult
    public func run(_ text: String) throws(DatabaseError) -> Int {
        if try plan(of: text) != nil { return try run(text, []) }
        try begin(text)
        return try finish()
    }

    /// Runs one statement with parameters; returns the number of rows it touched.
    @discardableResult
    public func run(_ text: String, _ parameters: [String?]) throws(DatabaseError) -> Int {
        try send(text, parameters)
        return try finish()
    }

    /// All rows of a statement, as text.
    @_disfavoredOverload
    public func rows(_ text: String, _ parameters: [String?] = []) throws(DatabaseError) -> [[String?]] {
        try rowsOf(text, parameters).map(\.texts)
    }

    /// The first column of the only row; nil where it is null or there is no row.
    @_disfavoredOverload
    public func value(_ text: String, _ parameters: [String?] = []) throws(DatabaseError) -> String? {
        try rowsOf(text, parameters).first?[0]
    }

    /// Streams a result row by row, in the memory of one row.
    @_disfavoredOverload
    public func each(_ text: String, _ parameters: [String?] = [], _ body: (Row) throws -> Void) throws {
        try eachOf(text, parameters, body)
    }
}
