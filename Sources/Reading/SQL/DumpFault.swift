internal import SQLDump

/// What is wrong with an SQL dump as a whole.
public enum DumpFault: Hashable, Sendable {
    case endsInCopy
    case endsInInsert
    case endsInStatement
    case endsInComment
    case lacksItsEnd
    case tooLong
    case copyOptions
    case encoding

    /// The fault that the scanner found, and the line on which what it concerns begins.
    static func of(_ error: DumpError) -> ReadError {
        switch error {
        case .incomplete(let part, let line):
            switch part {
            case .copy: .dump(.endsInCopy, line: line)
            case .insert, .row: .dump(.endsInInsert, line: line)
            case .statement: .dump(.endsInStatement, line: line)
            case .comment: .dump(.endsInComment, line: line)
            case .dump: .dump(.lacksItsEnd, line: line)
            }
        case .tooLong(_, let line): .dump(.tooLong, line: line)
        case .unsupportedCopy(let line): .dump(.copyOptions, line: line)
        case .unsupportedEncoding(let line): .dump(.encoding, line: line)
        }
    }

    /// What follows `line N:`.
    var wording: String {
        switch self {
        case .endsInCopy: "the file ends within the rows of a COPY, which `\\.` should close: it is cut, dump again"
        case .endsInInsert: "the file ends within an INSERT: it is cut, dump again"
        case .endsInStatement: "the file ends within a statement: it is cut, dump again"
        case .endsInComment: "the file ends within a comment: it is cut, dump again"
        case .lacksItsEnd:
            "the dump that begins here lacks its last line, `PostgreSQL database dump complete`: dump again"
        case .tooLong: "a row or statement is longer than 32 MB"
        case .copyOptions: "COPY with options is not read: dump again with pg_dump or `supabase db dump`"
        case .encoding: "the dump is not in UTF-8: dump again with --encoding=UTF8"
        }
    }
}
