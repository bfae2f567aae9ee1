import Foundation
import Records
import Reporting
import Testing

@Suite struct RunReportTests {
    private func parsed(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func jsonHasTheShapeThatWasPromised() throws {
        for text in [RunReport.invented.json.line, RunReport.invented.json.page] {
            let report = try parsed(text)
            #expect(
                Set(report.keys) == [
                    "run", "job", "mode", "database", "status", "seconds", "ledger", "units", "tables", "rejects",
                    "warnings", "unchecked", "conflicts", "triggers", "diffs", "purged",
                    "paused_seconds",
                ])
            #expect(report["status"] as? String == "limit_exceeded")
            #expect(report["seconds"] as? Double == 1.25)
            let ledger = try #require(report["ledger"] as? [String: Int])
            #expect(ledger["read"] == 1214 && ledger["valid"] == 0 && ledger.count == 8)
            let units = try #require(report["units"] as? [[String: Any]])
            #expect(units[1]["source"] as? String == "evil\u{1B}]0;owned\u{7}\n\u{202E}vsc.csv")
            #expect(units[1]["format"] is NSNull && units[0]["reason"] is NSNull)
            let keys: Set = ["source", "sha256", "bytes", "format", "datasets", "status", "reason", "ledger", "zone"]
            #expect(units.allSatisfy { Set($0.keys) == keys })
            let reject = try #require((report["rejects"] as? [[String: Any]])?.first)
            let parts: Set = ["source", "record", "line", "byte_offset", "field", "code", "message", "hint"]
            #expect(Set(reject.keys) == parts)
            #expect(reject["message"] as? String == "value is text of 5 characters, expected a number as in 62.5")
            #expect((report["warnings"] as? [String: Int])?["event_id: no such event, left empty"] == 12)
            let conflicts = try #require(report["conflicts"] as? [[String: Any]])
            #expect(conflicts.allSatisfy { Set($0.keys) == ["table", "key", "kind", "columns"] })
            #expect(conflicts.map { $0["kind"] as? String } == ["edited", "deleted", "kept"])
            let diff = try #require((report["diffs"] as? [[String: Any]])?.first)
            #expect(Set(diff.keys) == ["table", "key", "change", "columns"])
        }
        #expect(RunReport.invented.json.line.contains(#""value": [61.20, 62.5]"#))
    }

    @Test func anEmptyReportStillHasAllKeys() throws {
        let report = RunReport(run: "r", job: nil, mode: .validate, database: nil, status: .nothingToDo)
        let keys = try parsed(report.json.line)
        #expect(keys.count == 17)
        #expect(keys["job"] is NSNull && keys["database"] is NSNull)
        #expect(report.text(for: .plain).hasPrefix("validate: nothing to do in 0 s\n"))
    }

    @Test func thePausedTimeIsPartOfTheTime() throws {
        var report = RunReport(run: "r", job: nil, mode: .run, database: "db/app", seconds: 4)
        report.pausedSeconds = 3
        #expect(try parsed(report.json.line)["paused_seconds"] as? Double == 3)
        #expect(report.text(for: .plain).hasPrefix("run into db/app: done in 4.0 s, 3.0 s of it paused\n"))
    }

    @Test(arguments: [Terminal.plain, Terminal(isInteractive: true, width: 80, hasColours: false)])
    func peopleReadTheSame(terminal: Terminal) {
        let text = RunReport.invented.text(for: terminal)
        #expect(
            text.hasPrefix("run nightly into db.example.org/app: loaded; 9 rejected, 1 file refused, limit 0 in 1.3 s"))
        let sum =
            "1,214 records read = 1,100 inserted + 4 updated + 90 unchanged + 1 duplicate + 10 skipped + 9 rejected"
        #expect(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(sum))
        let cause = "2026/metrics.csv: lines 3, 4, 5, 6, 7 and 1 more: value is text of 5 characters, expected a number"
        #expect(text.contains(cause))
        #expect(text.contains("2026/metrics.csv: lines 9, 10, 11: value is missing\n"))
        #expect(text.contains("id=\"7c\": the file has other values in value, notes\n"))
        #expect(text.contains("id=\"7d\": deleted in the app, the file has it\n"))
        #expect(text.contains("id=\"7e\": not in the file any more, stays\n"))
        #expect(text.contains("Changed in the app, left alone as whole rows; --source-wins takes what the file says\n"))
        #expect(text.contains("scorebook rejects 0b1c0000-0000-4000-8000-000000000001"))
        #expect(!text.contains("does not balance"))
    }

    @Test func aLedgerThatDoesNotBalanceSaysSo() {
        var report = RunReport.invented
        report.ledger.inserted -= 1
        #expect(report.text(for: .plain).contains("does not balance"))
    }

    @Test func whatWasLoadedBeforeARefusalIsSaid() {
        var report = RunReport.invented
        report.status = .refused
        #expect(report.text(for: .plain).contains("/app: 1 file loaded, the rest refused in 1.3 s\n"))
        report.units.removeFirst()
        #expect(report.text(for: .plain).contains("/app: refused, nothing loaded in 1.3 s\n"))
    }

    @Test func namesOfFilesCannotSteerTheTerminal() {
        let text = RunReport.invented.text(for: .plain)
        #expect(text.contains("evil\\e]0;owned\\u{7}\\n\\u{202E}vsc.csv"))
        #expect(!text.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || $0.value == 0x202E })
    }
}
