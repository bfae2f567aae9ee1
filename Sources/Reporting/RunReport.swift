public import Records

/// What a run did: the report of `run`, `validate` and `plan`, in one value for people and programs alike.
public struct RunReport: Sendable {
    /// Which use it was.
    public enum Mode: String, Sendable {
        case run
        case validate
        case plan
        /// Undoes a run.
        case rollback
        /// Loads rejects that are good by now.
        case replay
    }

    /// How it ended.
    public enum Status: String, CaseIterable, Sendable {
        case succeeded
        /// Everything good is loaded, and what was rejected is within the limit.
        case warned
        /// The inbox was empty: this is a success.
        case nothingToDo = "nothing_to_do"
        /// Everything good is loaded, but more was rejected or refused than allowed.
        case limitExceeded = "limit_exceeded"
        /// Nothing was loaded: the input is bad.
        case refused
        /// The run could not go on.
        case failed
    }

    /// The run's id, a UUID.
    public var run: String
    /// Name of the job; nil where files were given.
    public var job: String?
    public var mode: Mode
    /// `host/name`; nil where no database took part.
    public var database: String?
    public var status: Status
    public var seconds: Double
    /// As much of it the run has paused; nil where no pace was asked for.
    public var pausedSeconds: Double?
    /// Sum of the units' ledgers.
    public var ledger = Ledger()
    public var units: [Unit] = []
    /// Rows, not records, by qualified table in the order they were loaded.
    public var tables: [Table] = []
    /// The first rejects, at most `mostRejects`.
    public var rejects: [Reject] = []
    /// Whether there are more rejects than these.
    public var areRejectsTruncated = false
    /// All rejects, by file and cause.
    public var causes: [Cause] = []
    /// `event_id: no such event, left empty`, with how often.
    public var warnings = Counter()
    /// What `validate` could not check without a database.
    public var unchecked: [String] = []
    public var conflicts: [Conflict] = []
    /// Triggers by `schema.table.trigger`, with how often they fired or would fire.
    public var triggers = Counter()
    /// What the files of a format show for the first time.
    public var sourceChanges: [SourceChange] = []
    /// What was older than its retention and removed at the end of the run; nil: nothing.
    public var purged: Purged?
    /// Only in `plan`.
    public var diffs: [Diff] = []
    /// What may be rejected, for the wording; not part of the JSON.
    public var limit: RejectLimit?
    /// Whether nothing was undone by a rollback, which was only tried; not part of the JSON.
    public var isDryRun = false

    /// Whether a plan is saved by the command; not part of the JSON.
    public var isSaved = false
    /// Whether a replay can load rejects of it; not part of the JSON.
    public var isReplayable = true
    /// What was typed, for commands to copy; not part of the JSON.
    public var typed = TypedCommand()

    /// As many rejects as a report holds; `scorebook rejects` and `-o jsonl` give all.
    public static let mostRejects = 1_000

    public init(
        run: String, job: String?, mode: Mode, database: String?, status: Status = .succeeded, seconds: Double = 0
    ) {
        self.run = run
        self.job = job
        self.mode = mode
        self.database = database
        self.status = status
        self.seconds = seconds
    }
}

extension RunReport {
    /// One file, or one entry of an archive.
    public struct Unit: Sendable {
        /// What became of it.
        public enum Status: String, CaseIterable, Sendable {
            case loaded
            case loadedWithRejects = "loaded_with_rejects"
            case alreadyLoaded = "already_loaded"
            case planned
            case valid
            case validWithRejects = "valid_with_rejects"
            /// No record was accepted.
            case rejected
            case invalid
            /// Part of an export, but nothing in it is for us.
            case ignored
            case refused
            case failed
            /// Reading it ended a process that was given no other file.
            case crashed
            case rolledBack = "rolled_back"
        }

