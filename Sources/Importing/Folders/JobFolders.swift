public import Definitions
internal import Discovering
internal import Filing
internal import Glibc
internal import Loading
internal import Records
internal import Reporting

/// Where a job's files go when it is done with them.
final class JobFolders {
    private let job: Job?
    private let journal: Journal
    /// The day that the run began on, in UTC.
    private let day: String
    /// Owners' folders that files went to, with the days that were there before, the newest first.
    private var days: [String: [String]] = [:]

    /// Files that are given by their paths stay where they are, and so do those of which another process ends the run.
    ///
    /// - Parameter now: in microseconds since 1970.
    init(_ request: RunRequest, _ journal: Journal, now: Int64) {
        job = request.inputs.isEmpty && request.job?.inbox != nil && !request.isShare ? request.job : nil
        self.journal = journal
        day = DatedFolders.day(of: now)
    }

    /// What is known of the content of a file that goes to the archive.
    enum Content {
        case new
        /// It was loaded before: the archive may have it.
        case known
    }

    /// Loaded files move to the archive.
    func archive(_ candidate: Candidate, _ content: Content) {
        guard !candidate.isEntry, let folder = job?.archive else { return }
        put(candidate, below: folder) { place in
            guard content == .known else { return nil }
            return try daysBefore(in: place).map { "\($0)/\(candidate.name)" }.first { path in
                let part = Self.part(of: path, below: folder)
                guard let target = try? Location(part, below: folder) else { return false }
                return try PrivateFolder.room(for: candidate.location(), at: target) == .kept
            }
        }
    }

    /// Refused files move out of the way, with the reason and what to do about it beside them.
    func quarantine(_ candidate: Candidate, _ refusal: Refusal) {
        guard !candidate.isEntry, let job, let folder = job.quarantine, refusal.sha256 != nil else { return }
        put(candidate, below: folder, with: RefusalNote(of: candidate, refusal, job: job, run: journal.report.run))
    }

    /// Moves a file to the first place of its name that is free, or has it already.
    ///
    /// - Parameters:
    ///   - note: what is written beside it first, so that no refused file is without.
    ///   - known: a place that has it already.
    private func put(
        _ candidate: Candidate, below folder: String, with note: RefusalNote? = nil,
        known: (DatedFolders) throws -> String? = { _ in nil }
    ) {
        guard let identity = candidate.identity else { return }
        let place = DatedFolders(folder, owner: candidate.ownerFolder)
        do {
            let source: Location
            do { source = try candidate.location() } catch {
                if error.code == ENOENT { return }
                // Its folder has become a link: what is behind that is not ours to move.
                guard [ELOOP, ENOTDIR].contains(error.code) else { throw error }
                return warnOfChange(candidate)
            }
            let before = try known(place)
            _ = daysBefore(in: place)
            for number in 1...DatedFolders.most {
                let path = before ?? "\(place.folder(of: day, number))/\(candidate.name)"
                let target = try Location(making: Self.part(of: path, below: folder), below: folder)
                if let note {
                    let room = try PrivateFolder.room(for: source, at: target)
                    if room == .taken { continue }
                    if room == .missing { return }
                    try note.write(beside: path, below: folder)
                }
                let fate = try PrivateFolder.move(source, identity, to: target)
                if fate == .taken { continue }
                if fate != .moved, note != nil { RefusalNote.removeStray(beside: path) }
                if fate == .changed { warnOfChange(candidate) }
                return
            }
            throw FileError.taken
        } catch {
            let reason = (error as? FileError)?.reason ?? "no reason given"
            journal.report.warnings.add("a file could not be moved out of the inbox to \(folder) (\(reason))", 1)
            journal.outages.unmoved =
                "not all files could be moved to \(folder) (\(reason)); the ledger records what happened to "
                + "them, and the next run tries again"
        }
    }

    private func warnOfChange(_ candidate: Candidate) {
        journal.report.warnings.add(
            "\(candidate.name): replaced or changed since it was read; it stays in the inbox for the next run", 1)
    }

    private static func part(of path: String, below folder: String) -> String {
        String(Substring(path.utf8.dropFirst(folder.utf8.count + 1)))
    }

    /// The days that an owner's folder had before the run moved anything there, the newest first.
    ///
    /// What a killed run has left half made is removed: it is in one of the last two.
    private func daysBefore(in place: DatedFolders) -> [String] {
        if let known = days[place.root] { return known }
        let found = place.existing
        for folder in found.prefix(2) { PrivateFolder.removeAbandoned(below: folder) }
        days[place.root] = found
        return found
    }
}

extension Job {
    /// The fault of a job whose files would go from its inbox to its inbox; nil of a sound one.
    ///
    /// What is put away there is found again by the next run, and the reasons beside refused files with it.
    public var misplacedFolder: String? {
        guard let inbox else { return nil }
        let place = AbsolutePath.planned(inbox)
        for (key, folder) in [("archive", archive), ("quarantine", quarantine)] {
            guard let folder else { continue }
            let found = AbsolutePath.planned(folder)
            let isInbox = found == place
            guard isInbox || found.hasPrefix(place.hasSuffix("/") ? place : place + "/") else { continue }
            let what = isInbox ? "is its inbox" : "lies in its inbox \(inbox)"
            return "the \(key) of the job \(name), \(folder), \(what): name a folder outside of it"
        }
        return nil
    }
}
