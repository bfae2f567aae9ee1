public import Records

extension RunReport {
    /// The report as other programs read it; its shape is a promise.
    public var json: JSONValue {
        [
            "schema": "scorebook.report/1",
            "run": .text(run),
            "job": .optional(job),
            "mode": .text(mode.rawValue),
            "database": .optional(database),
            "status": .text(status.rawValue),
            "seconds": .real((seconds * 1000).rounded() / 1000),
            "paused_seconds": pausedSeconds.map { .real(($0 * 1000).rounded() / 1000) } ?? .null,
            "ledger": ledger.json,
            "units": .array(units.map(\.json)),
            "tables": .object(tables.map { JSONValue.Member($0.name, $0.json) }),
            "rejects": .array(rejects.prefix(Self.mostRejects).map(\.json)),
            "rejects_truncated": .boolean(areRejectsTruncated),
            "causes": .array(causes.map(\.json)),
            "warnings": .object(warnings.map { JSONValue.Member($0.name, .integer($0.count)) }),
            "unchecked": .array(unchecked.map(JSONValue.text)),
            "conflicts": .array(conflicts.map(\.json)),
            "triggers": .object(triggers.map { JSONValue.Member($0.name, .integer($0.count)) }),
            "diffs": .array(diffs.map(\.json)),
            "purged": purged?.json ?? .null,
            "drift": .array(sourceChanges.map(\.json)),
        ]
    }
}

/// The report as events, a line of JSON each: `file`, below it each `reject`, at the end the `summary`.
extension RunReport {
    /// What became of a file.
    public static func event(_ unit: Unit) -> String { line("file", unit.json) }

    /// The lines of a reject: one a defect.
    public static func events(_ reject: Records.Reject, source: String) -> String {
        reject.defects.map {
            line("reject", Reject(source: source, position: reject.position, defect: $0).json)
        }.joined()
    }

    /// The report without its files and rejects.
    private var summary: [JSONValue.Member] {
        guard case .object(let members) = json else { return [] }
        return members.filter { !["units", "rejects", "rejects_truncated"].contains($0.key) }
    }

    /// The end of the events: the report without its files and rejects.
    public var summaryEvent: String { Self.line("summary", .object(summary)) }

    /// All events of a report whose files were not told one by one.
    public var events: String {
        units.map(Self.event).joined() + rejects.map { Self.line("reject", $0.json) }.joined() + summaryEvent
    }

    private static func line(_ event: String, _ value: JSONValue) -> String {
        guard case .object(let members) = value else { return "" }
        return JSONValue.object([.init("event", .text(event))] + members).line + "\n"
    }
}

extension RunReport {
    /// The report in JSON as the ledger keeps it: without files and rejects, which have tables, and without commands, which may
    /// name people.
    public var stored: String {
        var others = self
        (others.units, others.rejects, others.causes) = ([], [], [])
        return JSONValue.object(others.summary).line
    }
}

extension RunReport.Cause {
    public var json: JSONValue {
        [
            "source": .text(source), "format": .optional(format), "column": .text(column), "field": .text(field),
            "code": .text(code), "count": .integer(count),
            "lines": .array(lines.joined().prefix(20).map(JSONValue.integer)), "message": .text(message),
            "hint": .text(hint), "command": .optional(remedy?.forFile),
        ]
    }
}

extension Ledger {
    /// All counts, those that are zero as well.
    public var json: JSONValue {
        [
            "read": .integer(read), "inserted": .integer(inserted), "updated": .integer(updated),
            "unchanged": .integer(unchanged), "duplicate": .integer(duplicate), "rejected": .integer(rejected),
            "skipped": .integer(skipped), "valid": .integer(valid),
        ]
    }
}

extension RunReport.Unit {
    public var json: JSONValue {
        [
            "source": .text(source), "sha256": .optional(sha256), "bytes": .integer(bytes),
            "format": .optional(format), "datasets": .array(datasets.map(JSONValue.text)),
            "status": .text(status.rawValue), "code": .optional(code?.rawValue), "reason": .optional(reason),
            "ledger": ledger.json,
            "open_rejects": open.map { ["count": .integer($0.count), "since": .text($0.day)] } ?? .null,
            "zone": zone.map { ["name": .text($0.name), "from": .text($0.origin)] } ?? .null,
        ]
    }
}

extension RunReport.Table {
    public var json: JSONValue {
        guard let undone else {
            return [
                "inserted": .integer(inserted), "updated": .integer(updated), "unchanged": .integer(unchanged),
                "deleted": .integer(deleted),
            ]
        }
        return [
            "removed": .integer(undone.removed), "restored": .integer(undone.restored), "left": .integer(undone.left),
        ]
    }
}

extension RunReport.Reject {
    /// The reject as it stands in a report; `scorebook rejects` adds `raw`.
    public var json: JSONValue {
        [
            "source": .text(source), "record": .integer(position.record), "line": .integer(position.line),
            "byte_offset": .integer(byteOffset), "column": .text(column), "field": .text(field),
            "code": .text(code.rawValue), "message": .text(message), "hint": .text(hint),
        ]
    }
}

extension RunReport.Conflict {
    public var json: JSONValue {
        [
            "table": .text(table), "key": .object(key), "kind": .text(kind.rawValue),
            "columns": .array(columns.map(JSONValue.text)),
        ]
    }
}

extension RunReport.Diff {
    public var json: JSONValue {
        [
            "table": .text(table), "key": .object(key), "change": .text(change.rawValue),
            "columns": .object(columns.map { JSONValue.Member($0.name, .array([$0.old, $0.new])) }),
        ]
    }
}
