/// A job: which inbox, whose data, which datasets, what limits, what follows.
///
/// Read from `Pipelines/<name>.yaml`.
public struct Job: Sendable {
    public var name: String
    public var title: String
    public var path: String
    /// Connection URL or `embedded`, with `${...}` already replaced; nil where the job leaves it to the command.
    public var database: String?
    public var inbox: String?
    /// Whose records: `folder` (the first folder below the inbox), an email, a user id or `payload`.
    public var owner: String?
    public var datasets: [String]
    public var settings: [(name: String, value: String)]
    /// Seconds a file must have been quiet before it is taken.
    public var settleSeconds: Int
    /// Where loaded files go (content-addressed) and refused ones, with their reasons; nil leaves them.
    public var archive: String?
    public var quarantine: String?
    /// Days after which the text of rejects, before-images and reports of its runs are removed; nil: as of all runs.
    public var retentionDays: Int?
    /// `N` or `P%`.
    public var maxRejects: String?
    /// In which order files are taken.
    public enum Order: String, CaseIterable, Sendable {
        case names
        /// Files with rows that others refer to come first: every file is opened for that.
        case tables
    }
    public var order = Order.names
    /// Files and folders below the inbox that are not taken, by their path below it.
    public var ignore: [String]
    /// Variables that the environment does not give: the job cannot run, though its definition is sound. A scalar that
    /// wants one keeps its `${...}`.
    public var unset: [Fault]

    public init(name: String, title: String, path: String) {
        self.name = name
        self.title = title
        self.path = path
        database = nil
        inbox = nil
        owner = nil
        datasets = []
        settings = []
        settleSeconds = 0
        archive = nil
        quarantine = nil
        retentionDays = nil
        maxRejects = nil
        ignore = []
        unset = []
    }
}
