internal import Definitions
internal import Discovering
internal import Filing
internal import Glibc
internal import Reading
internal import Records
internal import YAML

/// `inbox/<owner>/settings.yaml`: names and units that hold for one owner's files.
///
/// Each is read once in a run. One that is faulty is refused by itself, and the owner's files wait where they are: without it
/// they would mean something else.
final class FolderSettings {
    typealias Settings = [(name: String, value: String)]

    private static let mostBytes = 1 << 16
    private let pipelines: Pipelines
    /// What settings there are.
    private lazy var known = pipelines.settingUses
    /// By path.
    private var read: [String: Result<Settings, Refusal>] = [:]

    init(_ pipelines: Pipelines) { self.pipelines = pipelines }

    /// The settings beside a candidate that lies in its owner's folder; none where there is no such file.
    func settings(beside candidate: Candidate) throws -> Settings {
        guard candidate.ownerFolder != nil, candidate.path.hasSuffix(candidate.name) else { return [] }
        let path = String(candidate.path.dropLast(candidate.name.count)) + Inbox.settingsName
        if let found = read[path] { return try found.get() }
        var file = Candidate(path: path, name: Inbox.settingsName, ownerFolder: candidate.ownerFolder)
        file.origin = .found
        file.folder = candidate.folder
        let found = Result { try settings(in: file) }.mapError { error in
            var refusal = Refusal(error)
            refusal.culprits = [file]
            return refusal
        }
        read[path] = found
        return try found.get()
    }

    private func settings(in file: Candidate) throws -> Settings {
        let descriptor: Int32
        do throws(FileError) {
            descriptor = try file.location().open(O_RDONLY | O_NONBLOCK)
            if descriptor < 0 { throw FileError("open a file") }
        } catch {
            if error.code == ENOENT { return [] }
            throw Self.refusal(error.code)
        }
        let source = FileSource(descriptor: descriptor)
        defer { close(descriptor) }
        let bytes: [UInt8]
        do { bytes = try source.next(Self.mostBytes + 1) } catch {
            throw Refusal(.outage, reason: "settings.yaml: \(error.description)")
        }
        do { return try settings(bytes) } catch let fault as Fault {
            var digest = Digest()
            bytes.withUnsafeBytes { digest.add($0) }
            throw Refusal(
                .settingsFile, reason: "settings.yaml\(fault.text)", sha256: digest.finish(), bytes: bytes.count)
        }
    }

    /// What is wrong with the text: its place, and in words.
    private struct Fault: Error {
        var text: String

        init(_ text: String) { self.text = text }
    }

    private func settings(_ bytes: [UInt8]) throws -> Settings {
        guard bytes.count <= Self.mostBytes else { throw Fault(" is larger than 64 kB") }
        let document = Document(parsing: bytes)
        if let problem = document.problems.first {
            throw Fault(":\(problem.mark.line):\(problem.mark.column): \(problem.message)")
        }
        guard let root = document.root, !root.isNull else { return [] }
        guard let entries = root.entries else { throw Fault(":\(root.mark.line): expected `name: value` lines") }
        return try entries.compactMap { entry in
            // A line of a refusal's note, copied and not filled in.
            if entry.value.isNull, known.names.contains(entry.key) { return nil }
            guard let text = entry.value.isNull ? "" : entry.value.text else {
                throw Fault(":\(entry.keyMark.line): \(entry.key) is not a plain value")
            }
            if let fault = known.fault(of: entry.key, text) { throw Fault(":\(entry.keyMark.line): \(fault.text)") }
            return (entry.key, text)
        }
    }

    private static func refusal(_ code: Int32) -> Refusal {
        let isClosed = [EACCES, EPERM, ELOOP, ENXIO].contains(code)
        return Refusal(
            isClosed ? .permission : .outage, reason: "settings.yaml cannot be read: \(String(cString: strerror(code)))"
        )
    }
}
