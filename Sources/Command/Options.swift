public import Records
public import Reporting

/// The options of one invocation, typed; nil or empty where not given.
public struct Options: Sendable {
    // What to import, and how.
    public var inputs: [String] = []
    public var dataset: String?
    public var format: String?
    public var reports: [ReportTarget] = []
    public var ignored: [String] = []
    public var owner: String?
    public var settings: [Setting] = []
    public var edits = Edits.kept
    public var identities: String?
    public var maxRejects: RejectLimit?
    public var onReject = OnReject.goOn
    public var jobs: WorkerCount?
    public var asOf: PointInTime?
    public var recordText = RecordText.shown
    public var out: String?
    public var plan: String?
    public var diffs: DiffCount?
    public var pace: Pace?

    // Of single commands.
    public var reader: ReaderName?
    public var headers = Headers.first
    public var records: RecordCount?
    public var limit: RecordCount?
    public var maxAge: Age?
    public var job: String?
    public var since: Since?
    public var status: RunStatus?
    public var runs = Runs.one
    public var shape = Shape.list
    public var effect = Effect.real
    public var erasing = Erasing.erased
    public var alias: String?
    public var zone: String?
    public var from: CalendarDay?
    public var to: CalendarDay?
    public var preset: RangePreset?
    public var verification = Verification.any
    public var appTriggers: AppTriggers?
    public var appTables = AppTables.verified
    public var proof = Proof.compared
    public var examination = Examination.setUp
    public var samples: String?
    public var goldens = Goldens.compared

    // Of all commands.
    public var database: DatabaseAddress?
    public var pipelines: [String] = []
    public var output: OutputForm?
    public var logForm: LogLine.Form?
    public var verbosity = Console.Verbosity.normal

    public init() {}

    /// `--source-wins`: what becomes of rows that were edited or deleted in the app.
    public enum Edits: Sendable { case kept, overwritten }
    /// `--fail-fast`: whether a reject ends the run.
    public enum OnReject: Sendable { case goOn, stop }
    /// `--redact`: whether values of records may stand in what is written.
    public enum RecordText: Sendable { case shown, redacted }
    /// `--headless`: where the columns of a CSV get their names.
    public enum Headers: Sendable { case first, none }
    /// `--verified`: whether rows that are not verified are written.
    public enum Verification: Sendable { case any, verified }
    /// `rejects --all`: of which runs.
    public enum Runs: Sendable { case one, all }
    /// `runs --chart`: how the runs are shown.
    public enum Shape: Sendable { case list, chart }
    /// `--dry-run`: whether something is changed.
    public enum Effect: Sendable { case real, described }
    /// `--verify`, `--lift`: what `erase` does.
    public enum Erasing: Sendable { case erased, verified, lifted }
    /// `--indexes`: what `doctor` looks at.
    public enum Examination: Sendable { case setUp, indexes }
    /// `--record`: what becomes of the goldens of samples.
    public enum Goldens: Sendable { case compared, recorded }
    /// `--try`: whether the schema is compared only, or written to and taken back.
    public enum Proof: Sendable { case compared, tried }
    /// `--with-app-tables`: whether the app's own tables are made too.
    public enum AppTables: Sendable { case verified, made }
    /// `--without-app-triggers`: whether the app's own tables get triggers for summaries.
    public enum AppTriggers: Sendable { case made, left }
}
