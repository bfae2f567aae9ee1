internal import Definitions
internal import Loading
internal import Normalising
internal import Records
internal import Reporting

/// What came of units, as the report shows it.
extension RunReport {
    /// - Parameters:
    ///   - tables: those of the unit's datasets, which know their keys.
    ///   - isRedacted: whether diffs go without values.
    mutating func add(_ rows: RowsOutcome, of tables: [Definitions.Table], isRedacted: Bool = false) {
        func key(_ table: String, _ value: String) -> [JSONValue.Member] {
            [.init(tables.first { $0.name == table }?.key ?? "id", .text(value))]
        }
        for table in rows.tables {
            let index = place(of: table.name)
            self.tables[index].inserted += table.inserted
            self.tables[index].updated += table.updated
            self.tables[index].unchanged += table.unchanged
            self.tables[index].deleted += table.deleted
        }
        warnings.add(rows.warnings)
        triggers.add(rows.triggers)
        conflicts += rows.conflicts.map { conflict in
            Conflict(
                table: conflict.table, key: key(conflict.table, conflict.key),
                kind: Conflict.Kind(rawValue: conflict.kind.rawValue) ?? .edited,
                columns: conflict.kind == .deleted ? [] : conflict.columns)
        }
        diffs += rows.differences.map { difference in
            Diff(
                table: difference.table, key: key(difference.table, difference.key),
                change: Diff.Change(rawValue: difference.change.rawValue) ?? .update,
                columns: difference.columns.map { column in
                    isRedacted
                        ? .init(column.name, old: .null, new: .null)
                        : .init(column.name, old: .optional(column.old), new: .optional(column.new))
                })
        }
    }

    /// The index of a table in the report.
    mutating func place(of table: String) -> Int {
        if let index = tables.firstIndex(where: { $0.name == table }) { return index }
        tables.append(Table(table))
        return tables.count - 1
    }

    /// Adds what came of a unit's records; of its rejects the first of a run.
    ///
    /// - Parameter remedy: commands that give a setting to the unit.
    mutating func add(
        _ outcome: UnitOutcome, source: String, format: String, remedy: (_ setting: String) -> Remedy?
    ) {
        ledger += outcome.ledger
        add(outcome.rejects, source: source)
        add(outcome.causes, source: source, format: format, remedy: remedy)
        areRejectsTruncated = areRejectsTruncated || outcome.rejects.count < outcome.ledger.rejected
        add(skipped: outcome.skipped)
        warnings.add(outcome.warnings)
    }

    /// The first rejects of a run are listed.
    mutating func add(_ rejects: [Records.Reject], source: String) {
        for reject in rejects {
            for defect in reject.defects {
                guard self.rejects.count < Self.mostRejects else { return areRejectsTruncated = true }
                self.rejects.append(Reject(source: source, position: reject.position, defect: defect))
            }
        }
    }

    private static let mostCauses = 1_000

    mutating func add(
        _ found: RejectCauses, source: String, format: String, remedy: (_ setting: String) -> Remedy?
    ) {
        causes += found.causes.prefix(Self.mostCauses - causes.count).map {
            Cause($0, source: source, format: format, remedy: remedy)
        }
    }

    /// Why records were passed over.
    mutating func add(skipped: [String: Int]) {
        for (reason, count) in skipped.sorted(by: { $0.key < $1.key }) { warnings.add("skipped: \(reason)", count) }
    }
}

extension Ledger {
    /// Whether every record that was not passed over was rejected.
    var hasNoneAccepted: Bool { rejected > 0 && rejected + skipped == read }

    /// What is said of a file none of whose records was accepted, for one reason; nil of others.
    func reason(for cause: SingleCause, format: String) -> String? {
        guard hasNoneAccepted, rejected >= SingleCause.fewest, cause.records == rejected, let defect = cause.defect
        else { return nil }
        let text = DefectMessage(defect)
        let found = cause.found.map { "; \($0)" } ?? ""
        return """
            all \(rejected.grouped) records were rejected for the same reason: \(text.message)\(found). \
            \(text.hint) The format is \(format).
            """
    }
}

extension RejectText {
    /// The words of a reject as they are stored.
    init(_ reject: Reject) {
        let first = reject.defects.first.map { DefectMessage($0) }
        let defects = reject.defects.map { defect in
            let wording = DefectMessage(defect)
            let setting = wording.setting.map { ", \"setting\": \(JSONText.quoted($0))" } ?? ""
            return "{\"field\": \(JSONText.quoted(defect.field)), "
                + "\"column\": \(JSONText.quoted(defect.column))\(setting), \"code\": \(JSONText.quoted(defect.code.rawValue)), "
                + "\"expected\": \(JSONText.quoted(defect.expected)), "
                + "\"message\": \(JSONText.quoted(wording.message)), \"hint\": \(JSONText.quoted(wording.hint))}"
        }
        let cells = reject.cells.map { cell in
            "\(JSONText.quoted(cell.name)): \(cell.value.map(JSONText.quoted) ?? "null")"
        }
        self.init(
            message: first?.message ?? "", hint: first?.hint ?? "",
            defects: "[" + defects.joined(separator: ", ") + "]", cells: "{" + cells.joined(separator: ", ") + "}")
    }
}
