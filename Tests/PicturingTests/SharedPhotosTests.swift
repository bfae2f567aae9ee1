import EXIF
import Glibc
import JPEG
import Picturing
import Testing

/// Other people's photos, read where they stand: none of them is in this repository.
@Suite struct SharedPhotosTests {
    static let shared: String = {
        let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        return getenv("SCOREBOOK_SHARED").map { String(cString: $0) } ?? package + "/../shared"
    }()

    static let folder: String? =
        access(shared + "/photos/crafted_truth.csv", R_OK) == 0 ? shared + "/photos" : nil

    @Test(.enabled(if: folder != nil, "photos is not in ../shared nor in SCOREBOOK_SHARED"))
    func `Crafted photos are what they were made to be`() throws {
        let folder = try #require(Self.folder)
        let rows = try Table(folder + "/crafted_truth.csv").rows
        #expect(rows.count == 64)
        for row in rows {
            let name = try #require(row["file"])
            let seen = Seen(try Self.bytes(folder + "/corpus/crafted/" + name))
            // A question mark says that the offset is derived.
            let offset = row["expected_offset"]?.filter { $0 != "?" }
            let decode = ["ok": "whole", "warn": "warned"][row["decode"] ?? ""] ?? row["decode"]
            #expect(seen.wall == row["expected_local"], "\(name)")
            #expect(seen.offset == offset, "\(name)")
            #expect(seen.nanoseconds == row["expected_nanos"], "\(name)")
            #expect(seen.orientation == row["expected_orientation"], "\(name)")
            #expect(seen.hasPosition == row["gps"], "\(name)")
            #expect(seen.source == row["date_source"], "\(name)")
            #expect(seen.status == decode, "\(name)")
        }
    }

    @Test(.enabled(if: folder != nil, "photos is not in ../shared nor in SCOREBOOK_SHARED"))
    func `Cameras' photos have the dates that other readers find, in any order`() throws {
        let folder = try #require(Self.folder)
        let rows = try Table(folder + "/truth.csv").rows
        #expect(rows.count > 300)
        var first: [String: Seen] = [:]
        for row in rows {
            let name = try #require(row["file"])
            let seen = Seen(try Self.bytes(folder + "/corpus/" + name))
            first[name] = seen
            // Two readers' consensus, where exiftool refuses the file.
            let date = row["dto_alt"].flatMap { $0.isEmpty ? nil : $0 } ?? row["DateTimeOriginal"] ?? ""
            if !date.isEmpty {
                #expect(seen.source == "exif", "\(name)")
                #expect(seen.wall.map { $0 == "T" ? " " : $0 == "-" ? ":" : $0 } == Array(date), "\(name)")
            }
            #expect((seen.status == "whole") == (row["djpeg_clean"] == "y"), "\(name)")
            if row["djpeg_exit"] == "1" { #expect(seen.status == "fatal" || seen.status == "limit", "\(name)") }
        }
        for name in rows.compactMap({ $0["file"] }).shuffled() {
            #expect(Seen(try Self.bytes(folder + "/corpus/" + name)) == first[name], "\(name)")
        }
    }

    static let hostile: String? = {
        guard access(shared + "/faults/hostile.py", R_OK) == 0 else { return nil }
        var template = Array("/tmp/scorebook-hostile-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        return system("python3 '\(shared)/faults/hostile.py' '\(folder)' > /dev/null") == 0 ? folder : nil
    }()

    static let refused: [(file: String, status: String)] = [
        ("seg_len_0", "fatal"), ("seg_len_1", "fatal"), ("sof_65500", "limit"), ("bomb_16000", "limit"),
        ("zero_dim", "fatal"), ("truncated_header", "fatal"), ("soi_only", "fatal"), ("empty", "fatal"),
        ("many_scans", "fatal"), ("dht_overflow", "fatal"), ("no_dht", "fatal"), ("png_as", "fatal"),
        ("truncated_scan", "truncated"),
    ]

    static let accepted = [
        "good", "no_exif", "orientation6", "gps", "thumb_exif_maker", "ifd_cycle", "exif_subifd_cycle",
        "exif_huge_count", "exif_count_overflow", "exif_offset_oob", "exif_65535_entries", "html_polyglot",
        "zip_polyglot", "trailing_second_image", "zero_date", "bad_date", "short_date",
    ]

    @Test(.enabled(if: hostile != nil, "faults/hostile.py is not in ../shared nor in SCOREBOOK_SHARED"))
    func `Hostile photos get their verdicts, soon`() throws {
        let folder = try #require(Self.hostile)
        defer { _ = system("rm -r '\(folder)'") }
        let took = try ContinuousClock().measure {
            for (file, status) in Self.refused + Self.accepted.map({ ($0, "whole") }) {
                let seen = Seen(try Self.bytes("\(folder)/jpeg/\(file).jpg"))
                #expect(seen.status == status, "\(file)")
                for thumbnail in seen.thumbnails {
                    let text = String(decoding: thumbnail.bytes, as: UTF8.self)
                    #expect(!text.contains("CANARY") && !text.contains("script") && !text.contains("Exif"), "\(file)")
                }
            }
        }
        #expect(took < .seconds(20))
    }

    /// What is seen of a photo, as the tables write it.
    struct Seen: Equatable {
        var wall = ""
        var offset = ""
        var nanoseconds = ""
        var orientation = "1"
        var hasPosition = "n"
        var source = "none"
        var status = ""
        var thumbnails: [Thumbnail] = []

        init(_ bytes: [UInt8]) {
            if let metadata = try? PictureMetadata(of: bytes) {
                wall = metadata.taken?.wall.description ?? ""
                offset = metadata.taken?.offsetMinutes.map(Self.text) ?? ""
                nanoseconds = metadata.taken?.wall.nanoseconds.map(String.init) ?? ""
                orientation = String(metadata.orientation.rawValue)
                hasPosition = metadata.hasPosition ? "y" : "n"
                source = metadata.taken?.source.rawValue ?? "none"
            }
            do throws(PictureError) {
                let rendering = try PictureRendering(of: bytes, longEdges: [64])
                status = rendering.status.rawValue
                thumbnails = rendering.thumbnails
            } catch {
                status = error.status
            }
        }

        private static func text(_ minutes: Int) -> String {
            func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
            return (minutes < 0 ? "-" : "+") + two(abs(minutes) / 60) + ":" + two(abs(minutes) % 60)
        }
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        let source = try DescriptorBytes(descriptor)
        return try [UInt8](unsafeUninitializedCapacity: source.count) { buffer, count in
            count = try source.copyBytes(from: 0, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}

/// A small table of comma-separated values with a header.
private struct Table {
    var rows: [[String: String]] = []

    init(_ path: String) throws {
        let text = String(decoding: try SharedPhotosTests.bytes(path), as: UTF8.self)
        var records: [[String]] = [[""]]
        var isQuoted = false
        for character in text {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: records[records.count - 1].append("")
            case "\n" where !isQuoted, "\r\n" where !isQuoted: records.append([""])
            default: records[records.count - 1][records[records.count - 1].count - 1].append(character)
            }
        }
        let header = records.removeFirst()
        rows = records.filter { $0.count == header.count }.map {
            Dictionary(zip(header, $0), uniquingKeysWith: { first, _ in first })
        }
    }
}
