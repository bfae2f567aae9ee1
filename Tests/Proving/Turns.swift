import Foundation
internal import Postgres
internal import Seeding

/// Programs at once: one at a time says something to the server, and a seed says which, and what becomes of it.
///
/// A message goes on when each program has one to send, waits for a lock, which the server is asked about, or has ended: so
/// nothing is left to a race, and the same seed gives the same trace.
public final class Turns {
    public struct Player: Sendable {
        let name: String
        let command: [String]
        let executable: String
        let environment: [String: String]
        /// Codes after which it starts again; after another it is done.
        let startsAgain: Set<Int32>

        public init(
            _ name: String, _ command: [String], executable: String = Ground.program,
            environment: [String: String] = [:], startsAgain: Set<Int32>
        ) {
            self.name = name
            self.command = command
            self.executable = executable
            self.environment = environment
            self.startsAgain = startsAgain
        }
    }

    /// What becomes of a message.
    private enum Fate: String {
        case passes = ""
        /// It never arrives, and the session ends.
        case isCutOff = " cut off"
        /// The server does what it says; the answer is lost with the session.
        case isAnsweredInVain = " answered in vain"
        /// It never arrives, and the program is killed.
        case isKilled = " killed"
    }

    /// What happened, a line a message; what differs from run to run, as ids and times, is left out.
    public private(set) var trace: [String] = []
    /// How each program ended, every time it was started.
    public private(set) var ends: [[Program.Result]]
    private let players: [Player]
    private let place: Scratch
    private let relay: String
    private let listener: Int32
    private let observer: Connection
    private var random: Seeded
    private var faults: Int
    private var programs: [Program?]
    private var sessions: [TurnSession] = []
    /// How many sessions each program has had.
    private var opened: [Int]

    /// - Parameter faults: how many sessions or programs end so.
    public init(_ players: [Player], on place: Scratch, seed: UInt64, faults: Int) throws {
        self.players = players
        self.place = place
        self.faults = faults
        random = Seeded(seed)
        ends = players.map { _ in [] }
        programs = players.map { _ in nil }
        opened = players.map { _ in 0 }
        observer = try place.openPlatform()
        relay = "/tmp/scorebook-turns-\(UUID().uuidString.prefix(8))"
        listener = try Address.listen(in: relay)
    }

    deinit {
        for program in programs { program?.kill() }
        for session in sessions { session.close() }
        close(listener)
        try? FileManager.default.removeItem(atPath: relay)
    }

    /// Plays until all have ended.
    ///
    /// - Throws: what has come to a standstill, with the last lines of the trace.
    public func play() throws {
        for player in players.indices { try start(player) }
        while true {
            try settle()
            // Who waits for a lock for some milliseconds only gives up: on a busy machine others may need longer to let go.
            if sessions.contains(where: { $0.waits && $0.givesUp }) {
                try awaitAnswer()
                continue
            }
            let ready = sessions.filter { !$0.isBusy && !$0.units.isEmpty }
                .sorted { ($0.player, $0.number) < ($1.player, $1.number) }
            if let session = ready.first(where: { $0.units[0].isByTime }) {
                session.send(session.units.removeFirst())
            } else if let session = ready.isEmpty ? nil : ready[random.next(ready.count)] {
                try pass(session)
            } else if programs.allSatisfy({ $0 == nil }) {
                return
            } else {
                // All wait for each other: the server ends one of them.
                try awaitAnswer()
            }
        }
    }

    private func start(_ player: Int) throws {
        let it = players[player]
        programs[player] = try Program(
            it.command,
            environment: it.environment.merging([
                "DATABASE_URL": place.url(host: relay), "PGHOST": relay, "SWIFT_DETERMINISTIC_HASHING": "1",
                "SCOREBOOK_HOME": "\(place.folder)/home",
            ]) { $1 },
            executable: it.executable)
    }

    // MARK: - Until nothing moves

    /// Returns when each program has something to say, waits for a lock or has ended.
    private func settle() throws {
        let start = ContinuousClock.now
        var rounds = 0
        while true {
            pump(milliseconds: rounds == 0 ? 0 : 1)
            try takeEnds()
            rounds += 1
            if rounds > 3, sessions.contains(where: \.isBusy) { try askForLocks() }
            if isSettled { break }
            if ContinuousClock.now - start > .seconds(30) { throw Standstill(trace: trace) }
        }
        // What a lock's holder has let go is answered; the server says that it is no longer waited for.
        guard sessions.contains(where: \.waits) else { return }
        try askForLocks()
        if !isSettled { try settle() }
    }

