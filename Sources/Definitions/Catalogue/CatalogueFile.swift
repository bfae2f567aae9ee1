internal import Filing
internal import Glibc

/// The file from which a command starts instead of reading all definitions of a folder. It is written from checked definitions,
/// and holds their texts: what a command knows does not change while it works.
///
/// It records the size and times of each definition and folder. A catalogue that does not match its definitions or this
/// program, or is damaged, is ignored. A start reads the index, and of the texts those that the command uses.
///
///     magic, length, length and checksum of the index      index: the program; files, folders; names; settings; the formats
///     the texts
///
/// The program is part of the key, so a change of this layout needs no version number.
struct CatalogueFile: Sendable {
    private static let magic: UInt64 = 0x3230_4C47_4C54_4353
    private static let headerSize = 32

    let root: String
    /// Names of the folders that hold datasets, and of word lists and measures with their folders, jobs and pages.
    let datasets: [String]
    let words: [String]
    let measures: [String]
    let jobs: [String]
    let pages: [String]
    /// Names of environment variables in the jobs.
    let variables: [String]
    let settingUses: SettingUses
    private let bytes: CatalogueBytes
    private let files: RecordedFiles
    private let formatsOffset: Int
    private let textsOffset: Int

    static func path(in root: String) -> String { "\(root)/.catalogue" }

    /// The catalogue of a folder; nil if it is missing, stale or damaged.
    init?(of root: String) {
        guard let bytes = CatalogueBytes(mapping: Self.path(in: root)), bytes.count > Self.headerSize,
            bytes.word(at: 0) == Self.magic, bytes.word(at: 8) == UInt64(bytes.count),
            let textsOffset = Int(exactly: bytes.word(at: 16)), Self.headerSize..<bytes.count ~= textsOffset
        else { return nil }
        bytes.populate(textsOffset)
        guard bytes.word(at: 24) == bytes.checksum(of: Self.headerSize..<textsOffset) else { return nil }
        var reader = CatalogueReader(bytes, at: Self.headerSize)
        guard FileStamp(&reader) == FileStamp(ofProgram: "/proc/self/exe"),
            // Writing the catalogue changes the folder's own times, so its names are compared instead.
            (try? FolderListing.visibleNames(in: root)) == reader.texts()
        else { return nil }
        files = RecordedFiles(&reader)
        guard files.hold(in: root) else { return nil }
        self.root = root
        datasets = reader.texts()
        words = reader.texts()
        measures = reader.texts()
        jobs = reader.texts()
        pages = reader.texts()
        variables = reader.texts()
        settingUses = SettingUses(&reader)
        self.bytes = bytes
        formatsOffset = reader.offset
        self.textsOffset = textsOffset
    }

    /// The text of a definition when the catalogue was written.
    func text(of path: String) -> [UInt8]? { files.text(of: path, from: textsOffset, in: root) }

    /// How many formats a file defines; nil if there is no such file.
    func formats(in path: String) -> Int? { files.formats(in: path) }

    func formats(_ make: @escaping @Sendable (Int) -> Format) -> FormatCatalogue {
        FormatCatalogue(bytes, at: formatsOffset, make)
    }
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
        while let last = before.map(\.stamp.changed).max(), last + FileStamp.tick > now() {
            usleep(UInt32(FileStamp.tick / 1000))
            before = try stamps(below: root)
        }
        let names = try FolderListing.visibleNames(in: root) ?? []
        guard let pipelines = load() else { return }
        guard let program = FileStamp(ofProgram: "/proc/self/exe") else { throw FileError("find the program") }
        let below = { (path: String) in String(path.dropFirst(root.count + 1)) }
        var formats: [String: Int] = [:]
        for format in pipelines.formats { formats[format.path, default: 0] += 1 }
        let files = try before.map { file in
            guard file.path.hasSuffix(".yaml") else { return file }
            let path = "\(root)/\(file.path)"
            guard let text = DefinitionFile.bytes(of: path) else { throw Failure.changed }
            return RecordedFiles.File(path: file.path, stamp: file.stamp, text: text, formats: formats[path] ?? 0)
        }
        var index = CatalogueWriter()
        var texts = CatalogueWriter()
        program.write(to: &index)
        index.add(names)
        RecordedFiles.write(files, to: &index, texts: &texts)
        index.add(pipelines.datasets.map { String(below($0.path).dropLast("/dataset.yaml".count)) })
        index.add(pipelines.words.map { below($0.path) })
        index.add(before.map(\.path).filter { $0.hasPrefix("measures/") && $0.hasSuffix(".yaml") }.sorted())
        index.add(pipelines.jobs.map(\.name))
        index.add(pipelines.pages.map(\.name))
        index.add(variables(in: pipelines.jobs))
        pipelines.settingUses.write(to: &index)
        let entries = pipelines.formats.map { format in
            var entry = FormatEntry(format, in: pipelines)
            entry.path = below(format.path)
            return entry
        }
        var catalogue = CatalogueWriter()
        FormatCatalogue.write(entries, to: &catalogue)
        index.add(raw: catalogue.bytes)
        let length = headerSize + index.bytes.count
        var file = CatalogueWriter()
        for word in [magic, UInt64(length + texts.bytes.count), UInt64(length)] { file.add(word: word) }
        file.add(word: CatalogueBytes(index.bytes).checksum(of: 0..<index.bytes.count))
        guard try stamps(below: root).map(\.stamp) == before.map(\.stamp) else { throw Failure.changed }
        try NewFile.write(file.bytes + index.bytes + texts.bytes, to: path(in: root), .passing, for: .everyone)
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

    /// Every definition below a folder and every folder in it, without their texts.
    private static func stamps(below root: String, _ folder: String = "") throws -> [RecordedFiles.File] {
        try (FolderListing.visibleNames(in: root + folder) ?? []).flatMap { name -> [RecordedFiles.File] in
            let path = "\(folder)/\(name)"
            let isFolder = try FolderListing.visibleNames(in: root + path) != nil
            let inside = try isFolder ? stamps(below: root, path) : []
            guard isFolder || name.hasSuffix(".yaml"), let stamp = FileStamp(of: root + path) else { return inside }
            return [RecordedFiles.File(path: String(path.dropFirst()), stamp: stamp)] + inside
        }
    }
}
