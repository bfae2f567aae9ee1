internal import Loading
internal import Postgres
internal import Records
internal import Reporting

/// What all processes have left of a run, as its end reads it.
struct RunParts {
    /// The part that settles a line.
    struct Settled {
        var outcome: RunPart.Outcome
        var sha256: [UInt8]
        var identity: String?
        /// Why the file goes to quarantine.
        var refusal: Refusal?
        /// Whether its content was loaded before.
        var isKnown: Bool
    }

    private(set) var settled: [Int: Settled] = [:]
    private var reports: [JSONValue] = []

    init(of run: String, on connection: Connection) throws {
        let rows = try connection.rows(
            """
            select line, settles, outcome, coalesce(pg_catalog.encode(sha256, 'hex'), '') as sha256, identity,
                report::text as report
            from scorebook.run_parts where run_id = \(bind: run)::uuid order by line, id
            """)
        for row in rows {
            let text: String = try row["report"]
            let report = JSONValue(reading: text.utf8) ?? .null
            reports.append(report)
            guard try row["settles"] else { continue }
            let outcome: String = try row["outcome"]
            let sha256: String = try row["sha256"]
            settled[try row["line"]] = Settled(
                outcome: RunPart.Outcome(rawValue: outcome) ?? .left, sha256: Hex.bytes(sha256),
                identity: try row["identity"], refusal: Self.refusal(in: report, Hex.bytes(sha256)),
                isKnown: report["known"] == .boolean(true))
        }
    }

    private static func refusal(in report: JSONValue, _ sha256: [UInt8]) -> Refusal? {
        guard let reason = report["refusal"]?.text else { return nil }
        let code = report["code"]?.text.flatMap(RefusalCode.init(rawValue:)) ?? .broken
        var refusal = Refusal(code, reason: reason, sha256: sha256)
        refusal.settings = report["settings"]?.elements?.compactMap(\.text) ?? []
        return refusal
    }

    /// Whether nothing more is to be done for a line, as far as processes have said.
    func isSettled(_ line: Int) -> Bool { settled[line].map { $0.outcome != .failed } ?? false }

    /// Whether a process lived on after it had read a line's file, whatever became of that.
    func hasReadToItsEnd(_ line: Int) -> Bool { isSettled(line) && settled[line]?.refusal?.code != .crashed }

    /// Adds to a report what the ledger's rows do not say.
    ///
    /// - Parameter loaded: of what this run has loaded, key and source: a second attempt has found those loaded.
    func add(to report: inout RunReport, loaded: Set<String>) {
        for part in reports {
            for unit in part["units"]?.elements ?? [] {
                let key = "\(unit["key"]?.text ?? "") \(unit["source"]?.text ?? "")"
                guard unit["status"] != .text(RunReport.Unit.Status.alreadyLoaded.rawValue) || !loaded.contains(key),
                    let unit = RunReport.Unit(unit)
                else { continue }
                report.units.append(unit)
            }
            for table in part["tables"]?.members ?? [] {
                let place = report.place(of: table.key)
                report.tables[place].inserted += table.value["inserted"]?.integer ?? 0
                report.tables[place].updated += table.value["updated"]?.integer ?? 0
                report.tables[place].unchanged += table.value["unchanged"]?.integer ?? 0
                report.tables[place].deleted += table.value["deleted"]?.integer ?? 0
            }
            for warning in part["warnings"]?.members ?? [] {
                report.warnings.add(warning.key, warning.value.integer ?? 0)
            }
            for trigger in part["triggers"]?.members ?? [] {
                report.triggers.add(trigger.key, trigger.value.integer ?? 0)
            }
            report.conflicts += (part["conflicts"]?.elements ?? []).compactMap(RunReport.Conflict.init)
        }
    }
}

extension RunReport.Unit {
    fileprivate init?(_ json: JSONValue) {
        guard let source = json["source"]?.text, let status = json["status"]?.text.flatMap(Status.init(rawValue:))
        else {
            return nil
        }
        self.init(
            source: source, sha256: json["sha256"]?.text, bytes: json["bytes"]?.integer ?? 0,
            format: json["format"]?.text, datasets: json["datasets"]?.elements?.compactMap(\.text) ?? [],
            status: status, code: json["code"]?.text.flatMap(RefusalCode.init(rawValue:)),
            reason: json["reason"]?.text)
    }
}

extension RunReport.Conflict {
    fileprivate init?(_ json: JSONValue) {
        guard let table = json["table"]?.text, let key = json["key"]?.members else { return nil }
        self.init(
            table: table, key: key, kind: json["kind"]?.text.flatMap(Kind.init(rawValue:)) ?? .edited,
            columns: json["columns"]?.elements?.compactMap(\.text) ?? [])
    }
}