    private var isSettled: Bool {
        sessions.allSatisfy { !$0.isBusy || $0.waits }
            && programs.indices.allSatisfy { player in
                programs[player] == nil || sessions.contains { $0.player == player && ($0.waits || !$0.units.isEmpty) }
            }
    }

    private func awaitAnswer() throws {
        let brief = sessions.filter { $0.waits && $0.givesUp }
        let waiting = brief.isEmpty ? sessions.filter(\.waits) : brief
        let start = ContinuousClock.now
        while waiting.allSatisfy({ $0.isBusy && !$0.hasEnded }) {
            pump(milliseconds: 5)
            if ContinuousClock.now - start > .seconds(30) { throw Standstill(trace: trace) }
        }
    }

    private func askForLocks() throws {
        let rows = try observer.rows("select distinct pid from pg_catalog.pg_locks where not granted")
        let waiting = Set(rows.compactMap { $0[0].flatMap { Int32($0) } })
        for session in sessions where session.isBusy {
            let isWaiting = waiting.contains(session.process)
            if isWaiting, !session.waits { note(session, "waits") }
            session.waits = isWaiting
        }
    }

    /// Takes what programs and server have said by now.
    private func pump(milliseconds: Int32) {
        var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
        for session in sessions { polled += session.sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } }
        guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
        let ready = Set(polled.filter { $0.revents != 0 }.map(\.fd))
        for session in sessions {
            if let code = session.takeAnswers(ready) { note(session, code) }
            session.takeMessages(ready)
        }
        sessions.removeAll(where: \.hasEnded)
        if ready.contains(listener) { accept() }
    }

    private func accept() {
        let client = Glibc.accept(listener, nil, nil)
        var credentials: (pid: pid_t, uid: uid_t, gid: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        getsockopt(client, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
        guard let player = player(of: credentials.pid), let server = Address.connect(place.socket)
        else { return _ = close(client) }
        opened[player] += 1
        sessions.append(TurnSession(client: client, server: server, player: player, number: opened[player]))
    }

    /// The program that a process is, or that has started it.
    private func player(of process: pid_t) -> Int? {
        if let player = programs.firstIndex(where: { $0?.identifier == process }) { return player }
        // The number, the name in brackets, a letter, the parent.
        let words = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8).split(separator: ") ").last?
            .split(separator: " ")
        guard let parent = words.flatMap({ pid_t($0[1]) }), parent > 1 else { return nil }
        return player(of: parent)
    }

    private func takeEnds() throws {
        for (player, program) in programs.enumerated() {
            guard let program, !program.isRunning else { continue }
            // What it said before it ended.
            pump(milliseconds: 0)
            for session in sessions where session.player == player { session.endClient() }
            let result = program.finish()
            programs[player] = nil
            ends[player].append(result)
            trace.append("\(players[player].name) ends: \(result.wasKilled ? "killed" : "\(result.code)")")
            let isAgain = result.wasKilled || players[player].startsAgain.contains(result.code)
            if isAgain, ends[player].count < 20 { try start(player) }
        }
    }

    // MARK: - One message

    private func pass(_ session: TurnSession) throws {
        let unit = session.units.removeFirst()
        let fate = fate(of: unit)
        note(session, unit.words.map { $0.prefix(70) }.joined(separator: "; ") + fate.rawValue)
        switch fate {
        case .passes: session.send(unit)
        case .isAnsweredInVain:
            session.isLost = true
            session.send(unit)
        case .isCutOff: session.endClient()
        case .isKilled:
            programs[session.player]?.kill()
            for other in sessions where other.player == session.player { other.endClient() }
            while programs[session.player]?.isRunning == true { usleep(1_000) }
        }
        if fate != .passes { faults -= 1 }
    }

    private func fate(of unit: TurnMessage) -> Fate {
        guard faults > 0, !unit.isGoodbye else { return .passes }
        switch random.next(unit.commits ? 12 : 60) {
        case 0,
            1 where unit.commits:
            return .isAnsweredInVain
        case 2: return .isCutOff
        case 3: return .isKilled
        default: return .passes
        }
    }

    private func note(_ session: TurnSession, _ words: String) {
        trace.append("\(players[session.player].name)\(session.number) \(words)")
    }

    struct Standstill: Error, CustomStringConvertible {
        let trace: [String]
        var description: String { "nothing moves after:\n" + trace.suffix(30).joined(separator: "\n") }
    }
}
