import Foundation
import Testing

/// Exports: what comes out, in which form and range, and imports again.
extension CommandsTests {
    @Test(arguments: ["metrics", "timeline"], ["csv", "json"])
    func anExportImportsAgainUnchanged(name: String, form: String) throws {
        var ledger: [String: Int] = [:]
        for pass in 1...2 where ledger["updated"] != 0 {
            let path = "\(project.folder)/\(name)-\(UUID().uuidString).\(form)"
            let export = "export \(name) -o \(form) --owner \(maya) --out \(path)"
            #expect(project.call(export).code == 0)
            #expect(project.call(export).code == 73)
            let report = project.call("run -i \(path) --owner \(maya) -o json")
            #expect(report.code == 0, "\(report.errors) \(report.output)")
            ledger = try #require(report.object["ledger"] as? [String: Int])
            #expect(ledger["inserted"] == 0 && ledger["rejected"] == 0, "pass \(pass): \(ledger)")
        }
        #expect(ledger["updated"] == 0, "\(ledger)")
        #expect((ledger["unchanged"] ?? 0) > 50)
        let rows = project.call("export \(name) --owner \(maya) -o json").list
        #expect(rows.count == ledger["read"])
    }

    @Test func cellsThatLookLikeFormulasStayAsTheyAre() throws {
        let file = project.write(
            "date,metric,value,unit,id,notes\n2026-05-01,velocity,70,mph,formula-1,\"=1+1, \"\"x\"\", y\"\n",
            to: "formula.csv")
        #expect(project.call("run -i \(file) --owner \(maya)").code == 0)
        for name in ["metrics", "timeline"] {
            let export = project.call("export \(name) --owner \(maya)")
            #expect(export.output.contains("\"=1+1, "))
            #expect(export.errors.contains("formula"))
        }
        #expect(project.call("export metric_history --owner \(maya)").output.contains("\"'=1+1"))
    }

    /// Quotes, commas, line breaks and blanks in any order: Python's strict reader and ours take the file for what it is.
    @Test func exportsAreCSVWhateverTheyHold() throws {
        let pieces = ["\"", ",", "\n", "\r\n", ";", "=", " ", "x", "\"\"", "é", "'", "\t", "\"\n", "\","]
        let owner = "'5f0c0000-0000-4000-8000-000000000001'"
        psql(
            """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date, notes)
            select m.user_id, m.family_unit_id, 'rfc_4180', n, '2026-04-01',
                (
                    select string_agg(p.pieces[1 + (hashtext(n || ' ' || k) & 1023) % 14], '' order by k)
                    from generate_series(1, 1 + n % 7) as k
                )
            from (select * from public.performance_metrics where user_id = \(owner) limit 1) as m,
                (values (array[\(pieces.map { "E'\($0.unicodeScalars.map(escaped).joined())'" }.joined(separator: ","))])) as p (pieces),
                generate_series(1, 120) as n
            """)
        for name in ["metrics", "timeline", "metric_history"] {
            let path = "\(project.folder)/rfc-\(name).csv"
            #expect(project.call("export \(name) --owner \(maya) --out \(path)").code == 0)
            let python = Process()
            python.executableURL = URL(filePath: "/usr/bin/env")
            python.arguments = [
                "python3", "-c",
                """
                import csv, json, sys
                rows = list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8"), strict=True))
                assert all(None not in row and None not in row.values() for row in rows)
                print(json.dumps([row for row in rows if {"rfc_4180", "Rfc 4180"} & set(row.values())]))
                """, path,
            ]
            let pipe = Pipe()
            python.standardOutput = pipe
            try python.run()
            let read = pipe.fileHandleForReading.readDataToEndOfFile()
            python.waitUntilExit()
            let lines = try #require(JSONSerialization.jsonObject(with: read) as? [[String: Any]])
            let rows = project.call("export \(name) --owner \(maya) -o json").list
            // Other tests write beside this one: the rows are known by their values, and those of others are passed over.
            func note(_ row: [String: Any]) -> (value: String, text: String?) {
                ("\(row["value"] ?? row["Value"] ?? "")", (row["notes"] ?? row["Notes"]) as? String)
            }
            let written = Dictionary(uniqueKeysWithValues: lines.map(note).map { ($0.value, $0.text ?? "") })
            let stored = rows.filter { row in row.values.contains { ["rfc_4180", "Rfc 4180"].contains($0 as? String) } }
            #expect(lines.count == 120 && stored.count == 120)
            for (value, expected) in stored.map(note) {
                let text = written[value]
                let isMadeHarmless = name == "metric_history" && text == expected.map { "'" + $0 }
                #expect(text == expected ?? "" || isMadeHarmless, "\(value)")
            }
            guard name != "metric_history" else { continue }
            let ledger = project.call("run -i \(path) --owner \(maya) -o json").object["ledger"] as? [String: Int]
            #expect(ledger?["unchanged"] == rows.count && ledger?["rejected"] == 0, "\(name): \(ledger ?? [:])")
        }
        psql("delete from public.performance_metrics where metric_type = 'rfc_4180'")
    }

    /// A character in one of PostgreSQL's escape strings.
    private func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "'": "''"
        default: String(scalar)
        }
    }

    @Test func anExportTakesARange() throws {
        func dates(_ options: String, _ name: String = "timeline") -> Set<String> {
            Set(
                project.call("export \(name) --owner \(maya) -o json \(options)").list.compactMap {
                    ($0["Date"] ?? $0["recorded_date"]) as? String
                })
        }
        let all = dates("")
        let some = all.filter { $0 >= "2026-05-01" && $0 <= "2026-05-10" }
        #expect(!some.isEmpty && some != all)
        for name in ["timeline", "metrics", "metric_history"] {
            #expect(dates("--from 2026-05-01 --to 2026-05-10", name) == some, "\(name)")
        }
        #expect(dates("--preset all_time") == all)
        let verified = project.call("export timeline --owner \(maya) --verified -o json").list
        #expect(!verified.isEmpty && verified.allSatisfy { $0["Verified"] as? String == "Yes" })
        #expect(verified.count < project.call("export timeline --owner \(maya) -o json").list.count)
        for wrong in [
            "timeline --from 2026-05-02 --to 2026-05-01", "timeline --preset all_time --from 2026-05-01",
            "timeline --preset ever", "timeline --from May", "social_handles --from 2026-05-01",
            "exercise_daily --verified",
        ] {
            #expect(project.call("export \(wrong) --owner \(maya)").code == 2, "\(wrong)")
        }
    }

    @Test func theAnswerOfTheAppsAPIIsTaken() throws {
        let rows = project.call("export metrics --owner \(maya) -o json").output
        let path = project.write("{\"success\": true, \"data\": \(rows)}", to: "answer.json")
        let report = project.call("run -i \(path) --owner \(maya) -o json")
        let ledger = report.object["ledger"] as? [String: Int]
        #expect(
            report.code == 0 && ledger?["read"] ?? 0 > 50 && ledger?["unchanged"] == ledger?["read"], "\(report.errors)"
        )
    }
}
