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
    private var sessions: [Session] = []
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
        sessions.append(Session(client: client, server: server, player: player, number: opened[player]))
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

    private func pass(_ session: Session) throws {
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

    private func fate(of unit: Message) -> Fate {
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

    private func note(_ session: Session, _ words: String) {
        trace.append("\(players[session.player].name)\(session.number) \(words)")
    }

    struct Standstill: Error, CustomStringConvertible {
        let trace: [String]
        var description: String { "nothing moves after:\n" + trace.suffix(30).joined(separator: "\n") }
    }
}

/// What a program says before it waits for an answer.
private struct Message {
    let bytes: [UInt8]
    /// Its statements, without what differs from run to run.
    let words: [String]
    let isGoodbye: Bool
    /// Who waits for a place looks for frozen programs once a second at most: no seed says when.
    var isByTime: Bool {
        words.contains { $0.hasPrefix("select held.pid") } || bytes.contains(Array("select held.pid".utf8))
    }
    var commits: Bool { words.contains { $0.hasPrefix("commit") } }
}

/// One session between a program and the server.
private final class Session {
    let player: Int
    let number: Int
    private(set) var process: Int32 = 0
    var units: [Message] = []
    /// The server has a message of it, and has not answered.
    private(set) var isBusy = false
    /// It is busy because somebody has the lock.
    var waits = false
    /// It waits for a lock no longer than it has said in this transaction.
    private(set) var givesUp = false
    /// The next answer is lost, and the session with it.
    var isLost = false

    private let client: Int32
    private let server: Int32
    private var isClientOpen = true
    private var isServerOpen = true
    private var sent: [UInt8] = []
    private var answered: [UInt8] = []
    private var answer: [UInt8] = []
    private var isBegun = false
    /// Statements by the names that they were prepared under.
    private var prepared: [String: String] = [:]
    /// Rows of a simple query's COPY are under way, which end without a Sync.
    private var copies = false
    private var isSimple = false

    init(client: Int32, server: Int32, player: Int, number: Int) {
        (self.client, self.server, self.player, self.number) = (client, server, player, number)
    }

    var hasEnded: Bool { !isServerOpen && !isClientOpen }
    var sockets: [Int32] { (isClientOpen ? [client] : []) + (isServerOpen ? [server] : []) }

    func close() {
        _ = Glibc.close(client)
        _ = Glibc.close(server)
    }

    /// The client has ended, or is ended; the server is told, and ends the session in its own time.
    func endClient() {
        guard isClientOpen else { return }
        isClientOpen = false
        units = []
        shutdown(client, Int32(SHUT_RDWR))
        guard isServerOpen else { return }
        isBusy = true
        shutdown(server, Int32(SHUT_WR))
    }

    func send(_ message: Message) {
        isBusy = true
        for words in message.words {
            if words.hasPrefix("commit") || words.hasPrefix("rollback")
                || words.contains("'lock_timeout', pg_catalog.curr")
            {
                givesUp = false
            } else if words.contains("'lock_timeout', greatest(") {
                givesUp = true
            }
        }
        isSimple = message.bytes.first == UInt8(ascii: "Q")
        write(message.bytes, to: server)
    }

    /// Takes bytes of the client, and what of them is a whole message.
    func takeMessages(_ ready: Set<Int32>) {
        guard isClientOpen, ready.contains(client) else { return }
        guard let bytes = read(client) else { return endClient() }
        sent += bytes
        var frames = Frames(sent, hasStartup: !isBegun)
        var words: [String] = []
        var end = 0
        while let frame = frames.next() {
            if let statement = frame.statement(&prepared) { words.append(Words.lasting(statement)) }
            let ends = copies ? "cf" : "QSXp\0"
            guard ends.utf8.contains(frame.kind) else { continue }
            isBegun = true
            let message = Message(
                bytes: Array(sent[end..<frames.at]), words: words,
                isGoodbye: frame.kind == UInt8(ascii: "X"))
            words = []
            end = frames.at
            // A goodbye is no turn: nothing waits for what comes after it.
            if message.isGoodbye { endClient(saying: message) } else { units.append(message) }
        }
        sent.removeFirst(min(end, sent.count))
    }

    private func endClient(saying message: Message) {
        write(message.bytes, to: server)
        endClient()
    }

    /// Takes bytes of the server; the code of an error that is among them.
    func takeAnswers(_ ready: Set<Int32>) -> String? {
        guard isServerOpen, ready.contains(server) else { return nil }
        guard let bytes = read(server) else {
            // What it says last: that it has been ended, or takes no more sessions.
            if isClientOpen, !isLost { write(answer, to: client) }
            isServerOpen = false
            isBusy = false
            waits = false
            shutdown(client, Int32(SHUT_RDWR))
            isClientOpen = false
            units = []
            _ = Glibc.close(client)
            _ = Glibc.close(server)
            return nil
        }
        answered += bytes
        answer += bytes
        var frames = Frames(answered, hasStartup: false)
        var isWhole = false
        var code: String?
        while let frame = frames.next() {
            switch frame.kind {
            case UInt8(ascii: "K"): process = frame.number
            case UInt8(ascii: "E"): code = frame.code
            case UInt8(ascii: "G"): copies = isSimple
            case UInt8(ascii: "Z"): copies = false
            default: break
            }
            isWhole = frame.kind == UInt8(ascii: "Z") || frame.kind == UInt8(ascii: "G") || frame.isQuestion
        }
        answered.removeFirst(frames.at)
        guard isWhole, answered.isEmpty, isClientOpen else { return code }
        isBusy = false
        waits = false
        if isLost { endClient() } else { write(answer, to: client) }
        answer = []
        return code
    }

    /// Nil at the end.
    private func read(_ socket: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(socket, &bytes, bytes.count)
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private func write(_ bytes: [UInt8], to socket: Int32) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            written += count
        }
    }
}

