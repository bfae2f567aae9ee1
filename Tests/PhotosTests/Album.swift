import Foundation
import Importing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// A database of its own, Maya's inbox of photos, and the folder in which they are kept.
struct Album {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    var inbox: String { "\(scratch.folder)/inbox" }

    @discardableResult
    func put(_ name: String, _ photo: Photograph) throws -> String { try scratch.file("inbox/\(name)", photo.bytes) }

    /// Imports the inbox, or another folder.
    @discardableResult
    func run(
        _ input: String? = nil, workers: Int? = nil, patience: Int? = nil, settings: [(String, String)] = []
    ) -> (report: RunReport, end: RunEnd) {
        var attempt = Attempt(.run, [input ?? inbox])
        attempt.workers = workers
        attempt.patience = patience
        attempt.settings = [("zone", "America/Los_Angeles")] + settings.map { (name: $0.0, value: $0.1) }
        return attempt.execute(on: scratch)
    }

    /// Columns of the photos, in the order of their fingerprints.
    func rows(_ columns: String...) throws -> [[String?]] {
        try scratch.rows("select \(columns.joined(separator: ", ")) from public.progress_photos order by sha256")
    }

    /// All that the rows say, but for when they were made.
    func contents() throws -> String {
        try scratch.value(
            """
            select pg_catalog.string_agg((pg_catalog.to_jsonb(photo) - 'created_at')::text, e'\\n' order by photo.sha256)
            from public.progress_photos as photo
            """) ?? ""
    }

    /// Files in the folder, with their bytes' hash.
    func files() throws -> [String: Int] {
        let files = FileManager.default
        var found: [String: Int] = [:]
        for name in try files.subpathsOfDirectory(atPath: scratch.photos) where !name.hasPrefix(".") {
            var isFolder: ObjCBool = false
            let path = "\(scratch.photos)/\(name)"
            if files.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
                found[name] = try Ground.bytes(path).hashValue
            }
        }
        return found
    }

    /// Paths that the rows name.
    func namedFiles() throws -> Set<String> {
        Set(
            try scratch.rows(
                """
                select photo.original_path from public.progress_photos as photo
                union all
                select size.value ->> 'path' from public.progress_photos as photo,
                    pg_catalog.jsonb_each(photo.thumbnails) as size
                """
            ).compactMap { $0[0] })
    }

    /// Every file has its row and every row its files.
    func expectWhole(_ comment: Comment? = nil) throws {
        #expect(Set(try files().keys) == (try namedFiles()), comment)
        #expect(try scratch.wrongSummaries() == [], comment)
    }
}
