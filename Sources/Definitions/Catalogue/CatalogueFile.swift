internal import Filing
internal import Glibc

/// The file from which a command starts instead of reading all definitions of a folder. It is written from checked definitions,
/// and holds their texts: what a command knows does not change while it works.
///
/// It records the size and times of each definition and folder. A catalogue that does not match its definitions or this
/// program, or is damaged, is ignored.
///
///     magic, length, checksum of what follows; the program; files, folders; names; settings; the formats
///
/// The program is part of the key, so a change of this layout needs no version number.
struct CatalogueFile: Sendable {
    private static let magic: UInt64 = 0x3130_4C47_4C54_4353
    private static let headerSize = 24

    let root: String
    /// Names of the folders that hold datasets, and of word lists with their folders, jobs and pages.
    let datasets: [String]
    let words: [String]
    let jobs: [String]
    let pages: [String]
    /// Names of environment variables in the jobs.
    let variables: [String]
    /// Names of all settings.
    let settings: [String]
    private let bytes: CatalogueBytes
    /// Places of the definitions' texts, by their paths below the folder.
    private let texts: [String: Range<Int>]
    private let formatsOffset: Int

    static func path(in root: String) -> String { "\(root)/.catalogue" }

    /// The catalogue of a folder; nil if it is missing, stale or damaged.
    init?(of root: String) {
        guard let bytes = CatalogueBytes(mapping: Self.path(in: root)), bytes.count > Self.headerSize,
            bytes.word(at: 0) == Self.magic, bytes.word(at: 8) == UInt64(bytes.count),
            bytes.word(at: 16) == bytes.checksum(from: Self.headerSize)
        else { return nil }
        var reader = CatalogueReader(bytes, at: Self.headerSize)
        guard Stamp(&reader) == Stamp(ofProgram: "/proc/self/exe"), Self.holds(&reader, root) else { return nil }
        self.root = root
        datasets = reader.texts()
        words = reader.texts()
        jobs = reader.texts()
        pages = reader.texts()
        variables = reader.texts()
        settings = reader.texts()
        texts = Dictionary(uniqueKeysWithValues: reader.list { ($0.text(), $0.range()) })
        self.bytes = bytes
        formatsOffset = reader.offset
    }

    /// The text of a definition when the catalogue was written.
    func text(of path: String) -> [UInt8]? { texts[path].map { Array(bytes[$0]) } }

    func formats(_ make: @escaping @Sendable (Int) -> Format) -> FormatCatalogue {
        FormatCatalogue(bytes, at: formatsOffset, make)
    }

    /// Compares the definitions with their recorded sizes and times. Writing the catalogue changes the folder's own times, so its names are compared instead.
    private static func holds(_ reader: inout CatalogueReader, _ root: String) -> Bool {
        let names = reader.texts()
        guard (try? FolderListing.visibleNames(in: root)) == names else { return false }
        var isSame = true
        for _ in 0..<reader.number() {
            let path = reader.text()
            let stamp = Stamp(&reader)
            if isSame, Stamp(of: "\(root)/\(path)") != stamp { isSame = false }
        }
        return isSame
    }
}

/// The size and times of a file.
private struct Stamp: Equatable {
    var size: UInt64
    var modified: UInt64
    /// No program can set this one.
    var changed: UInt64

    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let nanoseconds = { (time: timespec) in UInt64(bitPattern: Int64(time.tv_sec * 1_000_000_000 + time.tv_nsec)) }
        size = UInt64(status.st_size)
        (modified, changed) = (nanoseconds(status.st_mtim), nanoseconds(status.st_ctim))
    }

    /// A program is replaced, not written to. A hard link to it changes only `changed`, which is left out.
    init?(ofProgram path: String) {
        self.init(of: path)
        changed = 0
    }

    init(_ reader: inout CatalogueReader) {
        (size, modified, changed) = (reader.word(), reader.word(), reader.word())
    }

    func write(to writer: inout CatalogueWriter) {
        for word in [size, modified, changed] { writer.add(word: word) }
    }

    /// Two changes less than this apart may have the same time.
    static let tick: UInt64 = 20_000_000
}

extension CatalogueFile {
    /// Errors of writing a catalogue.
    enum Failure: Error {
        /// The definitions changed during the writing.
        case changed
    }

    /// Writes the catalogue of a folder.
    ///
    /// - Parameter load: reads the definitions, after their times; nil if they have faults.
    static func write(_ root: String, load: () -> Pipelines?) throws {
        var before = try stamps(below: root)
        // A later change within the same tick of the clock would not be detected.
        while let last = before.map(\.stamp.changed).max(), last + Stamp.tick > now() {
            usleep(UInt32(Stamp.tick / 1000))
            before = try stamps(below: root)
        }
        let names = try FolderListing.visibleNames(in: root) ?? []
        guard let pipelines = load() else { return }
        guard let program = Stamp(ofProgram: "/proc/self/exe") else { throw FileError("find the program") }
        var writer = CatalogueWriter()
        program.write(to: &writer)
        writer.add(names)
        writer.add(before) { writer, entry in
            writer.add(entry.path)
            entry.stamp.write(to: &writer)
        }
        let below = { (path: String) in String(path.dropFirst(root.count + 1)) }
        writer.add(pipelines.datasets.map { String(below($0.path).dropLast("/dataset.yaml".count)) })
        writer.add(pipelines.words.map { below($0.path) })
        writer.add(pipelines.jobs.map(\.name))
        writer.add(pipelines.pages.map(\.name))
        writer.add(variables(in: pipelines.jobs))
        writer.add(pipelines.settings)
        let definitions = before.map(\.path).filter { $0.hasSuffix(".yaml") }
        writer.add(
            try definitions.map { path in
                guard let text = DefinitionFile.bytes(of: "\(root)/\(path)") else { throw Failure.changed }
                return (path, text)
            }
        ) { writer, definition in
            writer.add(definition.0)
            writer.add(definition.1)
        }
        let entries = pipelines.formats.map { format in
            var entry = FormatEntry(format, in: pipelines)
            entry.path = below(format.path)
            return entry
        }
        var formats = CatalogueWriter()
        FormatCatalogue.write(entries, to: &formats)
        writer.add(raw: formats.bytes)
        var file = CatalogueWriter()
        file.add(word: magic)
        file.add(word: UInt64(headerSize + writer.bytes.count))
        file.add(word: 0)
        file.add(raw: writer.bytes)
        file.set(word: CatalogueBytes(file.bytes).checksum(from: headerSize), at: 16)
        guard try stamps(below: root).map(\.stamp) == before.map(\.stamp) else { throw Failure.changed }
        try NewFile.write(file.bytes, to: path(in: root), .passing, for: .everyone)
    }

    private static func variables(in jobs: [Job]) -> [String] {
        let names = jobs.flatMap { job in
            (TextFile.text(of: job.path) ?? "").split(separator: "${").dropFirst().map { text in
                String(text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
            }
        }
        return Set(names).sorted()
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }

    /// Every definition below a folder and every folder in it, with its path below it.
    private static func stamps(below root: String, _ folder: String = "") throws -> [(path: String, stamp: Stamp)] {
        try (FolderListing.visibleNames(in: root + folder) ?? []).flatMap { name -> [(path: String, stamp: Stamp)] in
            let path = "\(folder)/\(name)"
            let inside = try FolderListing.visibleNames(in: root + path) == nil ? [] : stamps(below: root, path)
            guard !inside.isEmpty || name.hasSuffix(".yaml") || isFolder(root + path),
                let stamp = Stamp(of: root + path)
            else { return inside }
            return [(String(path.dropFirst()), stamp)] + inside
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
