internal import Definitions
internal import Discovering
internal import Loading
internal import Mapping
internal import Records
internal import Reporting

/// Archives: each entry is a unit of its own.
extension Run {
    /// What holds for all entries of an archive.
    struct Surroundings {
        var candidate: Candidate
        var file: SourceFile
        var owner: OwnerDirectory.Owner
        var settings: [(name: String, value: String)]
        var shelf: ManifestShelf
    }

    /// Opens a file; standard input is kept for when it is asked for again.
    func source(_ candidate: Candidate) throws -> SourceFile {
        if candidate.path == "-", let standardInput { return standardInput }
        let file: SourceFile
        do { file = try SourceFile.open(candidate) } catch { throw Refusal(error) }
        if candidate.path == "-" { standardInput = file }
        return file
    }

    /// Opens a file, and the archive that it may be; the candidate knows from then on which file that is.
    func open(_ candidate: inout Candidate) throws -> (file: SourceFile, archive: ArchiveFile?) {
        let file = try source(candidate)
        candidate.identity = file.identity
        do { return (file, try ArchiveFile.open(file)) } catch {
            var refusal = Refusal(error)
            (refusal.sha256, refusal.bytes) = (try? file.sha256(), file.bytes)
            throw refusal
        }
    }

    /// Takes the entries one after the other; the archive is done when all are loaded or ignored.
    func takeArchive(
        _ archive: ArchiveFile, _ around: Surroundings, _ preparation: UnitPreparation
    ) throws {
        let contents = ArchiveContents(archive, preparation.formats, pipelines)
        guard !contents.isEmpty else {
            return try dismiss(
                around.candidate,
                Refusal(
                    reason: "the archive holds nothing to import", sha256: try? around.file.sha256(),
                    bytes: around.file.bytes))
        }
        try loadWaiting()
        let first = report.units.count
        let before = outages.files
        for item in contents.items {
            guard !hooks.shouldStop() else { throw RunEnd.interrupted }
            let entry = around.candidate.entry(named: item.name)
            switch plannedRefusal(of: entry).map(ArchiveContents.Fate.refuse) ?? item.fate {
            case .ignore(let reason), .leaveOut(let reason):
                try loadWaiting()
                report.units.append(RunReport.Unit(source: shown(entry), status: .ignored, reason: reason))
            case .refuse(var refusal):
                defer { item.file.forget() }
                (refusal.sha256, refusal.bytes) = (try? item.file.sha256(), item.file.bytes)
                try dismiss(entry, refusal)
            case .load:
                try takeEntry(entry, item.file, around, preparation)
            }
            hooks.tick()
            if request.stopsAtFirstReject, report.ledger.rejected > 0 || refusedFiles > 0 { return }
        }
        try loadWaiting()
        let reasons = report.units[first...].compactMap { unit -> String? in
            guard unit.status == .refused, let reason = unit.reason else { return nil }
            return "\(unit.source): \(reason)"
        }
        // What could not be read is tried again, and what an option leaves out is for another run: the archive stays.
        if outages.files == before, !contents.leavesOut { finish(around, reasons) }
    }

    private func takeEntry(
        _ entry: Candidate, _ file: SourceFile, _ around: Surroundings, _ preparation: UnitPreparation
    ) throws {
        let prepared: PreparedUnit
        do {
            prepared = try preparation.prepare(
                file, at: FilePlace(entry: entry.name, shelf: around.shelf), owner: around.owner.ownership,
                scope: around.owner.scope, folderSettings: around.settings)
        } catch {
            file.forget()
            return try dismiss(entry, Refusal(error))
        }
        try schedule(entry, prepared)
    }

    /// Puts the archive where it belongs: out of the inbox, with the reasons where an entry was refused.
    private func finish(_ around: Surroundings, _ reasons: [String]) {
        guard request.mode == .run, let sha256 = try? around.file.sha256() else { return }
        if reasons.isEmpty {
            archive(around.candidate, sha256)
        } else {
            quarantine(around.candidate, Refusal(reason: reasons.joined(separator: "\n"), sha256: sha256))
        }
    }

    /// A refused file is reported, remembered and put out of the way.
    func dismiss(_ candidate: Candidate, _ refusal: Refusal) throws {
        try loadWaiting()
        guard refusal.cause != .outage else { return postpone(candidate, refusal) }
        guard refusal.cause != .leftOut else {
            report.units.append(
                RunReport.Unit(source: shown(candidate), status: .ignored, reason: refusal.reason))
            return
        }
        refuse(candidate, refusal)
        guard refusal.cause == .input else { return }
        try remember(candidate, refusal)
        quarantine(candidate, refusal)
    }
}
