internal import Definitions
internal import Discovering
internal import Filing
internal import Reading
internal import Records

/// Passes over files of an unpacked export that its format lists in `ignore`, as in the export's archive. A pattern is of the
/// path from a file of that format.
///
/// An owner's folder holds files of many sources. So what lies directly in it lists only files in a folder that a pattern
/// names, `workout-routes/*.gpx`, and so does any file where a track or a picture can be read.
final class Companions {
    private let formats: FormatChoice
    /// Formats with such a list, by the folder in which a file of theirs lies, or lay until it was loaded.
    private var listing: [Substring: [Format]] = [:]
    private var surveyed: Set<Substring> = []

    init(_ formats: FormatChoice) { self.formats = formats }

    func note(_ format: Format, of candidate: Candidate) {
        guard candidate.origin == .found, !format.ignore.isEmpty else { return }
        let folder = Self.parent(of: candidate.path[...])
        if listing[folder]?.contains(where: { $0.name == format.name }) != true {
            listing[folder, default: []].append(format)
        }
    }

    /// Why a file that was found is passed over; nil where nothing beside it lists it.
    ///
    /// - Parameters:
    ///   - isKnown: whether a format reads it.
    ///   - opensOthers: whether files that were not read yet are recognised for that, in the time of this one.
    /// - Throws: `ReadError.tooSlow` where others wait and that takes long.
    func reason(
        toIgnore candidate: Candidate, _ file: SourceFile, isKnown: Bool, opensOthers: Bool
    ) throws -> String? {
        guard candidate.origin == .found else { return nil }
        var (path, name) = (candidate.path[...], candidate.name[...])
        repeat {
            (path, name) = (Self.parent(of: path), Self.parent(of: name))
            let isOwnFolder = path == Self.parent(of: candidate.path[...])
            let isOwners = name.isEmpty && candidate.ownerFolder != nil
            if isOwners, isOwnFolder { return nil }
            // What is read itself is passed over for its folder's name only.
            if opensOthers, !(isKnown && isOwnFolder), surveyed.insert(path).inserted {
                do { try survey(path, name, candidate, file) } catch {
                    surveyed.remove(path)
                    throw error
                }
            }
            let relative = String(candidate.name.dropFirst(name.isEmpty ? 0 : name.count + 1))
            for format in listing[path] ?? [] {
                if let reason = format.reason(toIgnore: relative, isWhole: true, inNamedFolder: isKnown || isOwners) {
                    return reason
                }
            }
        } while !name.isEmpty
        return nil
    }

    /// Recognises the files of a folder, which is `name` below that in which the candidate was found.
    private func survey(
        _ path: Substring, _ name: Substring, _ candidate: Candidate, _ file: SourceFile
    ) throws {
        for other in (try? FolderListing.visibleNames(in: String(path))) ?? [] {
            var beside = candidate
            (beside.path, beside.name) = ("\(path)/\(other)", name.isEmpty ? other : "\(name)/\(other)")
            guard beside.path != candidate.path, let source = try? SourceFile.open(beside) else { continue }
            var mark = ProcessorTime.Mark.now
            let found = try? formats.recognise(source)
            file.time.add(since: &mark)
            if let found { note(found.match.format, of: beside) }
            if formats.isHurried { try formats.check(file.time, bytes: file.bytes) }
        }
    }

    private static func parent(of path: Substring) -> Substring {
        path.lastIndex(of: "/").map { path[..<$0] } ?? ""
    }
}

extension Format {
    /// Why a file of this path is passed over beside one of this format; nil where it does not list it.
    ///
    /// - Parameters:
    ///   - isWhole: whether a pattern is of the whole path, not of its end.
    ///   - inNamedFolder: whether a pattern must begin with the name of a folder.
    func reason(toIgnore path: String, isWhole: Bool = false, inNamedFolder: Bool = false) -> String? {
        let parts = path.count { $0 == "/" }
        let entry = ignore.first { entry in
            if isWhole, entry.pattern.count(where: { $0 == "/" }) != parts { return false }
            let first = entry.pattern.prefix { $0 != "/" }
            if inNamedFolder, first.endIndex == entry.pattern.endIndex || first.contains(where: { "*?".contains($0) }) {
                return false
            }
            return Glob(entry.pattern).matches(endOf: path)
        }
        return entry.map { "belongs to the \(name) export, " + ($0.because ?? Self.nothing) }
    }

    /// Why what such a format's exports hold beside is passed over.
    var reasonToIgnoreOthers: String { "belongs to the \(name) export, " + Self.nothing }

    private static var nothing: String { "nothing in it to import" }

    /// Whether many programs write such files beside their own: pictures, GPX and TCX.
    var isOftenBeside: Bool {
        if case .activity(let reader) = reader { return reader.form == .track }
        return isWholeFile
    }
}
