internal import Definitions
internal import Discovering
internal import Filing
internal import Loading
internal import Records
internal import Reporting

/// Where a job's files go when it is done with them.
extension Run {
    /// Loaded files move to the archive, named by their content.
    func archive(_ candidate: Candidate, _ unit: PreparedUnit) {
        archive(candidate, unit.key.sha256)
    }

    func archive(_ candidate: Candidate, _ sha256: [UInt8]) {
        guard movesFiles, !candidate.isEntry, let folder = request.job?.archive else { return }
        move(candidate, to: folder, named: Hex.text(sha256))
    }

    /// Refused files move out of the way, with the reason beside them.
    func quarantine(_ candidate: Candidate, _ refusal: Refusal) {
        guard movesFiles, !candidate.isEntry, let folder = request.job?.quarantine, let sha256 = refusal.sha256 else {
            return
        }
        guard let target = move(candidate, to: folder, named: Hex.text(sha256)) else { return }
        do {
            try NewFile.write(Array("\(refusal.reason)\n".utf8), to: target + ".reason.txt", .lasting)
        } catch {
            report.warnings.add("the reason beside a quarantined file could not be written", 1)
        }
    }

    private var movesFiles: Bool { request.mode == .run && request.inputs.isEmpty && request.job?.inbox != nil }

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
            if tidiedFolders.insert(folderOfOwner).inserted {
                PrivateFolder.removeAbandoned(in: folderOfOwner) { $0.prefix { $0.isHexDigit }.count == hash.count }
            }
            switch try PrivateFolder.move(candidate.path, identity, to: target) {
            case .moved: return target
            case .gone: return nil
            case .changed:
                report.warnings.add(
                    "\(shown(candidate)): replaced or changed since it was read; it stays in the inbox for the next run",
                    1
                )
                return nil
            }
        } catch {
            report.warnings.add("a file could not be moved out of the inbox to \(folder) (\(error.reason))", 1)
            outages.unmoved =
                "not all files could be moved to \(folder) (\(error.reason)); what became of them stands in the ledger, "
                + "and the next run moves them once it can"
            return nil
        }
    }
}
