import Foundation
import Synchronization

/// A socket between the program and the server, which counts how often the program waits for an answer.
///
/// It holds each answer back for some milliseconds, and until the program waits for one, where the system shows that: what the
/// program sends without waiting goes by meanwhile, however long it takes for that on a busy machine. Once, an
/// answer may be lost with its session, when the server has done all that was sent.
public final class Relay: Sendable {
    /// Folder of its socket, as libpq's `host` has it.
    public let host: String
    private let server: String
    private let milliseconds: UInt32
    private let listener: Int32
    private let counted = Mutex((sessions: 0, waits: [String]()))
    private let losing: Mutex<[UInt8]?>

    /// Leads to the server's socket.
    ///
    /// - Parameter losing: text of a statement of which the first answer is lost.
    public init(to server: String, holding milliseconds: UInt32 = 5, losing: String? = nil) throws {
        self.server = server
        self.losing = Mutex(losing.map { Array($0.utf8) })
        self.milliseconds = milliseconds
        host = "/tmp/scorebook-relay-\(UUID().uuidString.prefix(8))"
        listener = try Address.listen(in: host)
        Thread.detachNewThread { [listener, weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 { self?.serve(client) }
        }
    }

    /// Ends it; sessions under way go on.
    public func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        _ = Glibc.close(listener)
        try? FileManager.default.removeItem(atPath: host)
    }

    /// Waits of all sessions, but for the one of each login.
    public var roundTrips: Int { counted.withLock { $0.waits.count - $0.sessions } }

    /// How each of them began, those of logins included: what was said after an answer.
    public var waits: [String] { counted.withLock { $0.waits } }

    /// The text of a message, without what is none.
    private static func words(_ sent: ArraySlice<UInt8>) -> String {
        String(decoding: sent.prefix(400).filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
    }

    /// Whether the answer is lost by now.
    public var hasLost: Bool { losing.withLock { $0 == nil } }

    private func isLost(_ sent: ArraySlice<UInt8>) -> Bool {
        losing.withLock { text in
            guard let wanted = text, sent.contains(wanted) else { return false }
            text = nil
            return true
        }
    }

    private func serve(_ client: Int32) {
        guard let upstream = Address.connect(server) else { return shut(client) }
        counted.withLock { $0.sessions += 1 }
        let turn = Turn()
        let peer = Peer(of: client)
        Thread.detachNewThread { [self] in
            Self.pass(from: client, to: upstream) { bytes in
                if isLost(bytes) { turn.lose() }
                if turn.takeAnswered() { counted.withLock { $0.waits.append(Self.words(bytes)) } }
                return true
            }
            shutdown(upstream, Int32(SHUT_WR))
        }
        Thread.detachNewThread { [self] in
            Self.pass(from: upstream, to: client) { _ in
                if turn.isLost { return false }
                usleep(milliseconds * 1000)
                peer?.awaitWaiting()
                turn.answer()
                return true
            }
            shut(client, upstream)
        }
    }

    /// The process at the other end of a socket.
    private struct Peer {
        private let tasks: String

        /// Nil where the system does not show what a process is doing.
        init?(of socket: Int32) {
            // A `struct ucred`: the process, its user, its group.
            var credentials: (pid: pid_t, uid: uid_t, gid: gid_t) = (0, 0, 0)
            var size = socklen_t(MemoryLayout.size(ofValue: credentials))
            guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
            tasks = "/proc/\(credentials.pid)/task"
            guard call(of: "\(credentials.pid)") != nil else { return nil }
        }

        /// Returns once one of its threads waits for an answer, or after ten seconds.
        func awaitWaiting() {
            for _ in 0..<20_000 where !isWaiting { usleep(500) }
        }

        private var isWaiting: Bool {
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
            // A process that has ended waits for nothing.
            return threads.isEmpty
                || threads.contains { thread in
                    guard let call = call(of: thread), call.count > 3 else { return false }
                    return call[0] == Self.poll && !Self.ownLimits.contains(call[3])
                }
        }

        /// The number of the call in which a thread is, and its arguments.
        private func call(of thread: String) -> [Substring]? {
            (try? String(contentsOfFile: "\(tasks)/\(thread)/syscall", encoding: .utf8))?.split(separator: " ")
        }

        /// The number of `poll`, in which libpq waits; on other machines that of `ppoll`, which stands for it there.
        #if arch(x86_64)
            private static let poll: Substring = "7"
        #else
            private static let poll: Substring = "73"
        #endif
        /// Milliseconds of the polls with which the program waits for signals, and only looks.
        private static let ownLimits: Set<Substring> = ["0xc8", "0x0"]
    }

    /// Whether the server has answered since the client last sent; the first to send is the client.
    private final class Turn: Sendable {
        private let isAnswered = Mutex(true)
        private let lost = Atomic(false)

        func lose() { lost.store(true, ordering: .releasing) }
        var isLost: Bool { lost.load(ordering: .acquiring) }

        func answer() { isAnswered.withLock { $0 = true } }
        func takeAnswered() -> Bool {
            isAnswered.withLock { answered in
                defer { answered = false }
                return answered
            }
        }
    }

    private static func pass(from source: Int32, to target: Int32, _ mayPass: (ArraySlice<UInt8>) -> Bool) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(source, &bytes, bytes.count), count > 0 {
            guard mayPass(bytes[..<count]) else { return }
            var sent = 0
            while sent < count {
                let more = bytes[sent..<count].withUnsafeBytes {
                    send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if more <= 0 { return }
                sent += more
            }
        }
    }

    private func shut(_ sockets: Int32...) {
        for one in sockets { shutdown(one, Int32(SHUT_RDWR)) }
    }
}
