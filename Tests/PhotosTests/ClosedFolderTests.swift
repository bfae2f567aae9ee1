import Foundation
import Importing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// One owner's folder of photos that the system does not let us into keeps those photos back, and nothing else.
@Suite struct ClosedFolderTests {
    private let album: Album
    private var own: String { "\(album.scratch.photos)/\(Ground.maya)" }
    private let log = "date,metric,value,unit,id\n2026-05-01,velocity,70,mph,\(UUID().uuidString.lowercased())\n"

    init() throws { album = try Album() }

    /// Puts a file where the owner's folder should be: root obeys no modes.
    private func block() throws {
        try FileManager.default.createDirectory(atPath: album.scratch.photos, withIntermediateDirectories: true)
        try "in the way".write(toFile: own, atomically: true, encoding: .utf8)
    }

    private func temporary(_ end: RunEnd) -> String {
        if case .temporary(let why) = end { return why }
        return ""
    }

    @Test func `Files after a photo that cannot be kept are loaded, and the next run takes it`() throws {
        try album.put("a/front.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        try album.scratch.file("inbox/b.csv", log)
        try album.put("c/side.jpg", Photograph(2, taken: "2026:03:11 10:00:00"))
        try album.scratch.file("inbox/d.csv", log.replacing("velocity,70", with: "velocity,71"))
        try block()
        let (report, end) = album.run()
        #expect(report.units.map(\.status) == [.failed, .loaded, .failed, .loaded])
        let reasons = report.units.compactMap(\.reason)
        #expect(reasons.count == 2 && reasons.allSatisfy { $0.contains("Not a directory, in \(own)") }, "\(reasons)")
        #expect(temporary(end).contains("2 of the files"))
        #expect(try album.scratch.value("select count(*) from public.progress_photos") == "0")
        try FileManager.default.removeItem(atPath: own)
        #expect(album.run().end == .done)
        #expect(try album.scratch.value("select count(*) from public.progress_photos") == "2")
        try album.expectWhole()
    }

    @Test func `A lost original that cannot be kept again is told, and the files after it are loaded`() throws {
        try album.put("a/front.jpg", Photograph(1, taken: "2026:03:10 10:00:00"))
        album.run()
        try FileManager.default.removeItem(atPath: own)
        try block()
        try album.scratch.file("inbox/b.csv", log)
        let (report, end) = album.run()
        #expect(report.units.map(\.status) == [.failed, .loaded])
        #expect(temporary(end).contains("1 of the files"))
        try FileManager.default.removeItem(atPath: own)
        #expect(album.run().end == .done)
        try album.expectWhole()
    }

    @Test func `A picture that cannot be looked at is told, and the others are looked at`() throws {
        for number in 1...3 {
            try album.put("front/\(number).jpg", Photograph(UInt64(number), taken: "2026:03:0\(number) 10:00:00"))
        }
        album.run()
        let files = try album.files()
        let thumbnails = files.keys.filter { $0.contains(".320.") }.map { "\(album.scratch.photos)/\($0)" }
        #expect(thumbnails.count == 3)
        for path in thumbnails { try FileManager.default.removeItem(atPath: path) }
        let blocked = thumbnails.sorted()[0]
        try FileManager.default.createDirectory(atPath: blocked, withIntermediateDirectories: true)
        let (report, end) = album.run()
        #expect(temporary(end).contains("1 of the photos"))
        #expect(report.warnings.contains { $0.name.contains("could not be checked now") && $0.name.contains(own) })
        try FileManager.default.removeItem(atPath: blocked)
        #expect(album.run().end == .done)
        #expect(try album.files() == files)
        try album.expectWhole()
    }
}
