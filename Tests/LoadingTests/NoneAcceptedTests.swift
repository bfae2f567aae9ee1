import Importing
import Proving
import Records
import Reporting
import Testing

/// A file of which no record is accepted, for one reason: it is said once, and first.
@Suite struct NoneAcceptedTests {
    private func text(_ days: [String]) -> String {
        let rows = days.enumerated().map { "\($1),Squat,Legs,\(60 + $0).0,kgs,8,,,," }
        return (["Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment"] + rows)
            .joined(separator: "\n") + "\n"
    }

    @Test func `One reason in one column is said once with the kinds of cells`() throws {
        let scratch = try Scratch(.used)
        let days = (10..<30).map { "\($0)th of May 2026" } + (10..<15).map { "May/\($0)" }
        let path = try scratch.file("log.csv", text(days))
        for mode in [RunReport.Mode.validate, .plan, .run] {
            let (report, end) = Attempt(mode, [path]).execute(on: mode == .validate ? nil : scratch)
            let unit = try #require(report.units.first)
            #expect(unit.status == (mode == .validate ? .invalid : .rejected) && end == .overLimit, "\(unit.status)")
            let reason = unit.reason ?? ""
            let told = ["all 25 records", "\"Date\" holds ##aa aa aaa #### or aaa/##", "import that file", "fitnotes"]
            for words in told {
                #expect(reason.contains(words), "\(reason)")
            }
            #expect(!reason.contains("May") && !reason.contains("Squat"))
            #expect(report.ledger.rejected == 25 && report.ledger.balances)
        }
        #expect(try scratch.value("select count(*) from scorebook.rejects where cells is not null") == "25")
    }

    @Test func `Fewer records, several reasons, or one that is accepted say it of each`() throws {
        let bad = (0..<25).map { _ in "soon" }
        let several = text(bad).replacing(",61.0,", with: ",heavy,").replacing(
            "soon,Squat,Legs,heavy", with: "2026-05-01,Squat,Legs,heavy")
        for (text, status) in [
            (text(Array(bad.prefix(19))), RunReport.Unit.Status.rejected),
            (text(bad + ["2026-05-01"]), .loadedWithRejects),
            (several, .rejected),
        ] {
            let scratch = try Scratch(.used)
            let unit = Attempt(.run, [try scratch.file("log.csv", text)]).execute(on: scratch).report.units.first
            #expect(unit?.status == status && unit?.reason == nil, "\(unit?.reason ?? "")")
        }
    }

    @Test func `Rejects are reported by cause, with the column of the file, and stay open until they are replayed`()
        throws
    {
        let scratch = try Scratch(.used)
        let days = ["2026-05-01", "soon", "soon", "2026-05-02", "later"]
        let path = try scratch.file("log.csv", text(days))
        for mode in [RunReport.Mode.validate, .plan, .run] {
            let (report, _) = Attempt(mode, [path]).execute(on: mode == .validate ? nil : scratch)
            let cause = try #require(report.causes.first)
            #expect(report.causes.count == 1 && cause.column == "Date" && cause.count == 3, "\(report.causes)")
            #expect(cause.lines == [3...4, 6...6] && !cause.hasMoreLines && cause.example == "soon")
            #expect(report.rejects.allSatisfy { $0.column == "Date" } && !report.areRejectsTruncated)
            #expect(!report.json.line.contains("soon"))
        }
        let again = Attempt(.run, [path]).execute(on: scratch).report
        #expect(again.units.first?.status == .alreadyLoaded && again.units.first?.open?.count == 3)
    }

    @Test func `A run with rejects within its limit ends with a warning`() throws {
        let scratch = try Scratch(.used)
        var attempt = Attempt(.run, [try scratch.file("log.csv", text(["2026-05-01", "soon"]))])
        attempt.limit = .records(1)
        let (report, end) = attempt.execute(on: scratch)
        #expect(report.status == .warned && end == .done && report.units.first?.status == .loadedWithRejects)
        #expect(try scratch.value("select status from scorebook.runs") == "warned")
    }
}
