/// What the command is asked to do, by its words on the command line.
public enum Verb: String, CaseIterable, Sendable {
    case run
    case validate
    case plan
    case peek
    case recognise
    case formats
    case datasets
    case jobs
    case check
    case initFormat = "init format"
    case runs
    case show
    case status
    case rejects
    case replayRejects = "rejects replay"
    case rollback
    case erase
    case purge
    case verify
    case export
    case summariesVerify = "summaries verify"
    case summariesRebuild = "summaries rebuild"
    case schemaStatus = "schema status"
    case schemaUp = "schema up"
    case schemaSQL = "schema sql"
    case schemaVerify = "schema verify"
    case dbStart = "db start"
    case dbStop = "db stop"
    case dbStatus = "db status"
    case dbPsql = "db psql"
    case dbURL = "db url"
    case doctor
    case completions
    case man
    case help
    case version

    /// The words in their order: `db`, `start`.
    public var words: [String] { rawValue.split(separator: " ").map(String.init) }
}
