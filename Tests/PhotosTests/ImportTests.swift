import Foundation
import Importing
import JPEG
import Postgres
import Proving
import Records
import Reporting
import Testing

/// The whole way of a photo: from a file in the inbox to its row, its files and its day.
@Suite struct ImportTests {
    @Test func `A photo becomes a row, an original and thumbnails, and nothing else of it gets anywhere`() throws {
        let album = try Album()
        var photo = Photograph(1, taken: "2026:03:10 23:30:00")
        (photo.offset, photo.fraction, photo.canary) = ("-05:00", "125", "CANARY")
        (photo.width, photo.height) = (900, 1200)
        try album.put("2026/front/IMG_0042.jpg", photo)
        let (report, end) = album.run()
        #expect(end == .done)
        #expect(report.ledger.inserted == 1)
        let row = try #require(
            try album.rows(
                "angle", "taken_on", "taken_at", "taken_offset", "taken_instant at time zone 'UTC'", "date_source",
                "offset_source", "instant_source", "width", "height", "has_position", "decode_status",
                "perceptual_hash is not null", "near_duplicate_of"
            ).first)
        #expect(
            row == [
                "front", "2026-03-10", "2026-03-10 23:30:00.125", "-300", "2026-03-11 04:30:00.125", "exif", "exif",
                "exif", "900", "1200", "t", "whole", "t", nil,
            ])
        try album.expectWhole()
        let files = try album.files().keys.sorted()
        #expect(files.count == 3)
        let edges = try files.map { name in
            try Ground.bytes("\(album.scratch.photos)/\(name)")
        }.map { bytes in
            try Decoder.lend(bytes, limits: Decoder.Limits(memory: 1 << 26, scans: 10, work: 1 << 30)) {
                decoder throws(JPEGError) in
                let frame = try decoder.readHeader()
                return max(frame.width, frame.height)
            }
        }
        #expect(edges.sorted() == [320, 1080, 1200])
        let day = try album.scratch.rows(
            "select taken_on, front_photo_id is not null, front_thumbnail like '%.320.jpg', side_photo_id, photo_count from public.photo_days"
        )
        #expect(day == [["2026-03-10", "t", "t", nil, "1"]])

        // Of what the camera wrote beside the pixels nothing is in the database, the report or a thumbnail.
        #expect(!(try album.scratch.dump()).contains("CANARY"))
        #expect(!report.json.line.contains("CANARY"))
        for name in files where name.contains(".320.") || name.contains(".1080.") {
            let bytes = try Ground.bytes("\(album.scratch.photos)/\(name)")
            #expect(!bytes.contains(Array("CANARY".utf8)) && !bytes.contains(Array("Exif".utf8)))
        }
        let attributes = FileManager.default
        for name in files {
            var path = "\(album.scratch.photos)/\(name)"
            #expect(try attributes.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            for _ in 0..<3 {
                path = URL(filePath: path).deletingLastPathComponent().path
                #expect(try attributes.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
            }
        }
    }

    static let angles: [(name: String, angle: String?)] = [
        ("front/1.jpg", "front"), ("IMG_side.jpg", "side"), ("back/side.jpg", "side"), ("FrontView7.jpg", "front"),
        ("Side View/a/2.jpg", "side"), ("2026-03-10 back.jpg", "back"), ("profil.jpg", "side"),
        ("hinten-2.jpg", "back"), ("rücken.jpg", "back"), ("front_back.jpg", nil), ("backup.jpg", nil),
        ("IMG_0042.jpg", nil), ("front/left and right.jpg", "side"),
    ]

    @Test func `The angle stands in the name or the folder next to it`() throws {
        let album = try Album()
        for (number, entry) in Self.angles.enumerated() {
            var photo = Photograph(UInt64(number))
            photo.taken = "2026:03:10 10:00:\(10 + number)"
            try album.put(entry.name, photo)
        }
        let (report, end) = album.run()
        #expect(end == .overLimit)
        #expect(report.ledger.inserted == Self.angles.filter { $0.angle != nil }.count)
        for (number, entry) in Self.angles.enumerated() {
            let found = try album.scratch.value(
                "select angle from public.progress_photos where taken_at = '2026-03-10 10:00:\(10 + number)'")
            #expect(found == entry.angle, "\(entry.name)")
            if entry.angle == nil {
                let reject = report.rejects.first { $0.source == entry.name }
                #expect(reject?.field == "angle" && reject?.code == .noKnownWord, "\(entry.name)")
                #expect(reject?.hint.isEmpty == false)
            }
        }
        try album.expectWhole()
        // A reject keeps no picture, and blocks no second attempt under a better name.
        #expect(try album.scratch.value("select max(pg_catalog.length(raw)) from scorebook.rejects") == "0")
        try album.put("back/IMG_0042.jpg", Photograph(11, taken: "2026:03:10 10:00:21"))
        #expect(album.run("\(album.inbox)/back/IMG_0042.jpg").report.ledger.inserted == 1)
        // Or with a setting that says it of all that say nothing.
        #expect(album.run("\(album.inbox)/backup.jpg", settings: [("angle", "side")]).report.ledger.inserted == 1)
    }

    @Test(arguments: ["csv", "json"])
    func `A manifest says angle and day`(kind: String) throws {
        let album = try Album()
        try album.put("one.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        try album.put("two.jpg", Photograph(2, taken: "2026:03:10 10:00:00"))
        try album.put("front/three.jpg", Photograph(3, taken: "2026:03:10 10:00:00"))
        let text =
            kind == "csv"
            ? "taken_on;file;angle\n;one.jpg;back\n2026-03-08;two.jpg;Side\n2026-03-10;front/three.jpg;\n"
            : """
            [{"file": "one.jpg", "angle": "back"}, {"file": "two.jpg", "angle": "side", "taken_on": "2026-03-08"},
             {"file": "front/three.jpg", "taken_on": "2026-03-10"}]
            """
        _ = try album.scratch.file("inbox/photos.\(kind)", text)
        let (report, end) = album.run()
        #expect(end == .done)
        #expect(report.units.first { $0.source == "photos.\(kind)" }?.status == .ignored)
        #expect(
            try album.scratch.rows(
                "select angle, taken_on, taken_at, date_source from public.progress_photos order by angle") == [
                    ["back", "2026-03-10", "2026-03-10 10:00:00", "exif"],
                    ["front", "2026-03-10", "2026-03-10 10:00:00", "manifest"],
                    ["side", "2026-03-08", nil, "manifest"],
                ])
    }

    @Test func `A manifest is of its owner's photos alone`() throws {
        let album = try Album()
        for (place, owner) in [Ground.maya, Ground.leo].enumerated() {
            try album.put("\(owner)/p.jpg", Photograph(UInt64(4 + place), taken: "2026:03:10 10:00:00"))
            _ = try album.scratch.file(
                "inbox/\(owner)/photos.csv",
                place == 0
                    ? "file,angle,taken_on\np.jpg,front,2026-03-01\n" : "file,angle,taken_on\np.jpg,side,2026-04-02\n")
        }
        for path in try FileManager.default.subpathsOfDirectory(atPath: album.inbox) {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: "\(album.inbox)/\(path)")
        }
        let run = try Program.run(
            ["run", "nightly", "-o", "json", "--set", "zone=UTC"],
            environment: [
                "DATABASE_URL": album.scratch.url(), "SCOREBOOK_INBOX": album.inbox,
                "SCOREBOOK_ARCHIVE": "\(album.scratch.folder)/archive",
                "SCOREBOOK_QUARANTINE": "\(album.scratch.folder)/quarantine", "SCOREBOOK_PHOTOS": album.scratch.photos,
            ], folder: album.scratch.folder)
        #expect(run.ledger["inserted"] == 2, "\(run.complaints)\(run.output.suffix(1_500))")
        #expect(
            try album.scratch.rows("select user_id, angle, taken_on from public.progress_photos order by angle") == [
                [Ground.maya, "front", "2026-03-01"], [Ground.leo, "side", "2026-04-02"],
            ])
    }

    @Test func `A manifest that cannot be read refuses the photos beside it`() throws {
        let album = try Album()
        try album.put("front.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        _ = try album.scratch.file("inbox/photos.csv", "file,angle\nfront.jpg,\"back\n")
        let (report, end) = album.run()
        #expect(end == .badInput)
        #expect(report.units.map(\.status) == [.refused, .refused])
        #expect(report.units.allSatisfy { $0.reason?.isEmpty == false })
    }

    static let strangers: [(name: String, bytes: [UInt8], part: String)] = [
        ("front.png.jpg", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 0, count: 40), "PNG"),
        ("front.avif", [0, 0, 0, 24] + Array("ftypavif".utf8) + Array(repeating: 0, count: 40), "AVIF"),
        ("front.heic", [0, 0, 0, 24] + Array("ftypheic".utf8) + Array(repeating: 0, count: 40), "no picture"),
        ("front.webp.jpg", Array("RIFF".utf8) + [9, 0, 0, 0] + Array("WEBPVP8 ".utf8), "WebP"),
        ("front.gif", Array("GIF89a".utf8) + Array(repeating: 0, count: 40), "GIF"),
        ("front.empty.jpg", [], "empty"),
        ("front.two.jpg", [0xFF, 0xD8], "ends before"),
        ("front.html.jpg", Array("<html><body>Not found</body></html>".utf8), "HTML"),
    ]

    @Test func `What is no photo is refused with its reason, whatever its name says`() throws {
        let album = try Album()
        for stranger in Self.strangers { _ = try album.scratch.file("inbox/\(stranger.name)", stranger.bytes) }
        let (report, end) = album.run()
        #expect(end == .badInput)
        for stranger in Self.strangers {
            let unit = report.units.first { $0.source == stranger.name }
            #expect(
                unit?.status == .refused && unit?.reason?.contains(stranger.part) == true,
                "\(stranger.name): \(unit?.reason ?? "")")
        }
    }

    @Test func `Photos in an archive are units of their own`() throws {
        let album = try Album()
        try album.put("front/a.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        try album.put("b.jpg", Photograph(2, taken: "2026:03:10 10:00:00"))
        _ = try album.scratch.file("inbox/photos.csv", "file,angle\nb.jpg,back\n")
        let tar = Process()
        tar.executableURL = URL(filePath: "/usr/bin/tar")
        tar.arguments = ["-cf", "\(album.scratch.folder)/photos.tar", "-C", album.inbox, "."]
        try tar.run()
        tar.waitUntilExit()
        let (report, end) = album.run("\(album.scratch.folder)/photos.tar")
        #expect(end == .done, "\(report.json.line)")
        #expect(report.ledger.inserted == 2)
        #expect(
            try album.scratch.rows("select angle from public.progress_photos order by 1").map(\.[0]) == [
                "back", "front",
            ])
        try album.expectWhole()
    }

    @Test func `Validate and plan keep nothing`() throws {
        let album = try Album()
        try album.put("front.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        let plan = Attempt(.plan, [album.inbox]).execute(on: album.scratch)
        #expect(plan.report.ledger.inserted == 1)
        let valid = Attempt(.validate, [album.inbox]).execute()
        #expect(valid.report.ledger.valid == 1)
        #expect(!FileManager.default.fileExists(atPath: album.scratch.photos))
    }
}

extension [UInt8] {
    /// Whether these bytes stand anywhere in it.
    fileprivate func contains(_ other: [UInt8]) -> Bool {
        guard count >= other.count else { return false }
        return (0...count - other.count).contains {
            self[$0] == other[0] && self[$0..<$0 + other.count].elementsEqual(other)
        }
    }
}
