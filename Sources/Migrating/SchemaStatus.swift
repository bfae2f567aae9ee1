/// How a database stands to the schema's files.
public struct SchemaStatus: Sendable, Equatable {
    public var applied: [String] = []
    public var missing: [String] = []
    /// Applied with another text than the file has now.
    public var changed: [String] = []
    /// Applied, and not among the files: another scorebook's, newer than this one.
    public var unknown: [String] = []

    public init() {}

    public var isCurrent: Bool { missing.isEmpty && changed.isEmpty }
}

/// Something that is put on a table of the web app: a policy, a grant, a trigger.
public struct SchemaAnnouncement: Sendable, Equatable, CustomStringConvertible {
    public var table: String
    /// policy, grant, trigger, index, constraint, column or table
    public var kind: String
    public var name: String
    public var definition: String

    public var description: String { "\(table): \(kind) \(name): \(definition)" }
}

/// What `up` did.
public struct SchemaChange: Sendable, Equatable {
    /// Files applied now; none: there was nothing to do.
    public var applied: [String] = []
    public var announcements: [SchemaAnnouncement] = []
    /// Objects of ours that others had changed, and are again as they were made.
    public var repaired: [SchemaDrift] = []
    /// Those that are not.
    public var left: [SchemaDrift] = []
    /// Differences of the app's tables that do not hinder, and rights that only somebody else can grant.
    public var remarks: [SchemaDifference] = []

    public init() {}
}
