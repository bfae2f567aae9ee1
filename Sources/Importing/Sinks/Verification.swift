internal import Definitions
internal import Discovering
internal import Loading
internal import Records

/// Compares units with what is there, instead of planning them.
final class Verification: UnitSink {
    private(set) var report: VerifyReport
    private let contents: Set<String>
    private let tables: [Definitions.Table]
    private let session: Session
    private let journal: Journal
    /// Contents that were compared.
    private(set) var seen: Set<String> = []
    /// Units that were compared: an archive may have a file of several days.
    private var compared: Set<[UInt8]> = []

    /// - Parameters:
    ///   - contents: the units' fingerprints, in hexadecimal; other files are passed over.
    ///   - session: the one session in whose temporary tables lies what was compared.
    init(
        _ contents: Set<String>, for report: VerifyReport, among tables: [Definitions.Table], _ session: Session,
        _ journal: Journal
    ) {
        self.contents = contents
        self.report = report
        self.tables = tables
        self.session = session
        self.journal = journal
    }

    func take(_ unit: PreparedUnit) throws {
        defer { unit.file.forget() }
        let content = Hex.text(unit.key.sha256)
        guard contents.contains(content), compared.insert(unit.key.ledgerKey).inserted else { return }
        var comparison: UnitComparison?
        var hooks = UnitHooks()
        hooks.comparison = { comparison = $0 }
        do {
            let outcome = try session.retrying {
                try $0.loader.load(unit.description, plan: unit.plan, feed: unit.records(), hooks: hooks)
            }
            journal.add(outcome, of: unit)
            guard let comparison else { return }
            seen.insert(content)
            report.add(comparison)
        } catch { _ = try journal.fail(unit, error) }
    }

    /// Counts rows that no file gave.
    func finish() throws {
        let compared = Set(report.tables.map(\.table))
        let tables = tables.filter { compared.contains($0.name) }
        guard !tables.isEmpty else { return }
        try session.lend { report.add(extra: try $0.loader.extraRows(in: tables, since: report.run)) }
    }
}
