public import Definitions
internal import Loading
internal import Normalising
internal import Postgres
internal import Records
public import Reporting
internal import Storing

/// Undoes a run, unit by unit, the last one first; a run of its own in the ledger.
///
/// Rows that were changed since are left and listed; this is success. A run that is older
/// than before-images are kept is refused.
public final class RollbackRun {
    public var report: RunReport { journal.report }
    private let given: String
    private let pipelines: Pipelines
    private let database: DatabaseAccess
    private let isDescribed: Bool
    private let journal: Journal

    /// - Parameters:
    ///   - run: the run's id, its first digits, or `latest`.
    ///   - isDescribed: whether to show what would be undone, and undo nothing.
    public init(
        run: String, isDescribed: Bool, pipelines: Pipelines, database: DatabaseAccess, hooks: Session.Hooks
    ) {
        given = run
        self.isDescribed = isDescribed
        self.pipelines = pipelines
        self.database = database
        journal = Journal(.rollback, hooks: hooks)
        journal.report.isDryRun = isDescribed
    }

    /// Does it all; the report is complete afterwards.
    public func execute() -> RunEnd {
        journal.conduct {
            let session = try Session(database, hooks: journal.hooks)
            journal.report.database = session.name
            try session.lend { try undo(on: $0.connection, session) }
            return .done
        }
    }

    private func undo(on connection: Connection, _ session: Session) throws {
        let ledger = UnitLedger(connection: connection)
        let run = try KnownRun.find(given, on: connection)
        guard run.mode == "run" || run.mode == "replay" else {
            throw RunEnd.unsatisfied("the run \(run.id) is a \(run.mode): it loaded nothing")
        }
        let days = Retention(pipelines).days(of: run.job)
        guard run.purged == nil, run.age < days else {
            let why = run.purged.map { "its before-images were removed on \($0)" } ?? "it is \(run.age) days old"
            throw RunEnd.unsatisfied(
                "the run \(run.id) cannot be undone: \(why); before-images are kept for \(days) days")
        }
        journal.report.job = run.id
        let units = try ledger.loadedUnits(of: run.id)
        guard !units.isEmpty else {
            journal.report.status = .nothingToDo
            return
        }
        if !isDescribed { try journal.begin(in: session) }
        try session.flush()
        let rollback = Rollback(connection: connection, datasets: pipelines.datasetsInOrder, isDescribed: isDescribed)
        journal.hooks.progress.expect(bytes: units.reduce(0) { $0 + $1.bytes })
        journal.hooks.progress.begin(.undoing)
        journal.hooks.tick()
        let pictured = try isDescribed ? [] : ownersOfPhotos(in: units, on: connection)
        try rollback.undo(units, run: report.run) { unit, outcome in
            add(unit, outcome)
            journal.hooks.progress.add(bytes: unit.bytes, records: 0)
            journal.hooks.tick()
        }
        try sweepPhotos(of: pictured, on: connection)
    }

    /// Owners of the units' photos.
    private func ownersOfPhotos(in units: [LoadedUnit], on connection: Connection) throws -> [String] {
        guard let table = pipelines.photoTable else { return [] }
        return try connection.values(
            """
            select distinct owner from scorebook.lineage
            where unit_id = any (\(bind: units.map(\.id))::bigint[]) and table_name = \(bind: table) and owner is not null
            """)
    }

    /// A photo whose row is gone is gone, with its thumbnails.
    private func sweepPhotos(of owners: [String], on connection: Connection) throws {
        guard !owners.isEmpty, let table = pipelines.photoTable else { return }
        let rows = PhotoRows(connection, table: table)
        for folder in try WrittenFolder.all(on: connection) where folder.kind == .photos {
            let store = PhotoStore(folder.path)
            // That of another machine, or of a database that was restored under another name, is left to a run there.
            guard store.exists, let database = try rows.database(), (try? store.claim(for: database)) != nil else {
                continue
            }
            for owner in owners {
                // The rows are gone already: the next import of the owner's photos removes what stays here.
                let count = try? rows.sweep(owner, in: store, longEdges: nil)
                if let count, count > 0 {
                    journal.report.warnings.add("files of photos without a row, removed", count)
                } else if count == nil {
                    journal.report.warnings.add("files of photos without a row, to be removed by the next import", 1)
                }
            }
        }
    }

    private func add(_ unit: LoadedUnit, _ outcome: RollbackOutcome) {
        let left = outcome.left
        journal.report.units.append(
            RunReport.Unit(
                source: unit.source, sha256: unit.sha256, bytes: unit.bytes, format: unit.format,
                datasets: unit.datasets, status: .rolledBack,
                reason: left == 0 ? nil : "\(left) \(left == 1 ? "row" : "rows") changed since and left alone"))
        for source in outcome.reopened {
            journal.report.warnings.add(
                "\(source) was imported later and may contain rows that this rollback removed: import it again", 1)
        }
        for table in outcome.tables {
            let index = journal.report.place(of: table.name)
            var undone = journal.report.tables[index].undone ?? .init(removed: 0, restored: 0, left: 0)
            undone.removed += table.removed
            undone.restored += table.restored
            undone.left += table.left.values.reduce(0, +)
            journal.report.tables[index].undone = undone
            for verdict in RollbackOutcome.Verdict.allCases {
                guard let count = table.left[verdict] else { continue }
                journal.report.warnings.add("\(table.name): \(verdict.wording), left alone", count)
            }
            journal.report.conflicts += table.rows.map { row in
                RunReport.Conflict(
                    table: table.name, key: [.init(table.key, .text(row.key))], kind: row.verdict.kind,
                    columns: row.columns)
            }
        }
    }
}

extension RollbackOutcome.Verdict {
    var wording: String {
        switch self {
        case .edited: "edited since"
        case .touched: "changed since in columns that imports do not update"
        case .deleted: "deleted since"
        case .later: "written by a later import"
        case .referred: "referred to by other rows"
        }
    }

    var kind: RunReport.Conflict.Kind {
        switch self {
        case .edited: .edited
        case .touched: .changed
        case .deleted: .deleted
        case .later: .later
        case .referred: .referred
        }
    }
}
