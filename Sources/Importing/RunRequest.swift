public import Definitions
public import Loading
public import Reading
public import Records
public import Reporting

/// What one run is asked to do.
public struct RunRequest: Sendable {
    public var mode: RunReport.Mode
    public var job: Job?
    public var inputs: [String]
    public var datasets: [String] = []
    public var format: String?
    /// Patterns of files and folders that are left out.
    public var ignored: [String] = []
    public var owner: String?
    public var settings: [(name: String, value: String)] = []
    /// Settings with which files were loaded before, which they are read with again.
    var recalled = RecalledSettings()
    public var winner = Loader.Winner.app
    public var identities: [String: String] = [:]
    public var limit: RejectLimit?
    /// Of refused files.
    public var refusalLimit: RejectLimit?
    /// Rejects up to which nothing is warned of.
    public var warningLimit: RejectLimit?
    /// New rows that the run may load.
    public var mostNewRows: Int?
    /// Of those what is left after so many; nil: any number.
    func rowsLeft(after rows: Int) -> Int? { (mostNewRows ?? job?.maxNewRows).map { max(0, $0 - rows) } }
    public var stopsAtFirstReject = false
    /// "Now", in microseconds since 1970, and as it was given.
    public var asOf: (micros: Int64, text: String)?
    public var differencesPerTable = 50
    /// Whether a plan is to be saved.
    public var keepsPlan = false
    /// The plan to apply, and nothing else.
    public var applies: PlanFile?
    public var recordText = RecordText.kept
    /// Where photos are kept, unless the setting `photos` says otherwise.
    public var photoFolder = ".scorebook/photos"
    /// How much of the time the run loads; nil: as the job says, otherwise all of it.
    public var pace: Pace?
    /// What was typed, for commands to copy.
    public var typed: TypedCommand
    /// How many pictures are looked at at once; nil: as many as there are cores.
    public var workers: Int?
    /// How much a file may take.
    public var processorTime = ProcessorTime.Limit()

    /// Whose records: `folder`, an email, a user id or `payload`.
    ///
    /// Where a job takes the owner from the folder nothing else can name one for all of them.
    public var whose: String? { job?.owner == "folder" ? "folder" : owner ?? job?.owner }

    /// The dataset that was asked for by itself, in place of the job's.
    var dataset: String? { job == nil || datasets != job?.datasets ? datasets.first : nil }

    /// Whether this process loads a part of a run and another one ends it.
    public var isShare = false

    /// Whether what stood in the file is kept beside a reject, and shown in a plan.
    public enum RecordText: Sendable { case kept, redacted }

    public init(mode: RunReport.Mode, inputs: [String]) {
        self.mode = mode
        self.inputs = inputs
        typed = TypedCommand(inputs)
    }

    /// The request that a plan was made from, to be applied.
    public init(applying plan: PlanFile, pipelines: Pipelines) {
        self.init(mode: .run, inputs: plan.inputs)
        job = plan.job.flatMap { pipelines.job(named: $0) }
        datasets = plan.dataset.map { [$0] } ?? job?.datasets ?? []
        format = plan.format
        owner = plan.owner
        settings = plan.settings
        winner = plan.winner
        identities = plan.identities
        limit = plan.limit.flatMap { RejectLimit($0) }
        refusalLimit = plan.refusalLimit.flatMap { RejectLimit($0) }
        warningLimit = plan.warningLimit.flatMap { RejectLimit($0) }
        mostNewRows = plan.mostNewRows
        asOf = plan.asOf.map { (plan.now, $0) }
        applies = plan
    }

    /// A setting of the run itself: by `--set`, else by the job.
    func setting(_ name: String) -> String? {
        (settings.last { $0.name == name } ?? job?.settings.last { $0.name == name })?.value
    }
}
