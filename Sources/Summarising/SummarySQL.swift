internal import Postgres
internal import Records

/// The SQL that makes a summary, a pure function of its definition.
package struct SummarySQL {
    /// Roles that may read, of those that the server has.
    package struct Roles: Sendable, Equatable {
        var readers: [String]
        /// May recompute what it deferred, verify and rebuild; nil where the server has no such role.
        var loader: String?

        static let owner = "scorebook_owner"
        package static let whole = Roles(readers: ["authenticated", "service_role"], loader: "scorebook_loader")
    }

    let summary: Summary
    let roles: Roles
    /// Whether a stored summary is a plain view of the same name.
    let isPlainView: Bool

    package init(summary: Summary, roles: Roles, isPlainView: Bool) {
        (self.summary, self.roles, self.isPlainView) = (summary, roles, isPlainView)
    }

    var name: String { summary.name }
    var qualified: String { summary.qualifiedName }

    /// What of the definition and of this generator decides how the objects look.
    var mark: String { "scorebook summary \(Fingerprint.of(create))" }

    var isTable: Bool { summary.kind == .stored && !isPlainView }

    /// All of it: objects, rights, triggers, rows, and the comment that says whose they are.
    package var up: String { create + "\n" + comment(mark) }

    /// The same with a table that was filled beside; what changed meanwhile is still to be compared.
    var swap: String { isTable ? objects(.moved) + "\n" + comment(SummaryObject.incomplete) : up }

    /// That its rows are compared, and that they are still to be.
    var markCurrent: String { comment(mark) }
    var markIncomplete: String { comment(SummaryObject.incomplete) }

    /// The definition for an object that is there already; both begin with `create`.
    var replacement: String { "create or replace" + create.dropFirst("create".count) }

    /// All of it in place of what is there.
    var replaced: String { replacement + "\n" + comment(mark) }

    /// The objects without their comment.
    var create: String { objects(.selected) }

    private func objects(_ rows: StoredSQL.Rows) -> String {
        let made =
            switch summary.kind {
            case .function: function
            case .view: view
            case .stored: isPlainView ? view : StoredSQL(self, rows).create
            }
        return made + openings
    }

    /// The summary in the schema beside, where what it reads of `names` is, too.
    func beside(_ names: Set<String>) -> String {
        var summary = summary
        summary.body = SQLNames.moved(summary.body, names: names, to: Rebuild.schema)
        summary.allKeys = summary.allKeys.map { SQLNames.moved($0, names: names, to: Rebuild.schema) }
        let name = "\(Rebuild.schema).\(summary.name)"
        switch summary.kind {
        case .function: return "\(summary.body);\n"
        case .stored where !isPlainView: return StoredSQL.table(summary, named: name, "") + "analyze \(name);\n"
        case .view, .stored: return "create view \(name) as\n\(summary.wholeSelect);\n"
        }
    }

    private var view: String {
        """
        create view \(qualified)
        with (security_invoker = true) as
        \(summary.wholeSelect);

        revoke all on \(qualified) from public, anon, authenticated, service_role;
        grant select on \(qualified) to \(everyReader);

        """
    }

    private var function: String {
        """
        \(summary.body);

        revoke all on function \(qualified) from public, anon, authenticated, service_role;
        grant execute on function \(qualified) to \(everyReader), \(Roles.owner);

        """
    }

    var everyReader: String { (roles.readers + [roles.loader].compactMap(\.self)).joined(separator: ", ") }

    private func comment(_ mark: String) -> String {
        let kind = summary.kind == .function ? "function" : isTable ? "table" : "view"
        let sql: SQL = "comment on \(raw: kind) \(raw: qualified) is \(literal: "\(summary.title) (\(mark))");\n"
        return sql.description
    }

    /// Rights on what lies in the private schema, for readers of views and functions.
    private var openings: String {
        var sql = ""
        let readsPrivateFunctions = SQLNames(in: summary.body).functions.filter { $0.hasPrefix("scorebook.") }.sorted()
        let isReadByCaller = summary.kind != .stored || isPlainView
        guard isReadByCaller, !readsPrivateFunctions.isEmpty || !summary.openings.isEmpty else { return "" }
        let readers = roles.readers.joined(separator: ", ")
        sql += "\ngrant usage on schema scorebook to \(readers);\n"
        for function in readsPrivateFunctions { sql += "grant execute on function \(function) to \(readers);\n" }
        for opening in summary.openings {
            sql += "grant select on \(opening.table) to \(readers);\n"
            sql += policy(opening)
        }
        return sql
    }

    /// The loader's own policy stands where the table is made.
    private func policy(_ opening: Summary.Opening) -> String {
        """
        alter table \(opening.table) enable row level security;
        drop policy if exists "summaries read" on \(opening.table);
        create policy "summaries read" on \(opening.table) for select to \(roles.readers.joined(separator: ", "))
        using (\(opening.condition));

        """
    }
}
