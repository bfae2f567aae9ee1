internal import Definitions
internal import Discovering
internal import Filing
internal import Glibc
internal import Loading
internal import Reading
internal import Records

/// The manifests beside a run's files, each read once.
final class ManifestCache {
    /// Opens the file of a path, if there is one: on the disk, or within an archive.
    typealias Opening = (_ file: Candidate) throws -> SourceFile?

    /// Files of a folder whose names match: on the disk, or within an archive.
    typealias Listing = (_ folder: Candidate, _ pattern: Glob) -> [Neighbour]

    /// A file near another one.
    struct Neighbour {
        let name: String
        let open: () -> SourceFile?
    }

    private var listed: [String: [Neighbour]] = [:]
    private var known: [String: Result<Manifest, Refusal>?] = [:]
    /// The budget that the files of an archive share; nil if each file has its own.
    private(set) var wholeRejects: WholeRejects?
    private let opening: Opening
    private let listing: Listing

    init(_ opening: @escaping Opening = ManifestCache.openFile, listing: @escaping Listing = ManifestCache.listFiles) {
        self.opening = opening
        self.listing = listing
    }

    /// Lists files by a pattern of their path from a file's folder; `..` goes up as far as the owner's folder.
    func neighbours(_ pattern: String, of place: FilePlace) -> [Neighbour] {
        var parts = pattern.split(separator: "/")
        guard let name = parts.popLast().map(String.init) else { return [] }
        let ups = parts.prefix { $0 == ".." }.count
        guard ups + 1 <= place.levels else { return [] }
        func above(_ path: String) -> String {
            (path.split(separator: "/", omittingEmptySubsequences: false).dropLast(ups + 1) + parts.dropFirst(ups))
                .joined(separator: "/")
        }
        var folder = place.file
        (folder.path, folder.name) = (above(place.path), above(folder.name))
        let key = "\(folder.path)/\(name)"
        if let known = listed[key] { return known }
        let found = listing(folder, Glob(name)).sorted { $0.name < $1.name }
        listed[key] = found
        return found
    }

    /// Columns of manifests that a format asks for, after the day, which the reader itself wants.
    static func columns(of format: Format) -> [String] {
        [JPEGReader.dayColumn]
            + format.columns.filter { $0.hasPrefix(JPEGReaderDefinition.manifestPrefix) }
            .map { String($0.dropFirst(JPEGReaderDefinition.manifestPrefix.count)) }.filter {
                $0 != JPEGReader.dayColumn
            }
    }

    /// What is known of a file beside its bytes.
    ///
    /// Manifests are looked for in the file's folder, then in those above it up to the owner's; the first that names the
    /// file counts.
    func facts(of file: SourceFile, at place: FilePlace, _ format: Format) throws -> FileFacts {
        guard case .jpeg(let jpeg) = format.reader else { return FileFacts() }
        var facts = FileFacts(path: place.told, modified: file.modified)
        let parts = place.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        for level in 1..<place.levels + 1 where level <= parts.count {
            let folder = parts.dropLast(level)
            let name = parts.suffix(level).joined(separator: "/")
            for manifest in jpeg.manifests {
                var file = place.file
                file.path = (folder + [manifest]).joined(separator: "/")
                file.name = (file.name.split(separator: "/").dropLast(level) + [manifest[...]]).joined(separator: "/")
                guard let found = manifestFile(file, format) else { continue }
                switch found {
                case .success(let manifest):
                    guard let entry = manifest.entries[name] else { continue }
                    facts.manifest = entry
                    return facts
                case .failure(let refusal):
                    throw Refusal(
                        refusal.cause == .input ? .manifest : refusal.code,
                        reason: "the \(manifest) beside it cannot be used: \(refusal.reason)")
                }
            }
        }
        return facts
    }

    /// The manifest that a file is; nil where there is no such file.
    func manifestFile(_ candidate: Candidate, _ format: Format) -> Result<Manifest, Refusal>? {
        if let found = known[candidate.path] { return found }
        var found: Result<Manifest, Refusal>?
        do {
            if let file = try opening(candidate) {
                found = .success(try Manifest(file, columns: Self.columns(of: format)))
            }
        } catch { found = .failure(Refusal(error)) }
        known[candidate.path] = .some(found)
        return found
    }

