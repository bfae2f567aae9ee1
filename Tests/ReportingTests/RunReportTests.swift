import Foundation
import Records
import Reporting
import Testing

@Suite struct RunReportTests {
    private func parsed(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// A plan is read whole before it is applied.
    @Test(arguments: [Terminal.plain, Terminal(isInteractive: true, width: 80, hasColours: true)])
    func aPlanHasAtMostFortyLines(terminal: Terminal) {
        var plan = RunReport.invented
        plan.mode = .plan
        plan.status = .succeeded
        plan.tables = (0..<30).map { RunReport.Table("public.table_\($0)", inserted: 1, updated: 2, unchanged: 3) }
        plan.units += (0..<30).map { number in
            var unit = plan.units[1]
            (unit.source, unit.reason) = ("\(number).csv", String(repeating: "a reason of many words ", count: 8))
            return unit
        }
        plan.causes = (0..<30).map { number in
            var cause = plan.causes[number % 2]
            (cause.source, cause.message) = ("\(number).csv", String(repeating: "long words ", count: 20) + "end")
            return cause
        }
        plan.causes.append(plan.causes[1])
        (plan.causes[30].format, plan.causes[30].count) = ("rare", 1)
        plan.diffs = (0..<50).map { number in
            var diff = plan.diffs[0]
            diff.columns = (0...(number % 9)).map { .init("column\($0)", old: .integer(1), new: .integer(2)) }
            return diff
        }
        plan.conflicts = (0..<30).map { plan.conflicts[$0 % 3] }
        plan.typed = TypedCommand(["2026/metrics.csv"])
        for number in 0..<20 { plan.triggers.add("public.trigger_\(number)", 1) }
        let text = plan.text(for: terminal)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count <= 40, "\(text)")
        for part in ["planned", "Records", "Rows", "Changes", "Next", "-v lists them"] {
            #expect(text.contains(part), "\(part)")
        }
        // Records and rows are all counted, however little room there is.
        #expect(text.contains("1,214 records read = "), "\(text)")
        #expect(text.contains("public.table_5  ") && text.contains("+ 24 more tables (-v lists them)"), "\(text)")
        #expect(
            text.split(separator: "\n").contains {
                $0.hasPrefix("  + 24 more tables") && $0.hasSuffix("24         48         72")
            })
        // A cause is whole, with its command, and the most frequent ones come first.
        #expect(text.contains("15 files: long words") && text.contains("→ "), "\(text)")
        #expect(text.contains("more cause") && !text.contains("  rare"), "\(text)")
        #expect(text.contains("scorebook rejects replay 0b1c0000 --set decimal_mark=,"), "\(text)")
        #expect(!text.contains("loaded") && text.contains(": 30 (-v lists them)"), "\(text)")
        #expect(plan.text(for: terminal, .init(detail: .all)).split(separator: "\n").count > 200)
        // One that is short already is not cut.
        var short = RunReport.invented
        (short.mode, short.causes) = (.plan, [])
        #expect(!short.text(for: terminal).contains("+ more"))
    }

    /// What to do next is about the refusal that there was.
    @Test func aMissingOwnerIsNotAnUnknownFormat() {
        var report = RunReport(run: "r", job: nil, mode: .run, database: nil, status: .refused)
        report.units = [
            .init(source: "a.csv", bytes: 5, status: .refused, code: .ownerMissing, reason: "no owner given")
        ]
        let text = report.text(for: .plain)
        #expect(text.contains("scorebook help E_OWNER_MISSING") && !text.contains("recognise"))
    }

    @Test func jsonHasTheShapeThatWasPromised() throws {
        for text in [RunReport.invented.json.line, RunReport.invented.json.page] {
            let report = try parsed(text)
            #expect(
                Set(report.keys) == [
                    "schema", "run", "job", "mode", "database", "status", "seconds", "ledger", "units", "tables",
                    "rejects",
                    "warnings", "unchecked", "conflicts", "triggers", "diffs", "purged",
                    "paused_seconds", "rejects_truncated", "causes", "drift",
                ])
            #expect(report["status"] as? String == "limit_exceeded")
            #expect(report["seconds"] as? Double == 1.25)
            let ledger = try #require(report["ledger"] as? [String: Int])
            #expect(ledger["read"] == 1214 && ledger["valid"] == 0 && ledger.count == 8)
            let units = try #require(report["units"] as? [[String: Any]])
            #expect(units[1]["source"] as? String == "evil\u{1B}]0;owned\u{7}\n\u{202E}vsc.csv")
            #expect(units[1]["format"] is NSNull && units[0]["reason"] is NSNull)
            let keys: Set = [
                "source", "sha256", "bytes", "format", "datasets", "status", "code", "reason", "ledger", "zone",
                "open_rejects",
            ]
            #expect(units[0]["open_rejects"] is NSNull)
            #expect((units[2]["open_rejects"] as? [String: Any])?["count"] as? Int == 25)
            #expect((units[2]["open_rejects"] as? [String: Any])?["since"] as? String == "2026-11-22")
            #expect(units.allSatisfy { Set($0.keys) == keys })
            let reject = try #require((report["rejects"] as? [[String: Any]])?.first)
            let parts: Set = ["source", "record", "line", "byte_offset", "column", "field", "code", "message", "hint"]
            #expect(Set(reject.keys) == parts)
            #expect(
                reject["message"] as? String
                    == "value is not a number: text of 5 characters, expected a number as in 62.5")
            let cause = try #require((report["causes"] as? [[String: Any]])?.first)
            #expect(cause["lines"] as? [Int] == [3, 4, 5, 6, 7, 8] && cause["count"] as? Int == 6)
            #expect(report["schema"] as? String == "scorebook.report/1")
            #expect(!text.contains("or so"), "values are not part of it")
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
        #expect(keys.count == 21)
        #expect(keys["job"] is NSNull && keys["database"] is NSNull)
        #expect(report.text(for: .plain).hasPrefix("Nothing to do · 0 s\n"))
    }

    @Test func thePausedTimeIsPartOfTheTime() throws {
        var report = RunReport(run: "r", job: nil, mode: .run, database: "db/app", seconds: 4)
        report.pausedSeconds = 3
        #expect(try parsed(report.json.line)["paused_seconds"] as? Double == 3)
        #expect(
            report.text(for: .plain).hasPrefix("Imported 0 of 0 files into db/app · 4.0 s, 3.0 s of it paused\n"))
    }

    @Test(arguments: [Terminal.plain, Terminal(isInteractive: true, width: 80, hasColours: false)])
    func peopleReadTheSame(terminal: Terminal) {
        let text = RunReport.invented.text(for: terminal)
        let words = text.split { $0.isWhitespace || $0 == "·" }.joined(separator: " ")
        #expect(
            words.hasPrefix(
                "nightly: imported 1 of 3 files into db.example.org/app 1,100 new rows 4 changed "
                    + "9 records rejected (0 allowed) 3 rows left alone 3 files need attention 1.3 s"))
        #expect(!text.contains("public.workouts "), "tables without rows are left out")
        let sum =
            "1,214 records read = 1,100 inserted + 4 updated + 90 unchanged + 1 duplicate + 10 skipped + 9 rejected"
        #expect(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(sum))
        #expect(
            words.contains("6 records, lines 3–8: \"value\" is not a number → scorebook run 2026/metrics.csv --set"))
        #expect(words.contains("3 records, lines 9, 11, 12 and more: \"value\" is missing → Fill it in."))
        #expect(words.contains("id=\"7c\": the file has different values in value, notes"))
        #expect(words.contains("id=\"7d\": deleted in the app, but still in the file"))
        #expect(words.contains("id=\"7e\": no longer in the file, kept"))
        #expect(text.contains("Edited in the app: the whole row is kept; --source-wins takes the file's values\n"))
        #expect(text.contains("scorebook rejects 0b1c0000"))
        #expect(!text.contains("does not balance"))
    }

    @Test func aLedgerThatDoesNotBalanceSaysSo() {
        var report = RunReport.invented
        report.ledger.inserted -= 1
        #expect(report.text(for: .plain).contains("does not balance"))
    }

    @Test func whatWasLoadedBeforeARefusalIsSaid() {
        var report = RunReport.invented
        (report.job, report.status) = (nil, .refused)
        #expect(report.text(for: .plain).hasPrefix("Imported 1 of 3 files into db.example.org/app, refused · "))
        report.units.removeFirst()
        #expect(report.text(for: .plain).hasPrefix("Imported 0 of 2 files into db.example.org/app, refused · "))
    }

    @Test func aRollbackOfRowsThatWereEditedSaysWhereTheirColumnsAreTold() {
        var report = RunReport(run: "r", job: "0b1c0000-0000", mode: .rollback, database: nil)
        let columns = ["name", "city", "state", "notes"]
        report.conflicts = [
            .init(
                table: "public.schools", key: [.init("id", .text("7c"))], kind: .edited, columns: columns),
            .init(
                table: "public.users", key: [.init("id", .text("7d"))], kind: .referred, columns: []),
        ]
        report.isDryRun = true
        let text = report.text(for: .plain)
        #expect(text.contains("public.schools id=\"7c\": edited since, in one or more of name, city, state, notes\n"))
        #expect(text.contains("public.users id=\"7d\": other rows refer to it\n"))
        #expect(text.contains("  scorebook verify 0b1c0000"))
        // Afterwards the rows that were removed would be found missing.
        report.isDryRun = false
        #expect(!report.text(for: .plain).contains("verify"))
    }

    @Test func aFileThatWasRejectedIsNotShownAsLoaded() {
        var report = RunReport(run: "r", job: nil, mode: .run, database: nil, status: .limitExceeded)
        var ledger = Ledger()
        (ledger.read, ledger.rejected) = (25, 25)
        report.ledger = ledger
        report.units = [.init(source: "hevy.csv", format: "hevy", datasets: [], status: .rejected, ledger: ledger)]
        let text = report.text(for: .plain)
        #expect(text.hasPrefix("Imported 0 of 1 file · 25 records rejected · 1 file needs attention"))
        #expect(text.contains("  ✗ hevy.csv  hevy  0 loaded, 25 rejected\n"))
    }

    @Test func filesWithProblemsComeFirstAndManyCleanOnesAreOneLine() {
        var report = RunReport(run: "r", job: nil, mode: .run, database: nil)
        var ledger = Ledger()
        (ledger.read, ledger.inserted) = (5, 5)
        report.units = (1...6).map { number in
            .init(source: "\(number).csv", bytes: 700, format: "hevy", datasets: [], status: .loaded, ledger: ledger)
        }
        (ledger.inserted, ledger.rejected) = (4, 1)
        report.units.append(.init(source: "7.csv", format: "hevy", status: .loadedWithRejects, ledger: ledger))
        var known = RunReport.Unit(source: "8.csv", format: "hevy", status: .alreadyLoaded)
        known.open = (25, "2026-11-22")
        report.units.append(known)
        let folded = report.text(for: .plain)
        #expect(folded.contains("  ⚠ 7.csv  hevy  4 loaded, 1 rejected\n"))
        #expect(folded.contains("  ⚠ 8.csv  hevy  already loaded (25 rejected on 2026-11-22, still open)\n"))
        #expect(folded.contains("  + 6 more files without problems (-v lists them)\n") && !folded.contains("1.csv"))
        let all = report.text(for: .plain, .init(detail: .all))
        #expect(all.contains("  ✓ 1.csv  hevy  5 loaded, 700 B\n"))
    }

    @Test func aLongPlanIsCutAndSaysHowMuchMoreThereIs() {
        var report = RunReport(run: "r", job: nil, mode: .plan, database: nil)
        report.diffs = (1...30).map { number in
            .init(
                table: "public.events", key: [.init("id", .integer(number))], change: number == 1 ? .insert : .update,
                columns: [.init("city", new: "Rome"), .init("same", old: "a", new: "a")])
        }
        let text = report.text(for: .plain)
        #expect(text.contains("  + public.events id=1  city=Rome same=a\n"))
        #expect(text.contains("  ~ public.events id=2\n      city  → Rome\n  ~ public"))
        #expect(text.contains("  + 23 more changes (-v lists them)\n"))
        #expect(report.text(for: .plain, .init(detail: .all)).contains("id=30"))
    }

    /// Of what was not written nothing is said to be done.
    @Test func aPlanSpeaksOfWhatWouldBe() {
        var plan = RunReport.invented
        (plan.mode, plan.status) = (.plan, .succeeded)
        plan.units[0].status = .rejected
        let text = plan.text(for: .plain)
        #expect(text.contains("metric-log  0 planned, 9 rejected"), "\(text)")
        #expect(text.contains("to insert  to update  unchanged"))
        for word in ["loaded,", "inserted", "updated"] { #expect(!text.contains(word), "\(word)") }
        let order = ["0 planned", "Records", "Rows", "Changes", "Rejected, by cause", "Warnings"].map {
            text.range(of: $0)?.lowerBound ?? text.endIndex
        }
        #expect(order == order.sorted() && order.last != text.endIndex)
    }

    /// What is to be undone is not said to be done, and what shows nothing is not proposed.
    @Test func aDryRunOfARollbackSpeaksOfWhatWouldBe() {
        var report = RunReport(run: "r", job: "0b1c0000-0000", mode: .rollback, database: nil)
        report.isDryRun = true
        report.units = [.init(source: "good.csv", format: "metric-log", status: .rolledBack)]
        report.tables = [.init("public.schools")]
        report.tables[0].undone = .init(removed: 2, restored: 0, left: 0)
        report.conflicts = [
            .init(table: "public.schools", key: [.init("id", "7c")], kind: .changed, columns: ["notes", "rating"])
        ]
        report.typed = TypedCommand(common: ["--database", "embedded"])
        let text = report.text(for: .plain)
        #expect(text.contains("good.csv  metric-log  to roll back\n") && !text.contains("rolled back"))
        #expect(
            text.contains("id=\"7c\": changed since, in columns that imports do not update (such as notes, rating)\n"))
        #expect(!text.contains("verify") && text.contains("  scorebook rollback 0b1c0000 --database embedded  "))
        report.tables[0].undone = .init(removed: 0, restored: 0, left: 1)
        #expect(!report.text(for: .plain).contains("scorebook rollback"))
    }

    /// Each command is one that was typed, with another word or option.
    @Test func whatIsProposedCanBeTyped() {
        var report = RunReport(run: "r", job: nil, mode: .validate, database: nil)
        report.units = [.init(source: "it's.csv", format: "strong", status: .valid)]
        report.typed = TypedCommand(
            ["it's.csv"], options: [.plan: ["--owner", "anna@example.org"]], common: ["--pipelines", "my own"])
        #expect(
            report.text(for: .plain).contains(
                #"  scorebook plan 'it'\''s.csv' --owner anna@example.org --pipelines 'my own'  "#))
        report.mode = .plan
        report.ledger.inserted = 1
        let plan = report.text(for: .plain)
        #expect(plan.contains("--pipelines 'my own' --out plan.json  ") && !plan.contains("FILE"))
        // What came by standard input is gone.
        report.typed = TypedCommand(["-"])
        #expect(!report.text(for: .plain).contains("Next"))
        report.typed = TypedCommand(["-odd.csv"])
        #expect(report.text(for: .plain).contains("  scorebook plan --out plan.json -- -odd.csv  "))
    }

    @Test func aRunThatCouldNotBeginCountsNothing() {
        var report = RunReport(run: "r", job: nil, mode: .run, database: nil, status: .failed, seconds: 0.2)
        #expect(report.text(for: .plain) == "Failed, nothing imported · 0.2 s\n")
        (report.mode, report.job) = (.plan, "demo")
        #expect(report.text(for: .plain) == "demo: failed, nothing planned · 0.2 s\n")
        report = RunReport(run: "r", job: nil, mode: .validate, database: nil, status: .refused, seconds: 0.2)
        report.units = [.init(source: "a.csv", status: .refused, code: .empty, reason: "the file is empty")]
        let refused = report.text(for: .plain)
        #expect(refused.hasPrefix("Checked 1 file, refused · 1 file needs attention · 0.2 s\n"))
        #expect(!refused.contains("0 records read") && !refused.contains("0 of 0"))
    }

    @Test func namesOfFilesComeWhole() {
        let terminal = Terminal(isInteractive: true, width: 60, hasColours: false)
        var report = RunReport(run: "r", job: nil, mode: .validate, database: nil, status: .limitExceeded)
        let reason = "\"startTime\" has no time zone; add --set zone=America/New_York"
        report.units = ["fitbit-resting-heart-rate-json.api.json", "fitbit-exercise-json.json"].map { name in
            .init(
                source: name, format: "fitbit-resting-heart-rate-json", status: .refused, code: .settingMissing,
                reason: reason)
        }
        let text = report.text(for: terminal)
        #expect(
            text.contains(
                "  ✗ fitbit-resting-heart-rate-json.api.json  refused\n      fitbit-resting-heart-rate-json: \"startTime\" has"
            ))
        #expect(text.contains("  ✗ fitbit-exercise-json.json                refused\n      the same\n"))
        report.units[0].source = String(repeating: "a", count: 55)
        #expect(report.text(for: terminal).contains("  ✗ " + String(repeating: "a", count: 55) + "\n      refused\n"))
        // A pipe has room for everything.
        #expect(
            report.text(for: .plain).contains(
                "fitbit-exercise-json.json" + String(repeating: " ", count: 32) + "fitbit-resting"))
        // Only the folder says which of several `settings.yaml` it is.
        report.units[1].folder = "anna@example.org"
        #expect(report.text(for: .plain).contains("  ✗ anna@example.org/fitbit-exercise-json.json "))
    }

    @Test func whatIsNotCheckedIsSaidOnceForAllNames() {
        var report = RunReport(run: "r", job: nil, mode: .validate, database: nil)
        report.unchecked = [
            "owners", "whose record each is, by \"Name\"", "whose record each is, by \"Name\", column 3",
        ]
        #expect(
            report.text(for: .plain).hasSuffix(
                "Not checked (requires a database)\n  owners\n  whose record each is, by \"Name\", column 3\n"))
        report.unchecked = (1...10).map { "whose record each is, by column \($0)" }
        #expect(report.text(for: .plain).contains("column 7, column 8 and 2 more columns\n"))
    }

    @Test(arguments: [60, 80])
    func noLineIsWiderThanTheTerminal(width: Int) {
        let terminal = Terminal(isInteractive: true, width: width, hasColours: false)
        let prose = RunReport.invented.text(for: terminal).split(separator: "\n").filter { !$0.contains("scorebook") }
        for line in prose.prefix(6) { #expect(String(line).columns <= width, "\(line)") }
    }

    @Test func namesOfFilesCannotSteerTheTerminal() {
        let text = RunReport.invented.text(for: .plain)
        #expect(text.contains("evil\\e]0;owned\\u{7}\\n\\u{202E}vsc.csv"))
        #expect(!text.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || $0.value == 0x202E })
    }
}
