import Foundation
import Importing
import Postgres
import Proving
import Records
import Reporting
import Storing
import Testing

/// Rows and files stay one truth: whatever comes twice, is damaged, gets lost, or is killed.
@Suite struct KeepingTests {
    @Test func `The same bytes are one photo, under whatever name`() throws {
        let album = try Album()
        try album.put("front/a.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        try album.put("front/b.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        let first = album.run().report
        #expect((first.ledger.inserted, first.ledger.unchanged) == (1, 1))
        let (contents, files) = (try album.contents(), try album.files())
        let writes = try album.scratch.writes()
        try album.put("front/c 20250101.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        let again = album.run().report
        #expect(again.units.map(\.status) == [.alreadyLoaded, .alreadyLoaded, .loaded])
        #expect(again.ledger.unchanged == 1 && again.ledger.inserted + again.ledger.updated == 0)
        #expect(try album.contents() == contents)
        #expect(try album.files() == files)
        #expect(try album.scratch.writes() == writes)
    }

    /// Copies of one scene, other scenes between them; the largest is the original.
    private func scenes(_ album: Album, _ order: [Int]) throws {
        for (place, number) in order.enumerated() {
            var photo = Photograph(UInt64(number / 3), taken: "2026:03:1\(number / 3) 10:00:00")
            (photo.width, photo.height, photo.quality) = [(480, 640, 90), (240, 320, 80), (480, 640, 60)][number % 3]
            try album.put("front/\(place).jpg", photo)
        }
    }

    @Test func `Copies in other bytes are kept and marked, in whatever order they come, by however many workers`()
        throws
    {
        var contents: [String] = []
        for (order, workers) in [([0, 1, 2, 3, 4, 5], 1), ([5, 4, 3, 2, 1, 0], 2), ([2, 3, 1, 5, 0, 4], 7)] {
            let album = try Album()
            try scenes(album, order)
            let report = album.run(workers: workers).report
            #expect(report.ledger.inserted == 6)
            contents.append(try album.contents())
            let marked = try album.scratch.rows(
                """
                select photo.taken_on, better.taken_on, better.width
                from public.progress_photos as photo
                join public.progress_photos as better on better.id = photo.near_duplicate_of
                """)
            #expect(marked.count == 4)
            #expect(marked.allSatisfy { $0[0] == $0[1] && $0[2] == "480" })
            // Of a day's copies the better one is shown.
            let shown = try album.scratch.rows(
                """
                select photo.near_duplicate_of from public.photo_days as day
                join public.progress_photos as photo on photo.id = day.front_photo_id
                """)
            #expect(shown == [[nil], [nil]])
            try album.expectWhole()
        }
        #expect(Set(contents).count == 1)
    }

    @Test func `A photo whose better copy goes is a copy of the next, or of none`() throws {
        let album = try Album()
        try scenes(album, [0, 1, 2])
        album.run()
        try album.scratch.open().run(
            "delete from public.progress_photos where near_duplicate_of is null; truncate scorebook.units, scorebook.lineage_blocks cascade"
        )
        try FileManager.default.removeItem(atPath: album.inbox)
        try album.put("side/other.jpg", Photograph(9, taken: "2026:03:10 10:00:00"))
        album.run()
        #expect(try album.scratch.value("select count(near_duplicate_of) from public.progress_photos") == "1")
        try album.expectWhole()
    }

    @Test func `A thumbnail that is missing or damaged is made anew, and no row is written`() throws {
        let album = try Album()
        for number in 1...4 {
            try album.put("front/\(number).jpg", Photograph(UInt64(number), taken: "2026:03:0\(number) 10:00:00"))
        }
        album.run()
        let (contents, files) = (try album.contents(), try album.files())
        let thumbnails = files.keys.filter { $0.contains(".320.") || $0.contains(".1080.") }.sorted()
        #expect(thumbnails.count == 8)
        let paths = thumbnails.map { "\(album.scratch.photos)/\($0)" }
        try FileManager.default.removeItem(atPath: paths[0])
        var bytes = try Ground.bytes(paths[1])
        bytes[bytes.count / 2] ^= 1
        try Data(bytes).write(to: URL(filePath: paths[1]))
        try Data(try Ground.bytes(paths[2]).dropLast(20)).write(to: URL(filePath: paths[2]))
        try Data().write(to: URL(filePath: paths[3]))
        try Data(try Ground.bytes(paths[4])).write(to: URL(filePath: paths[7]))
        let writes = try album.scratch.writes()
        let (report, end) = album.run()
        #expect(end == .done && report.status == .nothingToDo)
        #expect(try album.files() == files)
        #expect(try album.contents() == contents)
        #expect(try album.scratch.writes() == writes)
    }

    @Test func `Other sizes are made where the job wants others`() throws {
        let album = try Album()
        var photo = Photograph(1, taken: "2026:03:10 10:00:00")
        (photo.width, photo.height) = (600, 800)
        try album.put("front.jpg", photo)
        album.run()
        album.run(settings: [("thumbnails", "64; 200; 500")])
        let sizes = try album.scratch.rows(
            "select size.key, size.value ->> 'height' from public.progress_photos, pg_catalog.jsonb_each(thumbnails) as size order by size.key::integer"
        )
        #expect(sizes == [["64", "64"], ["200", "200"], ["500", "500"]])
        try album.expectWhole()
        let refused = album.run(settings: [("thumbnails", "large")])
        #expect({ if case .configuration = refused.end { true } else { false } }())
    }

    @Test func `An original that got lost is kept again when its file comes again`() throws {
        let album = try Album()
        try album.put("front.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        album.run()
        let files = try album.files()
        let original = try #require(files.keys.first { !$0.contains(".320.") && !$0.contains(".1080.") })
        try FileManager.default.removeItem(atPath: "\(album.scratch.photos)/\(original)")
        #expect(album.run().report.units.map(\.status) == [.alreadyLoaded])
        #expect(try album.files() == files)
    }

    @Test func `A rollback removes rows and their files; what the app changed stays`() throws {
        let album = try Album()
        for number in 1...3 {
            try album.put("front/\(number).jpg", Photograph(UInt64(number), taken: "2026:03:0\(number) 10:00:00"))
        }
        let run = album.run().report.run
        try album.scratch.open().run("update public.progress_photos set angle = 'side' where taken_on = '2026-03-02'")
        // A later look at the picture does not make an edited row ours.
        for name in try album.files().keys where name.contains(".320.") {
            try FileManager.default.removeItem(atPath: "\(album.scratch.photos)/\(name)")
        }
        album.run(settings: [("thumbnails", "300")])
        let rollback = RollbackRun(
            run: run, isDescribed: false, pipelines: Ground.pipelines,
            database: DatabaseAccess(.connection(album.scratch.url()), pipelines: Ground.pipelinesFolder),
            hooks: Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false }))
        _ = rollback.execute()
        #expect(
            try album.scratch.rows("select taken_on, angle from public.progress_photos") == [["2026-03-02", "side"]])
        #expect(try album.files().count == 2)
        try FileManager.default.removeItem(atPath: album.inbox)
        try album.put("back/4.jpg", Photograph(4, taken: "2026:03:04 10:00:00"))
        album.run(settings: [("thumbnails", "300")])
        try album.expectWhole()
        #expect(try album.files().count == 4)
    }

