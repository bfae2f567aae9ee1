public import Migrating
public import Postgres
public import Summarising

extension DatabaseSchema {
    /// What `bringUp` would do, as one transaction of SQL; empty where there is nothing to do. Nothing is written for it.
    public func script(
        on connection: Connection, mode: Summaries.Mode? = nil
    ) throws -> [SchemaStep] {
        try Self.requireVersion(of: connection)
        let plan = try SchemaPlan(pipelines: folder)
        let summaries = try Summaries.load(folder)
        try refuseOlderProgram(plan, summaries, connection)
        let files = try plan.script(on: connection, place: place)
        let left = try plan.drift(on: connection)?.filter { !$0.isRepairable } ?? []
        let broken = Self.summaries(summaries, brokenBy: left)
        var steps = files.before
        steps += try summaries.script(connection, mode: mode, rebuildPlan: broken).map {
            SchemaStep(title: $0.title, sql: $0.sql)
        }
        for summary in Self.summaries(summaries, leftBehindBy: files.repairs) {
            let sql = "select summary.rebuild_\(summary.name)();\n"
            steps.append(SchemaStep(title: "rows of \(summary.qualifiedName)", sql: sql))
        }
        let needsGrants = try plan.missingGrants(on: connection).contains(where: \.isGrantable)
        return needsGrants || steps.contains { !$0.title.isEmpty } ? steps + files.after : []
    }

    /// The steps as a file for psql, run by the administrator.
    public static func text(_ steps: [SchemaStep]) -> String {
        var text = """
            -- What `scorebook schema up` does here, for psql as the administrator: all of it, or nothing.
            \\set ON_ERROR_STOP on
            -- Settings that a definition's spelling depends on, as scorebook has them.
            \(Connection.Settings().sql)
            set client_min_messages to warning;
            begin;
            select pg_catalog.pg_advisory_xact_lock(\(lockKey));

            """
        for step in steps {
            text += step.title.isEmpty ? "\n" : "\n-- \(step.title)\n"
            text += step.sql
            if !step.sql.hasSuffix("\n") { text += "\n" }
        }
        return text + "\ncommit;\n"
    }
}

/// One statement of an SQL text, for showing.
public struct SQLStatement: Sendable {
    public var text: String

    /// Parted at semicolons outside quotes, dollar quotes and comments.
    public static func all(in sql: String) -> [SQLStatement] {
        var statements: [SQLStatement] = []
        var current = ""
        var quote: String?
        var rest = Substring(sql)
        while !rest.isEmpty {
            if let open = quote {
                if rest.hasPrefix(open) {
                    current += open
                    rest = rest.dropFirst(open.count)
                    quote = nil
                } else {
                    current.append(rest.removeFirst())
                }
            } else if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if let open = opening(rest) {
                current += open
                rest = rest.dropFirst(open.count)
                quote = open
            } else if rest.first == ";" {
                statements.append(SQLStatement(text: current))
                current = ""
                rest.removeFirst()
            } else {
                current.append(rest.removeFirst())
            }
        }
        return (statements + [SQLStatement(text: current)]).filter { !$0.line.isEmpty }
    }

    /// The mark that a constant, a name or a body opens and ends with.
    private static func opening(_ rest: Substring) -> String? {
        guard let first = rest.first else { return nil }
        if first == "'" || first == "\"" { return String(first) }
        guard first == "$" else { return nil }
        let tag = rest.dropFirst().prefix { $0.isLetter || $0 == "_" }
        return rest.dropFirst(tag.count + 1).first == "$" ? "$\(tag)$" : nil
    }

    /// In one line, without the body of a function.
    public var line: String {
        let words = text.split(whereSeparator: \.isWhitespace)
        let head = words.prefix { !$0.hasPrefix("$") }
        return (head.count < words.count ? head + ["..."] : head).joined(separator: " ")
    }

    /// Whether it is about one of these tables: `on public.users`, `alter table public.users`.
    public func mentions(_ tables: Set<String>) -> Bool {
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.prefix(60)
        let lowered = words.map { $0.lowercased() }
        guard let verb = lowered.first, ["grant", "revoke", "create", "alter", "drop"].contains(verb),
            !lowered.prefix(4).contains("function"), !lowered.prefix(4).contains("view")
        else { return false }
        return lowered.indices.dropFirst().contains { at in
            tables.contains(lowered[at]) && ["on", "table"].contains(lowered[at - 1])
        }
    }
}
