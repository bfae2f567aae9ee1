import Foundation
import Importing
import Inventing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// The whole way of a HEIC, by the rules of a JPEG.
@Suite struct HEICTests {
    private func file(taken: String = "2026:03:10 23:30:00") throws -> InventedHEIC {
        var file = InventedHEIC(try CodedPicture(InventedPicture(width: 400, height: 300)))
        file.items[0].properties.append(InventedHEIC.turned(quarters: 3))
        file.describe(
            1,
            exif: InventedTags(
                first: [(0x0112, .short(6)), (0x010F, .text("CANARY"))],
                camera: [(0x9003, .text(taken)), (0x9011, .text("-05:00")), (0x9291, .text("125"))],
                position: [(2, .fractions([(52, 1), (31, 1), (12, 1)]))]))
        return file
    }

    @Test func `A HEIC becomes a row, an original and thumbnails`() throws {
        let album = try Album()
        let bytes = try file().bytes
        _ = try album.scratch.file("inbox/2026/front/IMG_0042.HEIC", bytes)
        let (report, end) = album.run()
        #expect(end == .done, "\(report.json.line)")
        let row = try album.rows(
            "media_type", "angle", "taken_on", "taken_at", "taken_offset", "date_source", "width", "height",
            "has_position",
            "decode_status", "original_path ~ '\\.heic$'"
        ).first
        #expect(
            row == [
                "image/heic", "front", "2026-03-10", "2026-03-10 23:30:00.125", "-300", "exif", "300", "400", "t",
                "whole",
                "t",
            ])
        try album.expectWhole()
        let files = try album.files().keys
        #expect(files.count == 3)
        for name in files {
            let kept = try Ground.bytes("\(album.scratch.photos)/\(name)")
            if name.hasSuffix(".heic") {
                #expect(kept == bytes)
            } else {
                #expect(kept.starts(with: [0xFF, 0xD8]))
                #expect(!String(decoding: kept, as: UTF8.self).contains("CANARY"))
            }
        }
        let contents = try album.contents()
        #expect(!contents.contains("CANARY"))
        // What is lost comes back, and nothing else changes.
        let before = try album.files()
        for name in before.keys { try FileManager.default.removeItem(atPath: "\(album.scratch.photos)/\(name)") }
        #expect(album.run().end == .done)
        #expect(album.run().end == .done)
        #expect(try album.files() == before)
        #expect(try album.contents() == contents)
    }

    @Test func `A HEIC under the name of a JPEG is one, and a JPEG under that of a HEIC`() throws {
        let album = try Album()
        _ = try album.scratch.file("inbox/front/1.jpg", try file().bytes)
        try album.put("front/2.heic", Photograph(2, taken: "2026:03:11 10:00:00"))
        #expect(album.run().end == .done)
        #expect(
            try album.scratch.rows("select media_type from public.progress_photos order by taken_at").map { $0[0] }
                == ["image/heic", "image/jpeg"])
        try album.expectWhole()
    }

    @Test func `What is cut off, no HEVC or a film is refused with its reason`() throws {
        let album = try Album()
        let bytes = try file().bytes
        _ = try album.scratch.file("inbox/front/cut.heic", Array(bytes.prefix(bytes.count / 2)))
        var other = try file()
        other.brands = ["mif1", "mif1", "avif"]
        _ = try album.scratch.file("inbox/front/other.heic", other.bytes)
        let film =
            InventedHEIC.box("ftyp", Array("msf1\0\0\0\0hevc".utf8)) + InventedHEIC.box("moov", [])
            + InventedHEIC.box("mdat", [0])
        _ = try album.scratch.file("inbox/front/sequence.heic", film)
        let report = album.run().report
        let reasons = report.units.map { $0.reason ?? "" }
        #expect(report.units.allSatisfy { $0.status == .refused })
        #expect(reasons.contains { $0.contains("the file ends before the picture does") }, "\(reasons)")
        #expect(reasons.contains { $0.contains("this is AVIF") }, "\(reasons)")
        #expect(reasons.contains { $0.contains("the file has no picture") }, "\(reasons)")
        #expect(try album.rows("id").isEmpty)
    }

    @Test func `A HEIC and the JPEG that was made of it are copies of each other`() throws {
        let album = try Album()
        let picture = InventedPicture(width: 400, height: 300, seed: 5)
        _ = try album.scratch.file("inbox/front/1.heic", InventedHEIC(try CodedPicture(picture)).bytes)
        _ = try album.scratch.file("inbox/front/2.jpg", try InventedFile(picture).jpeg)
        album.run()
        #expect(
            try album.scratch.value("select count(*) from public.progress_photos where near_duplicate_of is not null")
                == "1")
    }
}
