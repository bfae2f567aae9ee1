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
    public var sources: [String] = []
    public var owner: String?
    public var settings: [Setting] = []
    public var edits = Edits.kept
    public var identities: String?
    public var maxRejects: RejectLimit?
    public var maxRefused: RejectLimit?
    public var warnRejects: RejectLimit?
    public var maxNewRows: RecordCount?
    public var onReject = OnReject.goOn
    public var jobs: WorkerCount?
    public var asOf: PointInTime?
    public var recordText = RecordText.shown
    public var out: String?
    public var plan: String?
    public var diffs: DiffCount?
    public var pace: Pace?
    public var repetition = Repetition.once
    public var sweep: Age?
    public var units: String?
    public var group: ByteCount?
    public var slots: WorkerCount?
    public var resumes: String?
    public var groupsFolder: String?
    public var listing = ListingOfUnits.report

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
    public var run: String?
    public var opening = Opening.left
    public var photo: String?
    public var code: RefusalCode?
    public var olderThan: Age?
    public var persons = Persons.hidden
    public var files = Files.chosen
    public var shape = Shape.list
    public var effect = Effect.real
    public var erasing = Erasing.erased
    public var alias: String?
    public var zone: String?
    public var from: CalendarDay?
    public var to: CalendarDay?
    public var preset: RangePreset?
    public var extent = Extent.named
    public var package: String?
    public var verification = Verification.any
    public var appTriggers: AppTriggers?
    public var appTables = AppTables.verified
    public var proof = Proof.compared
    public var examination = Examination.setUp
    public var samples: String?
    public var goldens = Goldens.compared
    /// `--catalogue`.
    public var writesCatalogue = false
    public var dateOrder: DateOrder?
    public var columnUnits: [ColumnUnit] = []
    public var questions = Questions.asked
    public var existing = Existing.kept

    // Of all commands.
    public var database: DatabaseAddress?
    public var pipelines: [String] = []
    public var output: OutputForm?
    public var logForm: LogLine.Form?
    public var colours: Terminal.Colours?
    public var verbosity = Console.Verbosity.normal
    public var page = Page.whole

    public init() {}

    /// `-h` or `--help`: how much of a command is explained.
    public enum Page: Sendable { case short, whole }

    /// `--source-wins`: what becomes of rows that were edited or deleted in the app.
    public enum Edits: Sendable { case kept, overwritten }
    /// `--fail-fast`: whether a reject ends the run.
    public enum OnReject: Sendable { case goOn, stop }
    /// `--watch`: how often a job runs.
    public enum Repetition: Sendable { case once, whenever }
    /// `--redact`: whether values of records may stand in what is written.
    public enum RecordText: Sendable { case shown, redacted }
    /// `--headless`: where the columns of a CSV get their names.
    public enum Headers: Sendable { case first, none }
    /// `export --all`: whether one list is written, or everything of a person.
    public enum Extent: Sendable { case named, everything }
    /// `--verified`: whether rows that are not verified are written.
    public enum Verification: Sendable { case any, verified }
    /// `rejects --all`: of which runs.
    public enum Runs: Sendable { case one, all }
    /// `report --open`: whether the first page is shown.
    public enum Opening: Sendable { case left, opened }
    /// `quarantine --all`: which refused files, where nothing says it.
    public enum Files: Sendable { case chosen, all }
    /// `status --owners`: whether the state of each owner is listed.
    public enum Persons: Sendable { case hidden, shown }
    /// `runs --chart`: how the runs are shown.
    public enum Shape: Sendable { case list, chart }
    /// `--dry-run`: whether something is changed.
    public enum Effect: Sendable { case real, described }
    /// `finish --missing`: whether a run is ended, or lines are listed.
    public enum ListingOfUnits: Sendable { case report, missing }
    /// `--verify`, `--lift`: what `erase` does.
    public enum Erasing: Sendable { case erased, verified, lifted }
    /// `--indexes`: what `doctor` looks at.
    public enum Examination: Sendable { case setUp, indexes }
    /// `--record`: what becomes of the goldens of samples.
    public enum Goldens: Sendable { case compared, recorded }
    /// `--yes`: whether a terminal is asked, or what is proposed is taken and done.
    public enum Questions: Sendable { case asked, answered }
    /// `--force`: what becomes of a file that is there.
    public enum Existing: Sendable { case kept, overwritten }
    /// `--try`: whether the schema is compared only, or written to and taken back.
    public enum Proof: Sendable { case compared, tried }
    /// `--with-app-tables`: whether the app's own tables are made too.
    public enum AppTables: Sendable { case verified, made }
    /// `--without-app-triggers`: whether the app's own tables get triggers for summaries.
    public enum AppTriggers: Sendable { case made, left }
}
