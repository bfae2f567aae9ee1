public import Definitions
internal import Discovering
internal import Filing
internal import Glibc
internal import Loading
internal import Postgres
internal import Records
internal import Reporting

/// `exec`: loads the files of lines, and answers each after its COMMIT. It neither begins nor ends the run, and moves no file.
public final class UnitExecution {
    /// What an engine says of the process, and where lines come from and answers go.
    public struct Surroundings {
        /// The next line without its end; nil after the last. Calls its argument before it waits for more.
        public var next: (_ beforeWaiting: () throws -> Void) throws -> [UInt8]?
        /// Writes an answer; false where nobody reads it any more.
        public var answer: (String) -> Bool
        /// Host and process.
        public var name: String
        /// Which attempt at its lines the process is, by what starts it.
        public var attempt: String
        /// `SCOREBOOK_STALL`, for tests.
        public var stall: String?

        public init(
            next: @escaping (_ beforeWaiting: () throws -> Void) throws -> [UInt8]?,
            answer: @escaping (String) -> Bool, name: String, attempt: String, stall: String?
        ) {
            self.next = next
            self.answer = answer
            (self.name, self.attempt, self.stall) = (name, attempt, stall)
        }
    }

    private let pipelines: Pipelines
    /// The database of a job, or of none.
    private let database: (Job?) -> DatabaseAccess
    private let surroundings: Surroundings
    private let hooks: Session.Hooks
    private var lineNumber = 0

    public init(
        pipelines: Pipelines, database: @escaping (Job?) -> DatabaseAccess, hooks: Session.Hooks,
        _ surroundings: Surroundings
    ) {
        self.pipelines = pipelines
        self.database = database
        self.hooks = hooks
        self.surroundings = surroundings
    }

    public func execute() -> RunEnd {
        do {
            var stall: Stall?
            if let text = surroundings.stall {
                stall = Stall(text)
                guard stall != nil else {
                    throw RunEnd.configuration("SCOREBOOK_STALL is for tests, as before-commit@7:0=/FILE; unset it")
                }
            }
            guard let first = try next({}) else { return .done }
            let database = database(first.job.flatMap { pipelines.job(named: $0) })
            let record = try read(first.run, database)
            var request = try record.request(pipelines)
            // What starts several processes counts a core for each.
            request.workers = 1
            let share = RunShare(
                record.id, request, slots: record.slots,
                attempt: (name: "\(surroundings.name)/\(surroundings.attempt)", number: surroundings.attempt),
                stall: stall, hooks: hooks
            ) { [surroundings] line in
                guard surroundings.answer(line) else {
                    throw RunEnd.temporary("the answers cannot be written: the program that reads them has ended")
                }
            }
            let part = Import(
                request: request, pipelines: pipelines, database: database, hooks: hooks, sinks: nil,
                now: record.asked.now, share: share)
            return part.conduct { try load(first, part, share) }
        } catch { return RunEnd(error) }
    }

    private func read(_ run: String, _ database: DatabaseAccess) throws -> SharedRunRecord {
        let session = try Session(database, hooks: hooks)
        try session.requireSchema()
        let record = try session.lend { try SharedRunRecord(of: run, on: $0.connection) }
        guard !record.isClosed else { throw LoadError.runIsClosed }
        try record.check(pipelines)
        return record
    }

    private func next(_ beforeWaiting: () throws -> Void) throws -> UnitLine? {
        while let text = try surroundings.next(beforeWaiting) {
            lineNumber += 1
            guard text.contains(where: { $0 != 0x20 && $0 != 0x0D }) else { continue }
            do { return try UnitLine(reading: text) } catch let fault as UnitLine.Fault {
                throw RunEnd.configuration("line \(lineNumber) of the units: \(fault.message)")
            }
        }
        return nil
    }

    private func load(_ first: UnitLine, _ part: Import, _ share: RunShare) throws -> RunEnd {
        let (inputs, sink, opened) = try part.open()
        guard let session = opened, let load = sink as? Load else { return .ourBug("a share without a database") }
        var line: UnitLine? = first
        while let taken = line {
            guard taken.run == first.run, taken.job == first.job else {
                throw RunEnd.configuration("line \(lineNumber) of the units belongs to another run")
            }
            guard !hooks.shouldStop() else { throw RunEnd.interrupted }
            if try taken.signal == nil || !isSettled(taken, session) {
                try take(taken, part, inputs, load, share)
                try share.settle(session)
            }
            hooks.tick()
            line = try next {
                try load.flush()
                try share.settle(session)
            }
        }
        try load.flush()
        try share.settle(session)
        try load.finish()
        return part.journal.outages.heldBack ?? .done
    }

    private func take(
        _ line: UnitLine, _ part: Import, _ inputs: InputFiles, _ load: Load, _ share: RunShare
    ) throws {
        var candidate = Candidate(path: line.path, name: line.source, ownerFolder: line.owner)
        candidate.origin = line.isGiven ? .given : .found
        candidate.line = line.number
        (inputs.settingsOfLine, inputs.isHurried, inputs.isOnTrial) = (line.settings, line.isHurried, line.trial != nil)
        defer { (inputs.settingsOfLine, inputs.isHurried, inputs.isOnTrial) = (nil, false, false) }
        guard !part.isLate(candidate, inputs) else { return try share.delay(line) }
        share.take(line)
        if let signal = line.signal {
            try end(&candidate, by: signal, part, inputs, load)
        } else if let found = try? FileIdentity(path: line.path), !line.isOf(found) {
            try load.flush()
            part.journal.postpone(
                candidate, Refusal(.outage, reason: "changed since the run was planned; the next run takes it"))
        } else {
            try part.take(candidate, inputs, load)
        }
        if part.isLate(candidate, inputs) { return try share.delay(line) }
        share.end(candidate, isWaiting: load.isWaiting(line.number))
    }
}

/// A file at which a process has ended that was given nothing else.
extension UnitExecution {
    /// Refuses a file that ends the process by a fault; any other end leaves it to the next run.
    private func end(
        _ candidate: inout Candidate, by signal: Int, _ part: Import, _ inputs: InputFiles, _ load: Load
    ) throws {
        guard let name = FaultSignal.names[Int32(truncatingIfNeeded: signal)] else {
            return part.journal.postpone(
                candidate,
                Refusal(
                    .outage,
                    reason: "the process that loaded it was killed (signal \(signal)); the next run tries it again"))
        }
        let refusal: Refusal
        do {
            refusal = try inputs.crashed(
                &candidate,
                "reading it ends the process by \(name), although it was given no other file. This is a bug in scorebook: "
                    + "`scorebook help bugs` says how to report it")
        } catch { refusal = Refusal(error) }
        try part.dismiss(candidate, refusal, load)
    }

    /// Whether the process ended after the COMMIT: the file is loaded.
    private func isSettled(_ line: UnitLine, _ session: Session) throws -> Bool {
        try session.lend {
            try $0.connection.value(
                """
                select exists (
                    select from scorebook.run_parts
                    where run_id = \(bind: line.run)::uuid and line = \(bind: line.number) and settles
                        and outcome <> 'failed')
                """) == true
        }
    }
}

extension UnitLine {
    /// Whether a file is the one that was planned, as far as its size and time say it.
    fileprivate func isOf(_ found: FileIdentity) -> Bool {
        guard found.size == bytes else { return false }
        // Other marks are those of a store of objects, for what has copied the file.
        guard let etag, etag.hasPrefix("mtime:") else { return true }
        return etag == "mtime:\(found.modified)"
    }
}
