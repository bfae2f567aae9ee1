/// One point in which an object of ours is no longer as `schema up` made it.
public struct SchemaDrift: Sendable, Equatable, CustomStringConvertible {
    public enum Problem: String, Sendable { case missing, changed, unexpected }

    /// Where facts of these kinds stand in the order of repairs.
    var position: Int
    /// table, column, view, function, index, constraint, policy, trigger, grant, owner, comment, row-level security
    public var kind: String
    /// Qualified name, of a function with its parameters.
    public var object: String
    /// Of the column, index, constraint, policy, trigger, or the role of a grant; empty where it is the object itself.
    public var name: String
    public var problem: Problem
    /// What the record says; nil where it says nothing.
    var expected: String?
    /// What the catalogue has; nil where it has nothing.
    var found: String?
    /// The statement that makes it as it was; nil where there is none.
    public var repair: String?
    /// Why a repair that was tried failed.
    public var refusal: String?

    /// Whether `schema up` makes it good. What others added for roles of their own is theirs to take away.
    public var isRepairable: Bool { repair != nil && !isTheirs }
    /// A policy, grant, trigger or constraint that was added, of which we know no harm.
    public var isTheirs = false
    /// What it belongs to is missing as a whole, which says it all.
    public var isBeneath = false

    var isGone: Bool { problem == .missing && ["table", "view", "function"].contains(kind) }

    /// Where and what.
    public var description: String {
        let isPart = !name.isEmpty && kind != "grant"
        return "\(isPart ? "\(object).\(name)" : object): \(fault)"
    }

    /// What is wrong, without where.
    public var fault: String {
        switch (kind, problem) {
        case ("row-level security", _), ("owner", .changed):
            "\(kind) is \(found ?? "unknown"), expected \(expected ?? "none")"
        case ("grant", .missing): "grant to \(name) is missing: \(expected ?? "")"
        case ("grant", .unexpected): "grant to \(name) is not ours: \(found ?? "")"
        case ("grant", .changed): "grant to \(name) is \(found ?? "none"), expected \(expected ?? "none")"
        case ("trigger", .changed) where found?.hasSuffix("(disabled)") == true: "trigger is disabled"
        case (_, .missing): "\(kind) is missing"
        case (_, .changed): "\(kind) is not as it was made"
        case (_, .unexpected): "\(kind) is not ours"
        }
    }

    /// What to type next.
    public var advice: String {
        if let refusal { return "The repair failed: \(refusal)" }
        if isTheirs { return repair.map { "To remove it: \($0)" } ?? "Remove it, or keep it knowingly." }
        if isRepairable { return "`scorebook schema up` repairs it." }
        return "It cannot be repaired without its rows: restore it from a backup."
    }
}

/// One point in which a live table is not what the datasets need.
public struct SchemaDifference: Sendable, Equatable, CustomStringConvertible {
    public enum Weight: Sendable {
        /// The loader would write wrong rows, or none.
        case refuses
        /// It works, slower or under other rules of the app.
        case remark
    }

    /// Qualified name.
    public var table: String
    /// Column, constraint, index, policy, trigger; nil where it is the table itself.
    public var object: String?
    public var text: String
    public var weight: Weight

    public var description: String {
        (object.map { "\(table).\($0)" } ?? table) + ": \(text)"
    }
}
