import Foundation
import Records
import Reporting
import Testing

/// Rejects by cause, and what is said of each.
extension RunReportTests {
    /// A value that is out of two ranges in one file is two causes of one file.
    @Test func twoRangesAreTwoCauses() {
        var report = RunReport.invented
        report.causes = [("1 to 700: a person's weight in kg", 2...3), ("0.5 to 90: body fat in %", 5...5)].map {
            expected, lines in
            RunReport.Cause(
                source: "export.xml", format: "apple-health", column: "value", field: "value", code: "out_of_range",
                message: "\"value\" is out of range (number outside the range), expected \(expected)",
                hint: "Correct it.", count: lines.count, lines: [lines], hasMoreLines: false, remedy: nil)
        }
        let text = report.rejected(.plain, .init())
        #expect(
            text.contains("2 records, lines 2, 3") && text.contains("line 5: ") && !text.contains("files:"), "\(text)")
    }

    /// Files of one format that are wrong in one way are one cause.
    @Test func causesOfSeveralFilesAreOne() {
        var report = RunReport.invented
        let dates = ["a.csv", "b.csv", "c.csv"].enumerated().map { number, source in
            RunReport.Cause(
                source: source, format: "hevy", column: "start_time", field: "started_at", code: "ambiguous_date",
                message: "\"start_time\" is an ambiguous date (text of \(15 + number) characters)", hint: "Give it.",
                count: 4, lines: [2...5], hasMoreLines: false,
                remedy: .init(
                    replay: "scorebook rejects replay 0b1c0000 --set date_order=dmy", of: source,
                    forFile: "scorebook run \(source) --set date_order=dmy"))
        }
        report.causes += dates
        let text = report.rejected(.plain, .init())
        #expect(
            text.hasPrefix(
                """
                Rejected, by cause (-v lists the files)
                  hevy
                    12 records in 3 files: "start_time" is an ambiguous date (text of 15 characters)
                      → scorebook rejects replay 0b1c0000 --set date_order=dmy --file a.csv --file b.csv --file c.csv
                  2026/metrics.csv
                    6 records, lines 3–8: "value" is not a number

                """), "\(text)")
        // A plan is of the files of the cause.
        for (number, remedy) in ["a b.csv", "-c.csv"].map({
            RunReport.Remedy(.plan, path: $0, options: ["--set", "date_order=dmy"])
        }).enumerated() {
            report.causes[report.causes.count - 3 + number].remedy = remedy
        }
        let planned = report.rejected(.plain, .init())
        #expect(planned.contains("→ scorebook plan 'a b.csv' ./-c.csv --set date_order=dmy\n"), "\(planned)")
        // Many files are counted; another format's cause stays another.
        report.causes = (0..<9).map { number in
            var cause = dates[0]
            (cause.source, cause.format) = ("\(number).csv", number < 8 ? "hevy" : "strong")
            return cause
        }
        let many = report.rejected(.plain, .init())
        #expect(many.contains("  hevy\n    32 records in 8 files: ") && !many.contains("      7.csv"))
        #expect(many.contains("  8.csv\n    4 records, lines 2–5: "), "\(many)")
        let all = report.rejected(.plain, .init(detail: .all))
        #expect(all.contains("      7.csv: lines 2–5\n") && !all.contains("-v lists"))
    }

    /// What was found in one file is not said of others.
    @Test func aCauseOfSeveralFilesIsWordedForAllOfThem() {
        func cause(_ source: String, _ found: String) -> RunReport.Cause {
            var cause = RejectCauses.Cause(Defect(field: "reps", column: "Reps", code: .notAnInteger, found: found))
            cause.add(cause.defect, line: 4)
            return RunReport.Cause(cause, source: source, format: "strong") { _ in nil }
        }
        var report = RunReport.invented
        report.causes = [cause("a.csv", "text of 5 characters"), cause("b.csv", "text of 3 characters")]
        #expect(report.rejected(.plain, .init()).contains("2 records in 2 files: \"Reps\" is not a whole number\n"))
        report.causes = [cause("a.csv", "text of 5 characters"), cause("b.csv", "text of 5 characters")]
        #expect(report.rejected(.plain, .init()).contains("\"Reps\" is not a whole number: text of 5 characters\n"))
    }

    /// A hint is below each cause that has it, or once below all.
    @Test func noCauseIsWithoutItsHint() {
        var report = RunReport.invented
        report.causes = ["value", "date"].map { column in
            var cause = report.causes[1]
            cause.column = column
            return cause
        }
        let same = report.rejected(.plain, .init())
        #expect(same.hasSuffix("is missing\n  → Fill it in.\n") && same.split(separator: "→").count == 2, "\(same)")
        report.causes.append(RunReport.invented.causes[1])
        (report.causes[2].column, report.causes[2].hint) = ("notes", "Write it.")
        let different = report.rejected(.plain, .init())
        let hints = different.split(separator: "\n").filter { $0.contains("→") }.map { $0.drop { $0 == " " } }
        #expect(hints == ["→ Fill it in.", "→ the same", "→ Write it."], "\(different)")
    }

    /// What all records of a file have in common is among the causes, and not told twice.
    @Test func oneReasonOfAllRecordsIsSaidOnce() {
        var report = RunReport.invented
        report.units = [report.units[0]]
        (report.units[0].status, report.units[0].reason) = (
            .rejected, "all 9 records were rejected for the same reason"
        )
        #expect(!report.text(for: .plain).contains("same reason"))
        report.causes = []
        #expect(report.text(for: .plain).contains("same reason"))
    }

    @Test func valuesAreShownWhereTheyMayBe() {
        let report = RunReport.invented
        #expect(!report.text(for: .plain).contains("62,5 or so"))
        #expect(report.text(for: .plain, .init(values: .shown)).contains("is not a number; for example 62,5 or so\n"))
    }

    @Test func aReplayThatChangesNothingSaysSo() {
        var report = RunReport(run: "r", job: "0b1c0000-0000", mode: .replay, database: nil, status: .limitExceeded)
        (report.ledger.read, report.ledger.rejected) = (2, 2)
        report.units = [.init(source: "hevy.csv", format: "hevy", status: .rejected, ledger: report.ledger)]
        #expect(report.text(for: .plain).contains("  ✗ hevy.csv  hevy  all 2 rejected again\n"))
    }
}
