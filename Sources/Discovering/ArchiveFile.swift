internal import Archive
internal import Filing
internal import Reading

/// What an archive in the inbox holds, each entry as a file of its own.
///
/// An archive within it is unpacked to a file without a name and opened as well; one within that is refused.
public final class ArchiveFile {
    /// One entry.
    public struct Entry {
        /// Its place in the archive, and in an archive within it: `export.zip`, `apple_health_export/export.xml`.
        public var name: String
        /// Where it lies within the archive, without the archive's name.
        public var inner: String
        public var file: SourceFile
        /// What a Mac or a PC adds to every archive.
        public var isSystemFile: Bool
        /// Why it cannot be read.
        public var fault: DiscoveryError?
    }

    private let name: String
    private let path: String
    private let file: RegularFile
    private let archive: Archive
    private let depth: Int
    /// Processor time of the archive and all its entries.
    private let time: ProcessorTime

    /// Opens a file as the archive that its first bytes say it is; nil where they do not.
    public static func open(_ source: SourceFile) throws -> ArchiveFile? {
        let head: [UInt8]
        do { head = try source.opening(Archive.headSize).bytes } catch {
            throw DiscoveryError(error, DiscoveryError.archive)
        }
        guard let file = source.content as? RegularFile, Archive.isArchive(head) else { return nil }
        let archive = try ArchiveFile(source.name, path: source.path, file, depth: 0, source.time)
        source.time.add(bytes: source.bytes)
        // One that has another name than its content is a mistake of its maker, and perhaps not its only one.
        let ending = ending(of: source.name)
        if plainEndings.contains(ending) {
            let kind = ContentKind.recognise(head)?.title ?? "an archive"
            throw DiscoveryError.archive(
                "this is \(kind), not what its name says (.\(ending)): unpack it, or rename it")
        }
        return archive
    }

    private static let plainEndings: Set = [
        "csv", "tsv", "txt", "json", "jsonl", "ndjson", "xml", "sql", "jpg", "jpeg", "heic", "heif",
    ]

    /// What these endings promise, where the file is too damaged to see it.
    private static let workbookKinds = [
        "xlsx": "an Excel workbook", "xlsm": "an Excel workbook", "ods": "an OpenDocument table",
        "numbers": "a Numbers document",
    ]

    private static func ending(of name: String) -> String {
        name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    }

    private init(_ name: String, path: String, _ file: RegularFile, depth: Int, _ time: ProcessorTime) throws {
        self.name = name
        self.path = path
        self.file = file
        self.depth = depth
        self.time = time
        do {
            archive = try Archive(
                descriptor: file.descriptor, bytes: file.identity.size, name: Self.unpackedName(of: name))
        } catch {
            if case .system = error { throw DiscoveryError(ReadError(error), DiscoveryError.archive) }
            guard let kind = Self.workbookKinds[Self.ending(of: name)] else {
                throw DiscoveryError(ReadError(error), DiscoveryError.archive)
            }
            throw DiscoveryError.workbook(
                "this is \(kind), cut off or damaged: get it again and \(ContentKind.saveAsCSV)")
        }
        if archive.kind == .zip, let workbook = Self.workbook(archive.entries.map(\.name.shown)) {
            throw DiscoveryError.workbook("this is \(workbook), whatever its name: \(ContentKind.saveAsCSV)")
        }
    }

    /// The program whose tables these entries are; nil where they are files of their own.
    private static func workbook(_ entries: [String]) -> String? {
        let names = Set(entries)
        if names.contains("[Content_Types].xml") { return "an Excel workbook" }
        if names.contains("mimetype"), names.contains("content.xml") { return "an OpenDocument table" }
        let isNumbers = names.contains { $0.hasPrefix("Index/") && $0.hasSuffix(".iwa") } || names.contains("Index.zip")
        return isNumbers ? "a Numbers document" : nil
    }

    /// `export.csv` of `2026/export.csv.gz`.
    private static func unpackedName(of name: String) -> String {
        let last = name.split { $0 == "/" || $0 == "!" }.last.map(String.init) ?? name
        for ending in [".gz", ".zst"] where last.hasSuffix(ending) && last.count > ending.count {
            return String(last.dropLast(ending.count))
        }
        return last
    }

    /// Hands out the entries in their order, those of archives within it among them.
    public func forEach(_ body: (Entry) throws -> Void) rethrows {
        for entry in archive.entries {
            time.addPart()
            let shown = "\(name)!\(entry.name.shown)"
            let file = SourceFile(
                path: path, name: shown, content: EntryContent(entry, of: archive, in: file), archive: time)
            var found = Entry(
                name: shown, inner: entry.name.shown, file: file, isSystemFile: entry.name.isSystemFile, fault: nil)
            if let inner = found.isSystemFile ? nil : archive(in: &found) {
                try inner.forEach(body)
            } else {
                try body(found)
            }
        }
    }

    /// The archive that an entry is; nil where it is none or cannot be read, which is noted.
    private func archive(in entry: inout Entry) -> ArchiveFile? {
        do {
            guard Archive.isArchive(try entry.file.opening(Archive.headSize).bytes) else { return nil }
        } catch {
            entry.fault = DiscoveryError(error, DiscoveryError.archive)
            return nil
        }
        do { return try inner(entry) } catch {
            entry.fault = error as? DiscoveryError
            return nil
        }
    }

    private func inner(_ entry: Entry) throws -> ArchiveFile {
        guard depth == 0 else {
            throw DiscoveryError.archive("an archive within an archive within an archive: unpack the outer one first")
        }
        let source: any ByteSource
        do { source = try entry.file.open() } catch {
            throw DiscoveryError(error, DiscoveryError.archive)
        }
        return try ArchiveFile(entry.name, path: path, try Spool.take(source), depth: depth + 1, time)
    }
}
