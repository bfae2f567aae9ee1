public import Definitions
internal import Discovering
internal import Filing
internal import Loading
internal import Records
internal import Reporting

/// Where a job's files go when it is done with them.
final class JobFolders {
    private let job: Job?
    private let journal: Journal
    /// Folders that files went to, without what a killed run left there.
    private var tidied: Set<String> = []

    /// Files that are given by their paths stay where they are.
    init(_ request: RunRequest, _ journal: Journal) {
        job = request.inputs.isEmpty && request.job?.inbox != nil ? request.job : nil
        self.journal = journal
    }

    /// Loaded files move to the archive, named by their content.
    func archive(_ candidate: Candidate, _ sha256: [UInt8]) {
        guard !candidate.isEntry, let folder = job?.archive else { return }
        move(candidate, to: folder, named: Hex.text(sha256))
    }

    /// Refused files move out of the way, with the reason beside them.
    func quarantine(_ candidate: Candidate, _ refusal: Refusal) {
        guard !candidate.isEntry, let folder = job?.quarantine, let sha256 = refusal.sha256 else {
            return
        }
        guard let target = move(candidate, to: folder, named: Hex.text(sha256)) else { return }
        do {
            try NewFile.write(Array("\(refusal.reason)\n".utf8), to: target + ".reason.txt", .lasting)
        } catch {
            journal.report.warnings.add("the reason beside a quarantined file could not be written", 1)
        }
    }

    /// - Returns: where it lies now; nil where it was not moved.
    @discardableResult
    private func move(_ candidate: Candidate, to folder: String, named hash: String) -> String? {
        guard let identity = candidate.identity else { return nil }
        let folderOfOwner = folder + (candidate.ownerFolder.map { "/" + $0 } ?? "")
        let ending = candidate.name.lastIndex(of: ".").map { String(candidate.name[$0...]) } ?? ""
        let suffix = ending.count <= 10 && !ending.contains("/") ? ending : ""
        let target = "\(folderOfOwner)/\(hash)\(suffix)"
        do {
            try PrivateFolder.make(folderOfOwner)
            if tidied.insert(folderOfOwner).inserted {
                PrivateFolder.removeAbandoned(in: folderOfOwner) { $0.prefix { $0.isHexDigit }.count == hash.count }
            }
            switch try PrivateFolder.move(candidate.path, identity, to: target) {
            case .moved: return target
            case .gone: return nil
            case .changed:
                journal.report.warnings.add(
                    "\(candidate.name): replaced or changed since it was read; it stays in the inbox for the next run",
                    1
                )
                return nil
            }
        } catch {
            journal.report.warnings.add("a file could not be moved out of the inbox to \(folder) (\(error.reason))", 1)
            journal.outages.unmoved =
                "not all files could be moved to \(folder) (\(error.reason)); what became of them stands in the ledger, "
                + "and the next run moves them once it can"
            return nil
        }
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