        /// Path below the owner's folder, `archive!entry` inside of an archive.
        public var source: String
        /// Hexadecimal; nil where the file was never read to its end.
        public var sha256: String?
        public var bytes: Int
        public var format: String?
        public var datasets: [String]
        public var status: Status
        /// The kind of reason of a refused or failed one.
        public var code: RefusalCode?
        /// Why it was ignored or refused or failed, and what to do.
        public var reason: String?
        public var ledger: Ledger
        /// Rejects of an earlier load of the file that still wait, and its day.
        public var open: (count: Int, day: String)?
        /// The owner's folder, where only that says which file it is; not part of the JSON.
        public var folder: String?
        /// What to do about a refusal; not part of the JSON.
        public var steps: [Step] = []
        /// Whether only reports of others tell its layout; not part of the JSON.
        public var isReported = false
        /// The zone in which its wall times were read; nil where its format asks for none.
        public var zone: Zone?

        /// A time zone, and who says so.
        public struct Zone: Sendable {
            /// The origin of a zone that the account has not chosen.
            public static let accountDefault = "the account's default"

            public var name: String
            public var origin: String

            public init(name: String, origin: String) {
                self.name = name
                self.origin = origin
            }
        }

        public init(
            source: String, sha256: String? = nil, bytes: Int = 0, format: String? = nil, datasets: [String] = [],
            status: Status, code: RefusalCode? = nil, reason: String? = nil, ledger: Ledger = Ledger(),
            zone: Zone? = nil
        ) {
            self.source = source
            self.sha256 = sha256
            self.bytes = bytes
            self.format = format
            self.datasets = datasets
            self.status = status
            self.code = code
            self.reason = reason
            self.ledger = ledger
            self.zone = zone
        }
    }
}

extension RunReport {
    /// What became of a table's rows.
    public struct Table: Equatable, Sendable {
        /// Qualified: `public.performance_metrics`.
        public var name: String
        public var inserted: Int
        public var updated: Int
        public var unchanged: Int
        /// Rows that the source no longer has.
        public var deleted: Int
        /// What a rollback did to the rows; nil in every other mode.
        public var undone: Undone?

        /// Rows removed, put back as they were, and left alone because they were changed since.
        public struct Undone: Equatable, Sendable {
            public var removed: Int
            public var restored: Int
            public var left: Int

            public init(removed: Int, restored: Int, left: Int) {
                self.removed = removed
                self.restored = restored
                self.left = left
            }
        }

        public init(_ name: String, inserted: Int = 0, updated: Int = 0, unchanged: Int = 0, deleted: Int = 0) {
            self.name = name
            self.inserted = inserted
            self.updated = updated
            self.unchanged = unchanged
            self.deleted = deleted
        }
    }

    /// A command to copy, and what it does.
    public struct Step: Equatable, Sendable {
        /// Empty: there is nothing to type.
        public var command: String
        public var why: String

        public init(_ command: String, _ why: String) {
            self.command = command
            self.why = why
        }
    }

    /// A row that was edited or deleted in the app since we wrote it, and was therefore left alone.
    public struct Conflict: Equatable, Sendable {
        public enum Kind: String, Sendable {
            case edited
            case deleted
            /// The source no longer has it.
            case kept
            /// Changed since in columns that imports do not update; like the following only in a rollback.
            case changed
            /// Written by a later import.
            case later
            /// Other rows refer to it.
            case referred
        }
        public var table: String
        public var key: [JSONValue.Member]
        public var kind: Kind
        /// Columns in which the source says otherwise, or that may have been changed since; empty where the row was deleted.
        public var columns: [String]

        public init(table: String, key: [JSONValue.Member], kind: Kind, columns: [String]) {
            self.table = table
            self.key = key
            self.kind = kind
            self.columns = columns
        }
    }
}

extension RunReport {
    /// What was older than its retention and is removed.
    public struct Purged: Equatable, Sendable {
        /// Rejects whose text is gone.
        public var rejects = 0
        public var beforeImages = 0
        /// Reports of runs.
        public var reports = 0

        public init() {}

        public var isNone: Bool { rejects + beforeImages + reports == 0 }

        public var json: JSONValue {
            ["rejects": .integer(rejects), "before_images": .integer(beforeImages), "reports": .integer(reports)]
        }

        /// `text of 3 rejects, 1 before-image, 2 reports`
        public var wording: String {
            let parts = [
                rejects == 0 ? nil : "text of " + rejects.of("reject"),
                beforeImages == 0 ? nil : beforeImages.of("before-image"), reports == 0 ? nil : reports.of("report"),
            ].compactMap { $0 }
            return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
        }
    }
}
