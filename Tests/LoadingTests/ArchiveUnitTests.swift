import Foundation
import Packing
import Postgres
import Proving
import Testing

/// Archives through the whole program: each entry is a unit of its own.
@Suite struct ArchiveUnitTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.open().run(
            """
            create table public.activities (
                id uuid primary key, user_id uuid not null references public.users (id), started_at timestamptz not null,
                activity text not null, minutes numeric not null, kcal bigint, note text);
            grant select, insert, update on public.activities to scorebook_loader;
            """)
    }

    /// A record of its own second.
    private static func record(_ value: Int) -> String {
        let parts = [value / 3600, value / 60 % 60, value % 60].map { String(100 + $0).dropFirst() }
        let time = parts.joined(separator: ":")
        return "<Record type='Steps' startDate='2024-05-01 \(time) +0200' value='\(value)'/>"
    }

    private static let health =
        "<!DOCTYPE HealthData [<!ATTLIST x]>\n<HealthData locale='x'>\(record(1))\(record(2))</HealthData>\n"
    private static let log = "started_at,activity,minutes,kcal,note\n2024-05-01T10:00:00Z,run,30,300,x\n"
    private static let route = "<?xml version='1.0'?><gpx><trk/></gpx>"

    /// An export as a phone and then a Mac make it.
    private static func export(_ more: [ZipFile.Entry] = []) -> [UInt8] {
        var entries = [
            ZipFile.Entry("apple_health_export/导出.xml", health),
            ZipFile.Entry("apple_health_export/workout-routes/a.gpx", route),
            ZipFile.Entry("apple_health_export/electrocardiograms/b.csv", "Name,\"x\"\n1\n"),
            ZipFile.Entry("apple_health_export/导出_cda.xml", "<ClinicalDocument/>"),
            ZipFile.Entry("__MACOSX/apple_health_export/._导出.xml", "\u{0}\u{5}\u{16}\u{7}"),
        ]
        entries += more
        for index in entries.indices { entries[index].hasDescriptor = true }
        return ZipFile.make(entries)
    }

    private func scorebook(_ words: [String], environment: [String: String] = [:]) throws -> Program.Result {
        var variables = [
            "DATABASE_URL": scratch.url(), "SCOREBOOK_PIPELINES": "\(Ground.package)/Tests/Faults/Pipelines",
        ]
        variables.merge(environment) { $1 }
        return try Program(words + ["-o", "json"], environment: variables).finish()
    }

    private func run(_ verb: String, _ path: String, _ more: [String] = []) throws -> Program.Result {
        try scorebook([verb, "--input", path, "--owner", Ground.maya] + more)
    }

    private func units(_ result: Program.Result) -> [String] {
        result.units.map { unit in
            "\(unit["source"] as? String ?? "") \(unit["status"] as? String ?? "") \(unit["format"] as? String ?? "")"
        }
    }

    @Test func `An export as it comes from the phone is loaded once`() throws {
        let path = try scratch.file("export.zip", Self.export())
        let expected = [
            "export.zip!apple_health_export/导出.xml loaded health-export",
            "export.zip!apple_health_export/workout-routes/a.gpx ignored ",
            "export.zip!apple_health_export/electrocardiograms/b.csv ignored ",
            "export.zip!apple_health_export/导出_cda.xml ignored ",
            "export.zip!__MACOSX/apple_health_export/._导出.xml ignored ",
        ]
        let result = try run("run", path)
        #expect(result.code == 0, "\(result.complaints)")
        #expect(units(result) == expected)
        #expect(result.ledger["inserted"] == 2)
        let again = try run("run", path)
        #expect(again.code == 0)
        #expect(units(again)[0] == "export.zip!apple_health_export/导出.xml already_loaded health-export")
        // The same document by itself is the same unit.
        let alone = try run("run", try scratch.file("renamed.xml", Self.health))
        #expect(alone.statuses == ["already_loaded"])
        #expect(try scratch.value("select count(*) from public.activities") == "2")
    }

    @Test func `Routes of an export are no workouts of their own, with times or without`() throws {
        let sample = try String(contentsOfFile: "\(Ground.package)/Samples/gpx.gpx", encoding: .utf8)
        let strava = try String(contentsOfFile: "\(Ground.package)/Samples/strava.csv", encoding: .utf8)
        func validate(_ entries: [ZipFile.Entry]) throws -> Program.Result {
            try scorebook(
                [
                    "validate", "--input", try scratch.file("export.zip", ZipFile.make(entries)), "--set", "zone=UTC",
                    "--max-rejects", "3",
                ],
                environment: ["SCOREBOOK_PIPELINES": "\(Ground.package)/Pipelines"])
        }
        let record =
            "<Record type='HKQuantityTypeIdentifierBodyMass' sourceName='x' unit='kg' value='60' "
            + "startDate='2026-05-01 08:00:00 +0200' endDate='2026-05-01 08:00:00 +0200'/>"
        let apple = try validate([
            ZipFile.Entry("apple_health_export/export.xml", "<HealthData>\(record)</HealthData>"),
            ZipFile.Entry("apple_health_export/workout-routes/route_2026-05-05_3.00pm.gpx", sample),
            ZipFile.Entry("apple_health_export/workout-routes/route.gpx", Self.route),
        ])
        #expect(
            units(apple) == [
                "export.zip!apple_health_export/workout-routes/route_2026-05-05_3.00pm.gpx ignored ",
                "export.zip!apple_health_export/workout-routes/route.gpx ignored ",
                "export.zip!apple_health_export/export.xml valid apple-health",
            ])
        #expect(apple.code == 0, "\(apple.complaints)")
        // A ride of the archive is read; a planned route beside it, under a folder of another language, is none.
        let rides = try validate([
            ZipFile.Entry("activities.csv", strava), ZipFile.Entry("activities/1.gpx", sample),
            ZipFile.Entry("rutas/2.gpx", Self.route),
        ])
        #expect(
            Set(units(rides)) == [
                "export.zip!activities.csv valid_with_rejects strava", "export.zip!activities/1.gpx valid gpx",
                "export.zip!rutas/2.gpx ignored ",
            ])
        #expect(rides.code == 0, "\(rides.complaints)")
        // Alone it is what somebody meant to import.
        let alone = try validate([ZipFile.Entry("2.gpx", Self.route)])
        #expect(units(alone) == ["export.zip!2.gpx refused gpx"])
        #expect(alone.code != 0)
    }

    @Test func `What is built as a format's files and named otherwise is never taken for them`() throws {
        let calories = #"[{"dateTime": "03/01/26 00:00:00", "value": "1.09"}]"#
        let steps = #"[{"dateTime": "03/01/26 00:00:00", "value": "12"}]"#
        func validate(_ path: String) throws -> Program.Result {
            try scorebook(
                [
                    "validate", "--input", path, "--owner", Ground.maya, "--set", "fitbit_type=step_count", "--set",
                    "fitbit_zone=UTC", "--set", "zone=Europe/Berlin",
                ], environment: ["SCOREBOOK_PIPELINES": "\(Ground.package)/Pipelines"])
        }
        let takeout = try validate(
            try scratch.file(
                "takeout.zip",
                ZipFile.make([
                    ZipFile.Entry("Takeout/Fitbit/Data/steps-2026-03-01.json", steps),
                    ZipFile.Entry("Takeout/Fitbit/Data/calories-2026-03-01.json", calories),
                ])))
        #expect(takeout.code == 0, "\(takeout.complaints)")
        #expect(
            units(takeout) == [
                "takeout.zip!Takeout/Fitbit/Data/calories-2026-03-01.json ignored ",
                "takeout.zip!Takeout/Fitbit/Data/steps-2026-03-01.json valid fitbit-steps-json",
            ])
        let loose = try validate(try scratch.file("calories-2026-03-01.json", calories))
        #expect(loose.code == 65 && loose.statuses == ["refused"])
        #expect(try validate(try scratch.file("renamed.json", calories)).statuses == ["valid"])
    }

    @Test func `validate and plan see the same entries, and a plan is applied`() throws {
        let path = try scratch.file("export.zip", Self.export())
        let valid = try run("validate", path)
        #expect(valid.code == 0 && valid.ledger["valid"] == 2, "\(valid.complaints)")
        let plan = try run("plan", path, ["--out", "\(scratch.folder)/plan.json"])
        #expect(plan.code == 0 && plan.statuses.first == "planned", "\(plan.complaints)")
        #expect(try scratch.value("select count(*) from public.activities") == "0")
        let applied = try scorebook(["run", "--plan", "\(scratch.folder)/plan.json"])
        #expect(applied.code == 0 && applied.ledger["inserted"] == 2, "\(applied.complaints) \(applied.output)")
        #expect(try scratch.value("select count(*) from public.activities") == "2")
    }

    @Test(arguments: ["gzip", "tar", "tar.gz", "nested"])
    func `Other archives, and one within another`(kind: String) throws {
        let log = Array(Self.log.utf8)
        let tar = TarFile.make([("a/log.csv", Self.log, "0")])
        var inner = ZipFile.Entry("inner/export.zip", "")
        inner.content = Self.export()
        let (name, bytes, source): (String, [UInt8], String) =
            switch kind {
            case "gzip": ("log.csv.gz", ZipFile.gzip(log), "log.csv.gz!log.csv")
            case "tar": ("a.tar", tar, "a.tar!a/log.csv")
            case "tar.gz": ("a.tgz", ZipFile.gzip(tar), "a.tgz!a/log.csv")
            default: ("b.zip", ZipFile.make([inner]), "b.zip!inner/export.zip!apple_health_export/导出.xml")
            }
        let result = try run("run", try scratch.file(name, bytes))
        #expect(result.code == 0, "\(result.complaints)")
        #expect(units(result).first?.hasPrefix("\(source) loaded ") ?? false, "\(units(result))")
    }

    @Test func `Damage that shows at the end of an entry loads nothing of it`() throws {
        var entry = ZipFile.Entry("a.csv", "started_at,activity,minutes,kcal,note\n")
        for second in 0..<40_000 {
            entry.content += Array("2024-05-\(1 + second % 28)T10:00:00Z,run \(second),30,300,x\n".utf8)
        }
        #expect(entry.content.count > 1 << 20)
        entry.checksum = 1
        let result = try run("run", try scratch.file("a.zip", ZipFile.make([entry])))
        #expect(result.code == 65)
        #expect(result.statuses == ["refused"])
        #expect((result.units.first?["reason"] as? String)?.contains("damaged") ?? false)
        #expect(try scratch.value("select count(*) from public.activities") == "0")
    }

    @Test func `Rejects of a large entry keep their record's text`() throws {
        var document = "<HealthData>"
        for value in 0..<20_000 { document += Self.record(value) + "\n" }
        document += "<Record type='Bad' startDate='x' value='1'/></HealthData>"
        let archive = ZipFile.make([ZipFile.Entry("e.xml", document)])
        let result = try run("run", try scratch.file("e.zip", archive), ["--max-rejects", "1"])
        #expect(result.code == 0, "\(result.complaints)")
        #expect(result.ledger["inserted"] == 20_000 && result.ledger["rejected"] == 1)
        let raw = try scratch.value("select pg_catalog.encode(raw, 'escape') from scorebook.rejects")
        #expect(raw == "<Record type='Bad' startDate='x' value='1'/>")
    }

    /// They are recorded some hundred at a time, and before whatever is loaded after them.
    @Test func `Refused entries are in the ledger, each once and in the order of the report`() throws {
        var entries = (0..<700).map { ZipFile.Entry("\($0).csv", "colour,shape\nred,\($0)\n") }
        entries.insert(ZipFile.Entry("log.csv", Self.log), at: 400)
        let result = try run("run", try scratch.file("e.zip", ZipFile.make(entries)))
        #expect(result.statuses.count == 701 && result.statuses.filter { $0 == "refused" }.count == 700)
        let reported = result.units.compactMap { $0["source"] as? String }
        #expect(try scratch.rows("select source from scorebook.units order by id").compactMap { $0[0] } == reported)
        #expect(try scratch.value("select count(*) from scorebook.units where code = 'E_UNKNOWN_FORMAT'") == "700")
        // A second run refuses them once more, and loads nothing twice.
        _ = try run("run", "\(scratch.folder)/e.zip")
        #expect(try scratch.value("select count(*) from scorebook.units where status = 'loaded'") == "1")
        #expect(try scratch.value("select count(*) from scorebook.units") == "1401")
    }

    @Test func `The nightly job moves an archive when all its entries are done`() throws {
        let folder = "\(scratch.folder)/pipelines"
        try FileManager.default.copyItem(atPath: "\(Ground.package)/Tests/Faults/Pipelines", toPath: folder)
        let job = """
            job: Every night
            database: ${DATABASE_URL}
            inbox: \(scratch.folder)/inbox
            owner: folder
            datasets: [activity]
            archive: \(scratch.folder)/archive
            quarantine: \(scratch.folder)/quarantine
            """
        _ = try scratch.file("pipelines/nightly.yaml", job)
        _ = try scratch.file("inbox/\(Ground.maya)/good.zip", Self.export())
        _ = try scratch.file("inbox/\(Ground.maya)/half.zip", Self.export([ZipFile.Entry("notes.txt", "hello\n")]))
        let result = try scorebook(["run", "nightly"], environment: ["SCOREBOOK_PIPELINES": folder])
        #expect(result.code == 1, "\(result.complaints) \(result.output)")
        func names(_ folder: String) -> [String] {
            let path = "\(scratch.folder)/\(folder)/\(Ground.maya)"
            return ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).filter { $0.contains(".zip") }
                .sorted()
        }
        #expect(names("inbox").isEmpty)
        #expect(names("archive").count == 1)
        let refused = names("quarantine")
        #expect(refused.count == 2)
        let reason = try #require(refused.first { $0.hasSuffix(".reason.md") })
        let text = try Ground.bytes("\(scratch.folder)/quarantine/\(Ground.maya)/\(reason)")
        #expect(String(decoding: text, as: UTF8.self).contains("half.zip!notes.txt: "))
    }

    @Test func `peek and recognise look into archives`() throws {
        let path = try scratch.file("export.zip", Self.export())
        let peek = try Program(
            ["peek", path], environment: ["SCOREBOOK_PIPELINES": "\(Ground.package)/Tests/Faults/Pipelines"]
        ).finish()
        #expect(peek.code == 0 && peek.output.split(separator: "\n").count == 2, "\(peek.complaints)")
        let route = try Program(["peek", "\(path)!apple_health_export/workout-routes/a.gpx"]).finish()
        #expect(route.complaints.contains("the track has no times"), "\(route.output) \(route.complaints)")
        let verdicts = try scorebook(["recognise", path])
        #expect(verdicts.output.contains("health-export"))
    }
}
