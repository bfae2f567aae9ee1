internal import Definitions
internal import Discovering
internal import Filing

/// What lies in a folder beside an export, as it lies in the export's archive, and carries nothing for us: the format of a file
/// beside it, or above it, lists it in its `ignore`.
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
    /// - Parameter opensOthers: whether files that were not read yet are recognised for that.
    func reason(toIgnore candidate: Candidate, opensOthers: Bool) -> String? {
        guard candidate.origin == .found else { return nil }
        var (path, name) = (candidate.path[...], candidate.name[...])
        repeat {
            (path, name) = (Self.parent(of: path), Self.parent(of: name))
            if opensOthers, surveyed.insert(path).inserted { survey(path, name, candidate) }
            for format in listing[path] ?? [] {
                if let reason = format.reason(toIgnore: candidate.name) { return reason }
            }
        } while !name.isEmpty
        return nil
    }

    /// Recognises the files of a folder, which is `name` below that in which the candidate was found.
    private func survey(_ path: Substring, _ name: Substring, _ candidate: Candidate) {
        for other in (try? FolderListing.visibleNames(in: String(path))) ?? [] {
            var file = candidate
            (file.path, file.name) = ("\(path)/\(other)", name.isEmpty ? other : "\(name)/\(other)")
            guard file.path != candidate.path, let source = try? SourceFile.open(file),
                let found = try? formats.recognise(source)
            else { continue }
            note(found.match.format, of: file)
        }
    }

    private static func parent(of path: Substring) -> Substring {
        path.lastIndex(of: "/").map { path[..<$0] } ?? ""
    }
}

extension Format {
    /// Why a file beside one of this format, of this path, is passed over; nil where it does not list it.
    func reason(toIgnore path: String) -> String? {
        guard let entry = ignore.first(where: { Glob($0.pattern).matches(endOf: path) }) else { return nil }
        return "belongs to the \(name) export, " + (entry.because ?? Self.nothing)
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
