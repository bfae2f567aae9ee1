public import Definitions
public import Loading
public import Records
public import Reporting

/// What one run is asked to do.
public struct RunRequest: Sendable {
    public var mode: RunReport.Mode
    public var job: Job?
    public var inputs: [String]
    public var datasets: [String] = []
    public var format: String?
    public var owner: String?
    public var settings: [(name: String, value: String)] = []
    public var winner = Loader.Winner.app
    public var identities: [String: String] = [:]
    public var limit: RejectLimit?
    public var stopsAtFirstReject = false
    /// "Now", in microseconds since 1970, and as it was given.
    public var asOf: (micros: Int64, text: String)?
    public var differencesPerTable = 50
    /// Whether a plan is to be saved.
    public var keepsPlan = false
    /// The plan to apply, and nothing else.
    public var applies: PlanFile?
    public var recordText = RecordText.kept
    /// Contents that are compared with what is there, instead of planned, in hexadecimal; others are passed over.
    var verifies: Set<String>?
    /// Where photos are kept, unless the setting `photos` says otherwise.
    public var photoFolder = ".scorebook/photos"
    /// How many pictures are looked at at once; nil: as many as there are cores.
    public var workers: Int?

    /// Whose records: `folder`, an email, a user id or `payload`.
    ///
    /// Where a job takes the owner from the folder nothing else can name one for all of them.
    var whose: String? { job?.owner == "folder" ? "folder" : owner ?? job?.owner }

    /// The dataset that was asked for by itself, in place of the job's.
    var dataset: String? { job == nil || datasets != job?.datasets ? datasets.first : nil }

    /// Whether what stood in the file is kept beside a reject, and shown in a plan.
    public enum RecordText: Sendable { case kept, redacted }

    public init(mode: RunReport.Mode, inputs: [String]) {
        self.mode = mode
        self.inputs = inputs
    }
}
