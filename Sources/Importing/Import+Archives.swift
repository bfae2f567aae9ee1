internal import Discovering
internal import Loading
internal import Records
internal import Reporting

/// Archives, and what was found beside the files.
extension Import {
    /// Takes an archive's entries one after the other; the archive is done when all are loaded or ignored.
    func take(
        _ contents: ArchiveContents, of input: InputFiles.Opened, _ inputs: InputFiles, _ sink: any UnitSink
    ) throws {
        guard !contents.isEmpty else {
            var refusal = Refusal(
                .empty, reason: "the archive holds nothing to import", sha256: try? input.file.sha256(),
                bytes: input.file.bytes)
            refusal.owner = input.owner.scope
            throw refusal
        }
        try sink.flush()
        let (first, failed) = (report.units.count, journal.outages.files)
        for item in contents.items {
            guard !journal.hooks.shouldStop() else { throw RunEnd.interrupted }
            let entry = input.candidate.entry(named: item.name)
            switch plan?.refusal(of: entry).map(ArchiveContents.Action.refuse) ?? item.action {
            case .ignore(let reason):
                try sink.flush()
                journal.ignore(entry, reason)
            case .leaveOut(let reason):
                try sink.flush()
                journal.ignore(entry, reason, .leftOut)
            case .refuse(var refusal):
                defer { item.file.forget() }
                (refusal.sha256, refusal.bytes) = (try? item.file.sha256(), item.file.bytes)
                refusal.owner = input.owner.scope
                try dismiss(entry, refusal, sink)
            case .load(let found):
                let unit: PreparedUnit
                do { unit = try inputs.prepare(item.file, as: .success(found), in: input) } catch let end as RunEnd {
                    throw end
                } catch {
                    item.file.forget()
                    try dismiss(entry, Refusal(error), sink)
                    break
                }
                try sink.take(unit)
            }
            journal.hooks.tick()
            if isOver { return }
        }
        try sink.flush()
        // What could not be read is tried again, and what an option leaves out is for another run: the archive stays.
        guard journal.outages.files == failed, !contents.leavesOut else { return }
        try sink.complete(input.candidate, input.file, entries: report.units[first...])
    }

    func report(_ discovery: Discovery, _ sink: any UnitSink) throws {
        let missing = discovery.refused.filter { $0.error == .missing }
        if !missing.isEmpty, discovery.candidates.isEmpty {
            throw RunEnd.noInput("no such file or folder: \(missing.map(\.candidate.path).joined(separator: ", "))")
        }
        for entry in discovery.refused { try dismiss(entry.candidate, Refusal(entry.error), sink) }
        for entry in discovery.ignored where entry.reason != "settings" {
            journal.ignore(entry.candidate, entry.reason)
        }
        journal.hooks.progress.expect(bytes: discovery.candidates.reduce(0) { $0 + (FileSize.of($1.path) ?? 0) })
    }
}