    /// The manifests of an archive.
    convenience init(_ archive: ArchiveFile, named names: Set<String>) {
        var files: [String: SourceFile]?
        let opening: Opening = { candidate in
            if files == nil {
                var found: [String: SourceFile] = [:]
                archive.forEach { entry in
                    let path = entry.name.replacing("!", with: "/")
                    if path.split(separator: "/").last.map({ names.contains(String($0)) }) == true {
                        found[path] = entry.file
                    }
                }
                files = found
            }
            return files?[candidate.path]
        }
        self.init(opening) { folder, pattern in
            var found: [Neighbour] = []
            archive.forEach { entry in
                let path = entry.name.replacing("!", with: "/")
                let isInFolder =
                    path.hasPrefix(folder.path + "/") && !path.dropFirst(folder.path.count + 1).contains("/")
                guard isInFolder, pattern.matches(endOf: path) else { return entry.file.forget() }
                found.append(Neighbour(name: path) { entry.file })
            }
            return found
        }
        wholeRejects = WholeRejects()
    }

    static func listFiles(_ folder: Candidate, _ pattern: Glob) -> [Neighbour] {
        ((try? FolderListing.visibleNames(in: folder.path)) ?? []).filter { pattern.matches(endOf: $0) }.map { name in
            var file = folder
            (file.path, file.name) = ("\(folder.path)/\(name)", "\(folder.name)/\(name)")
            return Neighbour(name: name) { [file] in try? SourceFile.open(file) }
        }
    }

    static func openFile(_ candidate: Candidate) throws -> SourceFile? {
        if FileSize.of(candidate.path) == nil, [ENOENT, ENOTDIR].contains(errno) { return nil }
        // A folder of this name is no manifest, and no file either.
        do { return try SourceFile.open(candidate) } catch DiscoveryError.missing {
            return nil
        } catch DiscoveryError.notRegular {
            return nil
        }
    }
}

/// The manifests of a run: what they are called, and those beside its files.
struct Manifests {
    let cache = ManifestCache()
    private let catalogue: FormatCatalogue

    init(_ catalogue: FormatCatalogue) { self.catalogue = catalogue }

    var names: Set<String> { catalogue.manifests }

    /// Whether a file is no data but says more about the photos beside it.
    func isManifest(_ file: SourceFile, _ candidate: Candidate, among choice: FormatChoice) throws -> Bool {
        let name = candidate.name.split(separator: "/").last.map(String.init) ?? ""
        guard let format = catalogue.photos(withManifest: name),
            (try? FormatChoice.recognise(file, with: choice.all)) == nil,
            let found = cache.manifestFile(candidate, format)
        else { return false }
        // Out of its place the photos beside it would mean something else.
        if case .failure(let refusal) = found, refusal.cause == .outage { throw refusal }
        if case .failure = found { return false }
        return true
    }
}

/// Where a file lies, as far as that says something of what is in it.
struct FilePlace {
    let cache: ManifestCache
    /// Where manifests are looked for: its path on the disk, or within its archive.
    var path: String { file.path }
    let file: Candidate
    /// Folders to look through, its own first.
    let levels: Int
    /// Whether its neighbours may be read; false for a file on trial.
    var opensOthers = true
    /// Folders and name, to be read for words: below the owner's folder, else from the folder that the input lies in.
    let told: String

    /// A file that was found under the inputs or in an inbox.
    init(_ candidate: Candidate, cache: ManifestCache) {
        self.cache = cache
        file = candidate
        guard candidate.path != "-" else {
            (levels, told) = (0, "")
            return
        }
        levels = candidate.name.utf8.filter { $0 == UInt8(ascii: "/") }.count + 1
        if candidate.ownerFolder != nil {
            told = candidate.name
        } else {
            let count = candidate.name.split(separator: "/").count + 1
            told = AbsolutePath.of(candidate.path).split(separator: "/").suffix(count).joined(separator: "/")
        }
    }

    /// An entry of an archive: `photos.zip!2026/front/IMG_0042.jpg`.
    init(entry name: String, cache: ManifestCache) {
        self.cache = cache
        told = name.replacing("!", with: "/")
        file = Candidate(path: told, name: told)
        levels = told.split(separator: "/").count - 1
    }
}