    @Test func `A mark that could not be removed goes with the next run`() throws {
        let album = try Album()
        try album.put("front.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        album.run()
        let files = try album.files()
        let original = try #require(files.keys.first { !$0.contains(".320.") && !$0.contains(".1080.") })
        let mark = original.prefix { $0 != "." } + ".decoding"
        _ = FileManager.default.createFile(atPath: "\(album.scratch.photos)/\(mark)", contents: nil)
        album.run()
        #expect(try album.files() == files)
    }

    @Test func `A folder of another database's photos is refused`() throws {
        let (one, other) = (try Album(), try Album())
        try one.put("front.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        one.run()
        let files = try one.files()
        try other.put("front.jpg", Photograph(2, taken: "2026:03:10 10:00:00"))
        let end = other.run(settings: [("photos", one.scratch.photos)]).end
        #expect({ if case .configuration(let why) = end { why.contains("another database") } else { false } }())
        #expect(try other.scratch.value("select count(*) from public.progress_photos") == "0")
        #expect(try one.files() == files)
    }

    @Test func `Stopped anywhere the next run goes on`() throws {
        let straight = try Album()
        for number in 1...5 {
            try straight.put("front/\(number).jpg", Photograph(UInt64(number), taken: "2026:03:0\(number) 10:00:00"))
        }
        straight.run()
        let album = try Album()
        for number in 1...5 {
            try album.put("front/\(number).jpg", Photograph(UInt64(number), taken: "2026:03:0\(number) 10:00:00"))
        }
        for patience in 0..<60 {
            let end = album.run(patience: patience).end
            let originals = try album.scratch.rows("select original_path from public.progress_photos").compactMap {
                $0[0]
            }
            let files = try? album.files()
            #expect(originals.allSatisfy { files?[$0] != nil }, "stopped at question \(patience)")
            if end == .done { break }
            #expect(end == .interrupted)
        }
        album.run()
        #expect(try album.contents() == straight.contents())
        #expect(try album.files() == straight.files())
    }

    /// A load keeps a photo's file before its row, under the owner's lock: a sweep without it would take the file away.
    @Test func `Whoever looks after an owner's photos waits for the load that has the owner's lock`() throws {
        let album = try Album()
        try album.put("front.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        album.run()
        let load = try album.scratch.openPlatform()
        let keeper = try album.scratch.openPlatform()
        let rows = PhotoRows(keeper, table: "public.progress_photos")
        let store = PhotoStore(album.scratch.photos)
        let sha256 = try #require(try album.rows("sha256").first?[0])
        let steps: [(name: String, run: () throws -> Void)] = [
            ("whileThere", { try rows.whileThere(Ground.maya, sha256) {} }),
            ("page", { _ = try rows.page(of: Ground.maya, after: "", count: 1) }),
            ("markNearDuplicates", { _ = try rows.markNearDuplicates(of: Ground.maya) }),
            ("sweep", { _ = try rows.sweep(Ground.maya, in: store, longEdges: nil) }),
        ]
        try keeper.run("set lock_timeout = '100ms'")
        try load.transaction {
            try load.run("select scorebook.lock_owners(array[$1]::uuid[])", [Ground.maya])
            for step in steps {
                let failure = #expect(throws: DatabaseError.self, "\(step.name)") { try step.run() }
                #expect(failure?.kind == .lockTimeout, "\(step.name)")
            }
        }
        for step in steps { try step.run() }
        try album.expectWhole()
    }

    /// `SCOREBOOK_KILLS` and `SCOREBOOK_SEED` say how many and which.
    @Test func `Killed at any moment every row has its original, and the next run makes all good`() throws {
        let variables = ProcessInfo.processInfo.environment
        let kills = variables["SCOREBOOK_KILLS"].flatMap { Int($0) } ?? 8
        var state = variables["SCOREBOOK_SEED"].flatMap { UInt64($0) } ?? 11
        let album = try Album()
        for number in 0..<24 {
            var photo = Photograph(UInt64(number), taken: "2026:03:\(10 + number % 9) 10:00:\(10 + number)")
            (photo.width, photo.height) = (480, 640)
            try album.put("front/\(number).jpg", photo)
        }
        let words = [
            "run", "--input", album.inbox, "--owner", Ground.maya, "-o", "json", "--set", "zone=America/Los_Angeles",
            "--set", "photos=\(album.scratch.photos)",
        ]
        let environment = ["DATABASE_URL": album.scratch.url()]
        let started = Date()
        #expect(try Program.run(words, environment: environment).code == 0)
        let duration = Date().timeIntervalSince(started)
        let (contents, files) = (try album.contents(), try album.files())
        var between = 0
        for kill in 1...kills {
            try album.scratch.open().run(
                "truncate scorebook.runs, scorebook.units, scorebook.lineage_blocks, scorebook.rejects cascade; delete from public.progress_photos"
            )
            if kill % 2 == 0 { try FileManager.default.removeItem(atPath: album.scratch.photos) }
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let program = try Program(words, environment: environment)
            usleep(UInt32(duration * 1.1 * Double(state >> 11) / Double(1 << 53) * 1_000_000))
            program.kill()
            _ = program.finish()
            // What the server still commits for the dead client has its original, too.
            usleep(50_000)
            let there = (try? album.files()) ?? [:]
            let originals = try album.scratch.rows("select original_path from public.progress_photos").compactMap {
                $0[0]
            }
            #expect(originals.allSatisfy { there[$0] != nil }, "kill \(kill)")
            if !originals.isEmpty, originals.count < 24 { between += 1 }
            let rerun = try Program.run(words, environment: environment)
            #expect(rerun.code == 0, "\(rerun.complaints)")
            #expect(try album.contents() == contents, "kill \(kill)")
            #expect(try album.files() == files, "kill \(kill)")
            try album.expectWhole("kill \(kill)")
        }
        print(
            "photos killed: \(kills) moments, \(between) with some of the rows there: nothing lost, nothing left over")
    }
}
