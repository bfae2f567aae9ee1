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
        steps += try summaries.script(connection, mode: mode, remaking: broken).map {
            SchemaStep(title: $0.title, sql: $0.sql)
        }
        for summary in Self.summaries(summaries, leftBehindBy: files.repairs) {
            let sql = "select summary.rebuild_\(summary.name)();\n"
            steps.append(SchemaStep(title: "rows of \(summary.qualifiedName)", sql: sql))
        }
        let lacks = try plan.missingGrants(on: connection).contains(where: \.isGrantable)
        return lacks || steps.contains { !$0.title.isEmpty } ? steps + files.after : []
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
