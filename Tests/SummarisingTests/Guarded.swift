import Foundation
import Postgres
import Serving
import Summarising

/// A table or view of ours and who may read it; nobody of the app's roles writes any.
struct Guarded: Sendable {
    enum Readers: Sendable {
        /// The loader alone.
        case loader
        /// Whose rows they are.
        case owner
        case family
        /// It holds nobody's data.
        case everybody
    }

    var name: String
    var readers: Readers
    /// One that can be written, so that a refusal is about the right and not about the column.
    var column: String

    /// Everything of ours that the database has, by the list of who may read: performance and recruiting the family, all
    /// else its owner, what is private the loader, except for what summaries open.
    static func all(_ connection: Connection, _ mode: Summaries.Mode) throws -> [Guarded] {
        let summaries = try Summaries.load(Scratch.pipelines)
        let opened = summaries.all.filter { $0.kind != .stored || mode != .appTriggers }.flatMap(\.openings)
        let isApps = Set(try FileManager.default.contentsOfDirectory(atPath: "\(Scratch.pipelines)/app").map(table))
            .union(ProductionServer.surroundings.map { "public.\($0)" })
            // The app sets tiers, under policies of their own, see DashboardCaseTests.
            .union(["public.school_priorities"])
        let rows = try connection.rows(
            """
            select n.nspname || '.' || c.relname, min(a.attname)
            from pg_catalog.pg_class as c
            join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
            join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and a.attgenerated = ''
                and not a.attisdropped and a.attidentity = ''
            where n.nspname in ('public', 'summary', 'scorebook') and c.relkind in ('r', 'v', 'm', 'p', 'f')
            group by 1 order by 1
            """)
        return rows.compactMap { row in
            let name = text(row[0])
            let column = text(row[1])
            if let summary = summaries.all.first(where: { $0.qualifiedName == name }) {
                let isFamilys = ["/performance/", "/recruiting/"].contains { summary.path.contains($0) }
                // The app shows the visits of a profile to the athlete alone.
                let isOwners = !isFamilys || summary.name == "profile_visits"
                return Guarded(name: name, readers: isOwners ? .owner : .family, column: column)
            }
            if let opening = opened.first(where: { $0.table == name }) {
                return Guarded(name: name, readers: opening.condition == "true" ? .everybody : .family, column: column)
            }
            if name.hasPrefix("public.") {
                return isApps.contains(name) ? nil : Guarded(name: name, readers: .owner, column: column)
            }
            return Guarded(name: name, readers: .loader, column: column)
        }
    }

    /// `250_schools.sql` makes `public.schools`.
    private static func table(_ file: String) -> String {
        "public." + file.dropLast(4).drop { $0.isNumber || $0 == "_" }
    }

    /// What a reader can do with it who should not, or cannot and should: nothing, if all is well.
    func faults(_ connection: Connection, _ reader: Reader, own: [String], others: [String]) throws -> [String] {
        var faults: [String] = []
        func refuse(_ verb: String, _ sql: String) throws {
            if try !isRefused(connection, sql) { faults.append("\(verb) \(name)") }
        }
        try refuse("insert into", "insert into \(name) (\(column)) select \(column) from \(name)")
        try refuse("update", "update \(name) set \(column) = \(column)")
        // What an athlete has typed in, the athlete may remove.
        if name != "public.body_measurements" || reader == .anon { try refuse("delete from", "delete from \(name)") }
        try refuse("truncate", "truncate \(name)")
        if reader == .anon || readers == .loader {
            try refuse("select from", "select count(*) from \(name)")
            return faults
        }
        let holding = "select count(*) from \(name) as t where t::text like any ($1::text[])"
        let marks = { (ids: [String]) in "{" + ids.map { "%\($0)%" }.joined(separator: ",") + "}" }
        if readers == .everybody {
            if try connection.value("select count(*) > 0 from \(name)") != "t" { faults.append("no rows in \(name)") }
            return faults
        }
        if try connection.value(holding, [marks(others)]) != "0" { faults.append("others' rows of \(name)") }
        let isSeen = try connection.value(holding, [marks(own)]) != "0"
        // What a parent looked at the app shows to this parent and the athlete.
        let isHidden = reader == .sibling && name == "public.parent_views"
        let maySee = reader.isMember && (readers == .family || reader.isOwner) && !isHidden
        if isSeen != maySee { faults.append(maySee ? "not the own rows of \(name)" : "the athlete's rows of \(name)") }
        return faults
    }

    /// Either the right is missing, or the relation is one that nobody can write, or the app's policies on the table
    /// beneath it run in circles before any right is looked at.
    private func isRefused(_ connection: Connection, _ sql: String) throws -> Bool {
        try connection.run("savepoint attempt")
        defer { _ = try? connection.run("rollback to attempt") }
        do throws(DatabaseError) {
            try connection.run(sql)
            return false
        } catch {
            return ["42501", "55000", "42809", "0A000", "42P17"].contains(error.sqlstate)
        }
    }
}

/// Who looks: a visitor who is not signed in, an athlete, an athlete of another family, the athlete's parent and sibling, and
/// a parent who is a member no longer.
enum Reader: String, CaseIterable, Sendable {
    case anon, athlete, stranger, parent, sibling, former

    /// Whether the rows that are looked for are the reader's family's.
    var isMember: Bool { self != .former }
    /// Whether they are the reader's own.
    var isOwner: Bool { self == .athlete || self == .stranger }
}
