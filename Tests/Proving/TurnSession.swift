import Foundation

/// What a program says before it waits for an answer.
struct TurnMessage {
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
final class TurnSession {
    let player: Int
    let number: Int
    private(set) var process: Int32 = 0
    var units: [TurnMessage] = []
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

    func send(_ message: TurnMessage) {
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
            let message = TurnMessage(
                bytes: Array(sent[end..<frames.at]), words: words,
                isGoodbye: frame.kind == UInt8(ascii: "X"))
            words = []
            end = frames.at
            // A goodbye is no turn: nothing waits for what comes after it.
            if message.isGoodbye { endClient(saying: message) } else { units.append(message) }
        }
        sent.removeFirst(min(end, sent.count))
    }

    private func endClient(saying message: TurnMessage) {
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
