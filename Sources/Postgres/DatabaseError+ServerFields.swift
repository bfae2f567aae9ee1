/// What a server error is called and told: the server's own words only where they hold no value of a row.
extension DatabaseError {
    init(server fields: ServerFields, wasCancelled: Bool = false) {
        let kind = Kind(sqlstate: fields.sqlstate, wasCancelled: wasCancelled)
        let table = fields.table.map { table in fields.schema.map { "\($0).\(table)" } ?? table }
        let words =
            DatabaseError.wordsAreSafe(sqlstate: fields.sqlstate)
            ? fields.primary
            : DatabaseError.ownWords(
                sqlstate: fields.sqlstate, table: table, column: fields.column, constraint: fields.constraint)
        self.init(
            kind, "\(fields.severity): \(words)", sqlstate: fields.sqlstate, table: table, column: fields.column,
            constraint: fields.constraint)
    }

    /// Classes whose primary text names objects and states of the server, never a value of a row.
    private static let safeClasses: Set<String> = [
        "08", "0A", "25", "26", "28", "2B", "2D", "34", "3B", "3D", "3F", "40", "42", "44", "53", "54", "55", "57",
        "58", "F0",
    ]

    static func wordsAreSafe(sqlstate: String) -> Bool {
        safeClasses.contains(String(sqlstate.prefix(2)))
    }

    private static func ownWords(sqlstate: String, table: String?, column: String?, constraint: String?) -> String {
        let what =
            switch sqlstate {
            case "23505": "a row with this key is there already"
            case "23503": "a row that is referred to is not there, or is still referred to"
            case "23514": "a row breaks a check"
            case "23502": "a value is missing where one is required"
            case "23P01": "a row overlaps another where none may"
            case "22001": "a text is longer than its column"
            case "22003": "a number is out of its type's range"
            case "22007", "22008": "a date or time is not one, or is out of range"
            case "22012": "division by zero"
            case "22021", "22P05": "a text has bytes its encoding does not know"
            case "22P02": "a text is no value of its type"
            case "22P03": "a binary value does not fit its type"
            case "22P04": "the COPY data are malformed"
            case "P0001": "a function or trigger raised an exception"
            default:
                if sqlstate.hasPrefix("22") {
                    "a value is not acceptable"
                } else if sqlstate.hasPrefix("23") {
                    "a row breaks a constraint"
                } else if sqlstate.hasPrefix("P0") {
                    "a function or trigger failed"
                } else {
                    "the server reported an error whose text may hold data"
                }
            }
        var text = what
        if let table { text += ", table \(table)" }
        if let column { text += ", column \(column)" }
        if let constraint { text += ", constraint \(constraint)" }
        return text
    }
}
