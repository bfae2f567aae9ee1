import Foundation
import Importing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// When a photo was taken, as the owner reads it: the clock's own day, and the instant where it is known.
@Suite struct DateTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var taken: String?
        var offset: String?
        var name = "front.jpg"
        var modified: String?
        var zone = "America/New_York"
        var day: String
        var instant: String?
        var dateSource = "exif"
        var instantSource: String?
    }

    static let cases: [Case] = [
        Case(
            testDescription: "The clock's day, not that of Greenwich", taken: "2026:03:10 23:30:00", offset: "-05:00",
            day: "2026-03-10", instant: "2026-03-11 04:30:00", instantSource: "exif"),
        Case(
            testDescription: "Without an offset the athlete's zone tells the instant", taken: "2026:03:10 23:30:00",
            zone: "America/Los_Angeles", day: "2026-03-10", instant: "2026-03-11 06:30:00", instantSource: "user"),
        Case(
            testDescription: "A camera whose clock was never set", taken: "0000:00:00 00:00:00",
            modified: "2026-03-12T10:00:00Z", day: "2026-03-12", dateSource: "file-time"),
        Case(
            testDescription: "A file's time is the athlete's day", modified: "2026-03-12T02:00:00Z", day: "2026-03-11",
            dateSource: "file-time"),
        Case(
            testDescription: "A time that the clocks skipped", taken: "2026:03:08 02:30:00", day: "2026-03-08",
            instant: "2026-03-08 07:30:00", instantSource: "user"),
        Case(
            testDescription: "A time that the clocks showed twice", taken: "2025:11:02 01:30:00", day: "2025-11-02",
            instant: "2025-11-02 05:30:00", instantSource: "user"),
        Case(
            testDescription: "A name before the time of the file", name: "IMG-20240331-WA0001 front.jpg",
            modified: "2026-03-12T10:00:00Z", day: "2024-03-31", dateSource: "filename"),
        Case(
            testDescription: "The camera before the name", taken: "2026:03:10 10:00:00",
            name: "20240331_101010 front.jpg",
            day: "2026-03-10", instant: "2026-03-10 14:00:00", instantSource: "user"),
    ]

    @Test(arguments: cases) func taken(_ one: Case) throws {
        let album = try Album()
        var photo = Photograph(1)
        (photo.taken, photo.offset) = (one.taken, one.offset)
        let path = try album.put(one.name, photo)
        if let modified = one.modified {
            let date = try #require(ISO8601DateFormatter().date(from: modified))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        let (report, end) = album.run(settings: [("zone", one.zone)])
        #expect(end == .done, "\(report.json.line)")
        let row = try album.rows(
            "taken_on", "taken_instant at time zone 'UTC'", "date_source", "instant_source"
        ).first
        #expect(row == [one.day, one.instant, one.dateSource, one.instantSource])
        #expect(try album.scratch.value("select taken_on from public.photo_days") == one.day)
    }

    /// The cases of the shared folder: their input is what a camera writes.
    @Test func `The shared cases hold`() throws {
        guard let shared = Ground.shared else { return print("SKIPPED: PVPHOTO cases of ../shared are absent") }
        let data = try Data(contentsOf: URL(filePath: "\(shared)/domain/cases/PVPHOTO.json"))
        let cases = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        var count = 0
        for one in cases {
            let input = one["input"] as? [String: Any] ?? [:]
            let expected = one["expected"] as? [String: Any] ?? [:]
            guard let taken = input["DateTimeOriginal"] as? String else { continue }
            count += 1
            let album = try Album()
            var photo = Photograph(1, taken: taken)
            photo.offset = input["OffsetTimeOriginal"] as? String
            let path = try album.put("front.jpg", photo)
            if let time = input["file_mtime"] as? String, let date = ISO8601DateFormatter().date(from: time) {
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
            }
            album.run(settings: [("zone", input["time_zone"] as? String ?? "UTC")])
            let row = try #require(
                try album.rows(
                    "taken_on", "to_char(taken_instant at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
                ).first)
            #expect(row[0] == expected["taken_on"] as? String, "\(one["id"] ?? "")")
            if let instant = expected["taken_at_utc"] as? String { #expect(row[1] == instant, "\(one["id"] ?? "")") }
        }
        #expect(count == 4)
    }

    /// Every crafted file as the shared list says.
    @Test func `The crafted files are read as they are listed`() throws {
        guard let shared = Ground.shared else { return print("SKIPPED: crafted photos of ../shared are absent") }
        let folder = "\(shared)/photos"
        let album = try Album()
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/corpus/crafted") {
            _ = try album.scratch.file("inbox/front/\(name)", try Ground.bytes("\(folder)/corpus/crafted/\(name)"))
        }
        let report = album.run().report
        let lines = try String(contentsOfFile: "\(folder)/crafted_truth.csv", encoding: .utf8).split(
            whereSeparator: \.isNewline)
        #expect(lines.count == 65)
        for line in lines.dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let unit = report.units.first { $0.source == "front/\(cells[0])" }
            let isRead = !["fatal", "limit"].contains(cells[6])
            #expect(unit?.status == (isRead ? .loaded : .refused), "\(cells[0])")
            guard isRead, let sha256 = unit?.sha256 else { continue }
            let row = try #require(
                try album.scratch.rows(
                    """
                    select coalesce(to_char(taken_at, 'YYYY-MM-DD"T"HH24:MI:SS'), taken_on::text), taken_offset,
                        coalesce(extract(microseconds from taken_at)::integer % 1000000, 0), date_source, has_position,
                        decode_status
                    from public.progress_photos where sha256 = $1
                    """, [sha256]
                ).first)
            if cells[1].isEmpty {
                #expect(row[3] == "file-time", "\(cells[0])")
            } else {
                #expect(row[0] == cells[1], "\(cells[0])")
                #expect(row[3] == cells[7], "\(cells[0])")
            }
            #expect(row[1] == minutes(cells[2]), "\(cells[0])")
            #expect(row[2].flatMap { Int($0) } == (Int(cells[3]) ?? 0) / 1000, "\(cells[0])")
            #expect(row[4] == (cells[5] == "y" ? "t" : "f"), "\(cells[0])")
            #expect(row[5] == ["ok": "whole", "warn": "warned", "truncated": "truncated"][cells[6]], "\(cells[0])")
        }
    }

    /// `+02:00?` in minutes.
    private func minutes(_ text: String) -> String? {
        let digits = text.compactMap(\.wholeNumberValue)
        guard digits.count == 4 else { return nil }
        let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
        return String(text.hasPrefix("-") ? -minutes : minutes)
    }
}
