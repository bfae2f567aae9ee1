/// A summary of the app's tables as `Pipelines/<dataset>/summaries/<name>.sql` defines it.
///
/// The file is a header of comments and one SELECT, or one `create function`:
///
///     -- summary: metric_trends
///     -- title: Each metric's trend over its last ten records
///     -- kind: stored
///     -- keys: user_id, family_unit_id, metric_type
///     -- owner: user_id
///     -- family: family_unit_id
///     -- touches public.performance_metrics:
///     --     select user_id, family_unit_id, metric_type from changed
///     select ...
///
/// Keys that are read from other rows than the changed ones, too, say which owners to lock for it:
///
///     -- touches public.workout_exercises:
///     --     select c.user_id, w.day from changed as c join summary.workout_days as w on w.workout_id = c.workout_id
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
        /// A SELECT of the keys from `changed`: the changed rows as they were and as they are.
        public var select: String
        /// A SELECT from `changed` of all whose keys `select` may find, and of the owners by which it finds them: they are locked
        /// before other rows are read, and with them those that later triggers of the same table lock. nil: the keys come from
        /// `changed` alone and name their owners; others are not known, and every writer waits.
        public var locks: String?

        public init(table: String, select: String, locks: String? = nil) {
            self.table = table
            self.select = select
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
    /// The key by which the family may read; without it the owner alone may.
    public var family: String?
    public var recomputation = Recomputation.owner
    /// Columns by which its rows are found other than by the primary key.
    public var index: [String] = []
    public var touches: [Touch] = []
    public var openings: [Opening] = []
    /// The SELECT, or the whole `create function`.
    public var body = ""
    public var path = ""

    /// `public.metric_trends`.
    public var qualifiedName: String { "\(schema.rawValue).\(name)" }

    init(name: String) { self.name = name }
}
