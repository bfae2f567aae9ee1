internal import Definitions
internal import Discovering
internal import Filing
internal import Glibc
internal import Loading
internal import Reading
public import Records
internal import Reporting
internal import YAML

/// What lies beside a refused file: `hittrax.csv.reason.md`, with what it was refused for and what to type.
///
/// It begins with the same facts for programs, as YAML between `---`.
public struct RefusalNote: Equatable, Sendable {
    /// Path below the owner's folder.
    public var source: String
    public var job: String
    /// The name of the owner's folder; otherwise the one that the job names.
    public var owner: String?
    public var run: String
    public var code: RefusalCode?
    /// One line for a file; for an archive one per entry that was refused.
    public var reason: String
    /// `2026-11-22T03:00:12Z`
    public var refusedAt: String
    /// Hexadecimal.
    var sha256: String
    /// Lines that `settings.yaml` of the owner's folder lacks.
    var settings: [String] = []
    /// That file.
    var settingsFile: String?
    /// Where a corrected file goes.
    var inbox = ""

    /// What the name of a note ends with.
    static let ending = Inbox.noteEnding
    /// Bytes of a file's name that leave room for the ending.
    private static let longestName = 200

    init(of candidate: Candidate, _ refusal: Refusal, job: Job, run: String) {
        source = candidate.name
        self.job = job.name
        owner = candidate.ownerFolder ?? job.owner
        self.run = run
        code = refusal.code
        reason = refusal.reason
        refusedAt = Clock.text(of: Clock.wall)
        sha256 = Hex.text(refusal.sha256 ?? [])
        settings = refusal.settings
        inbox = (job.inbox ?? "") + (candidate.ownerFolder.map { "/" + $0 } ?? "")
        settingsFile = candidate.ownerFolder == nil ? nil : "\(inbox)/\(Inbox.settingsName)"
    }

    /// Where the note of a file is: beside it, under its name.
    static func path(of file: String) -> String {
        let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file.utf8.index(after: $0) } ?? file.startIndex
        var name = file[slash...]
        guard name.utf8.count > longestName else { return file + ending }
        var digest = Digest()
        digest.add(String(name))
        while name.utf8.count > longestName { name.removeLast() }
        return "\(file[..<slash])\(name).\(Hex.text(Array(digest.finish().prefix(4))))\(ending)"
    }

    /// - Parameter folder: the job's quarantine.
    func write(beside file: String, below folder: String) throws(FileError) {
        let place = String(file.dropFirst(folder.count + 1))
        try NewFile.write(Array(text(at: place, file: file).utf8), to: Self.path(of: file), .lasting)
    }

    /// Removes the note of a file that did not come.
    static func removeStray(beside file: String) {
        if access(file, F_OK) != 0 { unlink(path(of: file)) }
    }
}

extension RefusalNote {
    /// - Parameters:
    ///   - place: where the file lies below the quarantine, as `quarantine` takes it.
    ///   - file: its path, for other commands.
    func text(at place: String, file: String) -> String {
        let facts: [(String, String?)] = [
            ("file", source), ("owner", owner), ("job", job), ("run", run), ("code", code?.rawValue),
            ("reason", reason), ("sha256", sha256), ("refused_at", refusedAt),
        ]
        let head = facts.compactMap { name, value in value.map { "\(name): \(JSONText.shown($0, in: .yaml))\n" } }
        let reasons = reason.split(separator: "\n").map { "- \(String($0).escapedForTerminal)\n" }
        return """
            ---
            \(head.joined())---

            # \(source.escapedForTerminal) was not imported

            \(reasons.joined())
            `\(run.prefix(8))` is the run: `scorebook show \(run.prefix(8))` shows all of its files\
            \(code.map { ", `scorebook help \($0.rawValue)` what the refusal means" } ?? "").

            ## What to do

            \(steps(place.asShellWord.escapedForTerminal, file.asShellWord.escapedForTerminal))
            """
    }

    private func steps(_ place: String, _ file: String) -> String {
        let again = """
                scorebook quarantine retry \(place)
                scorebook run \(job)

            The first command puts the file back into the inbox, the second imports it.

            """
        if !settings.isEmpty, let settingsFile {
            let lines = settings.map { "    \($0)\n" }.joined()
            return "Add to `\(settingsFile.escapedForTerminal)`:\n\n\(lines)\nThen:\n\n\(again)"
        }
        let other = """
            Put a corrected file into `\(inbox.escapedForTerminal)/`, and remove this one:

                scorebook quarantine drop \(place)

            If this file is right, and a definition or a limit of the job was not, correct that and try it again:


            """
        let unknown = """
            These show why no format matches, and write a definition for such files:

                scorebook recognise \(file)
                scorebook init format \(file)


            """
        return (code == .unknownFormat ? unknown : "") + other + again
    }

    /// Reads the note of a file; nil where there is none that can be understood.
    init?(beside file: String) {
        guard let bytes = try? PrivateFolder.contents(of: Self.path(of: file), limit: 1 << 20) else { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.first.map(Array.init) == Array("---".utf8) else { return nil }
        let head = lines.dropFirst().prefix { Array($0) != Array("---".utf8) }.joined(separator: [UInt8(ascii: "\n")])
        let facts = Document(parsing: Array(head)).root?.entries ?? []
        func fact(_ name: String) -> String? { facts.first { $0.key == name }?.value.text }
        guard let source = fact("file"), let job = fact("job"), let run = fact("run") else { return nil }
        self.source = source
        self.job = job
        self.run = run
        owner = fact("owner")
        code = fact("code").flatMap(RefusalCode.init(rawValue:))
        reason = fact("reason") ?? ""
        refusedAt = fact("refused_at") ?? ""
        sha256 = fact("sha256") ?? ""
    }
}
