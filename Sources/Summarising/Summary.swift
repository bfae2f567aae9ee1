/// A summary of the app's tables as `Pipelines/<dataset>/summaries/<name>.sql` defines it.
///
/// The file is a header of comments and one SELECT, or one `create function`:
///
///     -- summary: metric_trends
///     -- title: Each metric's trend over its last ten records
///     -- kind: stored
///     -- keys: user_id, reader_id, metric_type
///     -- owner: user_id
///     -- family: reader_id
///     -- touches public.performance_metrics:
///     --     select user_id, coalesce(family_unit_id, user_id) as reader_id, metric_type from changed
///     select ...
///
/// Keys that are read from other rows than the changed ones, too, say what of the changed rows is kept for it, and whose
/// locks it takes to read the others:
///
///     -- touches public.workout_exercises:
///     --     select c.user_id, w.day from changed as c join summary.workout_days as w on w.workout_id = c.workout_id
///     -- keeps public.workout_exercises: select user_id, workout_id from changed
///     -- locks public.workout_exercises:
///     --     select user_id from changed
public struct Summary: Sendable, Equatable {
    public enum Kind: String, CaseIterable, Sendable {
        /// A table that triggers keep equal to the SELECT.
        case stored
        /// A `security_invoker` view.
        case view
        /// A function that the app calls.
        case function
    }

    /// Where the app finds it: `public`, or `summary` for a part beneath a view, which the data API does not expose.
    public enum Schema: String, CaseIterable, Sendable { case `public`, summary }

    /// What touched rows are made again from.
    public enum Recomputation: String, CaseIterable, Sendable {
        /// The history of their owner, read once.
        case owner
        /// What belongs to each key alone: for SELECTs that find a key's rows by index.
        case keys
    }

    /// Which keys a change of one base table touches.
    public struct Touch: Sendable, Equatable {
        /// Qualified name.
        public var table: String
        /// A SELECT of the keys from `changed`: the changed rows as they were and as they are, or what is kept of them.
        public var select: String
        /// A SELECT from `changed` of what is kept of the changed rows until COMMIT, where `select` reads other rows, too: those
        /// are read when their owners are locked.
        public var keeps: String?
        /// A SELECT from what is kept of all whose keys `select` may find, and of the owners by which it finds them. nil: the
        /// keys name their owners; where other rows are read, whose they are is not known, and every writer waits.
        public var locks: String?

        public init(table: String, select: String, keeps: String? = nil, locks: String? = nil) {
            self.table = table
            self.select = select
            self.keeps = keeps
            self.locks = locks
        }
    }

    /// A private table that readers may read, and which rows of it.
    public struct Opening: Sendable, Equatable {
        /// Qualified name.
        public var table: String
        /// The policy's condition; `true` for tables whose rows have no owner.
        public var condition: String

        public init(table: String, condition: String) {
            self.table = table
            self.condition = condition
        }
    }

    public var name: String
    public var title = ""
    public var kind = Kind.view
    public var schema = Schema.public
    /// The columns of the primary key.
    public var keys: [String] = []
    /// The key that names whose rows they are: locks are taken and history is read by it.
    public var owner = ""
    /// The key by which the family may read, or the user whose id it is; without it the owner alone may.
    public var family: String?
    public var recomputation = Recomputation.owner
    /// A SELECT of all keys, where the summary's reads them as `keys`: the touched ones, or all.
    public var allKeys: String?
    /// Columns by which its rows are found other than by the primary key.
    public var index: [String] = []
    public var touches: [Touch] = []
    public var openings: [Opening] = []
    /// The SELECT, or the whole `create function`.
    public var body = ""
    public var path = ""

    /// The SELECT of all rows.
    var wholeSelect: String { allKeys.map { select(fromKeys: $0) } ?? body }

    /// The SELECT of the rows of some keys, where it reads them as `keys`.
    func select(fromKeys keys: String) -> String {
        """
        with keys as (
        \(indented(keys, by: 4))
        )

        select made.*
        from (
        \(indented(body, by: 4))
        ) as made
        """
    }

    /// `public.metric_trends`.
    public var qualifiedName: String { "\(schema.rawValue).\(name)" }

    init(name: String) { self.name = name }
}