/// Messages of PostgreSQL's protocol, version 3: a letter, a length that counts itself, and the rest; the first of a client has no
/// letter, and 0 here.
private struct Frames {
    struct Frame {
        let kind: UInt8
        let rest: ArraySlice<UInt8>

        /// What a client's message says in SQL.
        func statement(_ prepared: inout [String: String]) -> String? {
            let texts = rest.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).prefix(2)
                .map { String(decoding: $0, as: UTF8.self) }
            switch kind {
            case UInt8(ascii: "Q"): return texts[0]
            // A name, then the statement.
            case UInt8(ascii: "P"):
                prepared[texts[0]] = texts[1]
                return nil
            // A portal, then the name of the statement.
            case UInt8(ascii: "B"): return prepared[texts[1]]
            default: return nil
            }
        }

        /// Four bytes, the highest first.
        var number: Int32 { rest.prefix(4).reduce(0) { $0 << 8 | Int32($1) } }

        /// The SQLSTATE of an error: fields of a letter and a text.
        var code: String? {
            rest.split(separator: 0).first { $0.first == UInt8(ascii: "C") }.map {
                String(decoding: $0.dropFirst(), as: UTF8.self)
            }
        }

        /// The server asks the client to say who it is.
        var isQuestion: Bool { kind == UInt8(ascii: "R") && number != 0 && number != 12 }
    }

    private let bytes: [UInt8]
    private var hasStartup: Bool
    private(set) var at = 0

    init(_ bytes: [UInt8], hasStartup: Bool) {
        self.bytes = bytes
        self.hasStartup = hasStartup
    }

    mutating func next() -> Frame? {
        let letter = hasStartup ? 0 : 1
        guard bytes.count >= at + letter + 4 else { return nil }
        let length = bytes[(at + letter)..<(at + letter + 4)].reduce(0) { $0 << 8 | Int($1) }
        let end = at + letter + length
        guard bytes.count >= end else { return nil }
        defer { (at, hasStartup) = (end, false) }
        return Frame(kind: hasStartup ? 0 : bytes[at], rest: bytes[(at + letter + 4)..<end])
    }
}

/// A statement without what differs from run to run: ids, times, numbers.
private enum Words {
    static func lasting(_ statement: String) -> String {
        let words = statement.split { $0.isWhitespace }.filter { word in !word.contains(where: \.isNumber) }
        return words.joined(separator: " ")
    }
}
