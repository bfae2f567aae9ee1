import Records
import Reporting

extension RunReport {
    /// A report with something of everything.
    static var invented: RunReport {
        var report = RunReport(
            run: "0b1c0000-0000-4000-8000-000000000001", job: "nightly", mode: .run, database: "db.example.org/app",
            status: .limitExceeded, seconds: 1.25)
        var ledger = Ledger()
        (ledger.read, ledger.inserted, ledger.updated, ledger.unchanged) = (1214, 1100, 4, 90)
        (ledger.duplicate, ledger.rejected, ledger.skipped) = (1, 9, 10)
        report.ledger = ledger
        report.units = [
            Unit(
                source: "2026/metrics.csv", sha256: String(repeating: "ab", count: 32), bytes: 84_321,
                format: "metric-log", datasets: ["performance"], status: .loadedWithRejects, ledger: ledger),
            Unit(
                source: "evil\u{1B}]0;owned\u{7}\n\u{202E}vsc.csv", bytes: 812, status: .refused,
                reason: "no format recognises its header; `scorebook recognise` shows why"),
            Unit(source: "文字/🏃‍♀️ log.csv", bytes: 5, format: "metric-log", status: .alreadyLoaded),
        ]
        report.units[2].open = (25, "2026-11-22")
        report.tables = [
            Table("public.performance_metrics", inserted: 1100, updated: 4, unchanged: 90), Table("public.workouts"),
        ]
        report.rejects = (3..<12).map { line in
            Reject(
                source: "2026/metrics.csv", position: Position(record: line - 1, line: line, byteOffset: line * 40),
                defect: Defect(
                    field: "value", code: line < 9 ? .notANumber : .required,
                    found: line < 9 ? "text of 5 characters" : "", expected: line < 9 ? "a number as in 62.5" : ""))
        }
        report.limit = .records(0)
        report.causes = [
            Cause(
                source: "2026/metrics.csv", format: "metric-log", column: "value", field: "value", code: "not_a_number",
                message: "\"value\" is not a number", hint: "Correct it.", count: 6, lines: [3...8],
                hasMoreLines: false,
                remedy: Remedy(
                    replay: "scorebook rejects replay 0b1c0000 --set decimal_mark=,", of: "2026/metrics.csv",
                    forFile: "scorebook run 2026/metrics.csv --set decimal_mark=,")),
            Cause(
                source: "2026/metrics.csv", format: "metric-log", column: "value", field: "value", code: "required",
                message: "\"value\" is missing", hint: "Fill it in.", count: 3, lines: [9...9, 11...12],
                hasMoreLines: true, remedy: nil),
        ]
        report.causes[0].example = "62,5 or so"
        report.warnings = [.init("event_id: no such event, left empty", 12)]
        report.conflicts = [
            Conflict(
                table: "public.performance_metrics", key: [.init("id", "7c")], kind: .edited,
                columns: ["value", "notes"]),
            Conflict(table: "public.performance_metrics", key: [.init("id", "7d")], kind: .deleted, columns: []),
            Conflict(
                table: "public.workout_sets", key: [.init("id", "7e")], kind: .kept, columns: ["position", "reps"]),
        ]
        report.triggers = [.init("public.interactions.notify_on_inbound_interaction_insert", 3)]
        report.diffs = [
            Diff(
                table: "public.performance_metrics", key: [.init("id", "7e")], change: .update,
                columns: [.init("value", old: .number("61.20"), new: .number("62.5"))])
        ]
        return report
    }
}
