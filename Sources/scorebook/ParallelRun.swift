import Command
import Glibc
import Importing
import Reporting

/// `run --jobs N`: the groups of a plan, handed out to N processes of `exec`, and the end of the run.
///
/// ```
/// plan-units -> groups -> exec \
///                      -> exec  > answers -> finish -> report
/// ```
///
/// A process that ends by a signal is tried again, a line at a time; a line that ends it a second time is given up.
final class ParallelRun {
    private let words: [String]
    private let hooks: Session.Hooks
    private var waiting: [Batch]
    private var workers: [Worker] = []
    /// How the first process ended that could not go on.
    private(set) var failure: Int32?
    /// Lines that have ended their process twice, by number.
    private(set) var crashed: Set<Int> = []

    /// Lines for one process.
    private struct Batch {
        var lines: [UnitLine]
        /// Whether an earlier process has ended over them.
        var isSecond = false
    }

    private final class Worker {
        let child: ChildProcess
        var batch: Batch?
        /// Numbers of lines that were handed out and are not answered.
        var open: [Int] = []
        /// The line of the last answer, where it was about an entry: more of its archive may come.
        var archive: Int?

        init(_ child: ChildProcess) { self.child = child }
    }

    /// - Parameter words: the command line of a process.
    init(_ lines: [UnitLine], words: [String], hooks: Session.Hooks) {
        self.words = words
        self.hooks = hooks
        var groups: [Batch] = []
        for line in lines {
            if groups.last?.lines.last?.group == line.group {
                groups[groups.count - 1].lines.append(line)
            } else {
                groups.append(Batch(lines: [line]))
            }
        }
        waiting = groups.reversed()
        hooks.progress.expect(bytes: lines.reduce(0) { $0 + $1.bytes })
    }

    /// Loads all groups, or as many as there is time for until it is stopped.
    func load(_ count: Int) {
        var bytes: [Int: Int] = [:]
        for batch in waiting { for line in batch.lines { bytes[line.number] = line.bytes } }
        for _ in 0..<min(count, waiting.count) { start() }
        var isStopped = false
        while !workers.isEmpty {
            if hooks.shouldStop(), !isStopped {
                isStopped = true
                waiting = []
                for worker in workers { worker.child.stop() }
            }
            var polled = workers.map { pollfd(fd: $0.child.output, events: Int16(POLLIN), revents: 0) }
            polled += workers.map {
                pollfd(fd: $0.child.hasUnwritten ? $0.child.input : -1, events: Int16(POLLOUT), revents: 0)
            }
            guard poll(&polled, nfds_t(polled.count), 100) > 0 else {
                hooks.tick()
                continue
            }
            for worker in workers { worker.child.pump() }
            for (worker, found) in zip(workers, polled) where found.revents != 0 {
                guard let lines = worker.child.readLines() else {
                    end(worker)
                    continue
                }
                for text in lines {
                    guard let answer = JSONValue(reading: text), let number = answer["n"]?.integer else { continue }
                    worker.open.removeAll { $0 == number }
                    worker.archive = answer["source"]?.text?.contains("!") == true ? number : nil
                    hooks.progress.add(
                        bytes: bytes.removeValue(forKey: number) ?? 0,
                        records: answer["ledger"]?["read"]?.integer ?? 0)
                }
                handOut(worker)
            }
            hooks.tick()
        }
    }

    private func start() {
        guard let child = ChildProcess(words) else {
            failure = failure ?? ExitCode.temporary.rawValue
            return
        }
        let worker = Worker(child)
        workers.append(worker)
        handOut(worker)
    }

    /// Gives a process its next lines once it has answered; at the end the word that no more come.
    ///
    /// An archive has an answer for each entry: its line counts as answered with the first, and what comes next waits in
    /// the pipe.
    private func handOut(_ worker: Worker) {
        guard worker.open.isEmpty else { return }
        if worker.batch == nil || worker.batch?.lines.isEmpty == true {
            guard failure == nil, let next = waiting.popLast() else { return worker.child.endInput() }
            worker.batch = next
        }
        guard var batch = worker.batch else { return }
        let count = batch.isSecond ? 1 : batch.lines.count
        let lines = batch.lines.prefix(count)
        worker.open = lines.map(\.number)
        batch.lines.removeFirst(count)
        worker.batch = batch
        handed[worker.child.process, default: []] += lines
        worker.child.write(lines.map { $0.json.line + "\n" }.joined())
    }

    /// What each process was given, for those that end before their time.
    private var handed: [pid_t: [UnitLine]] = [:]

    private func end(_ worker: Worker) {
        let end = worker.child.wait()
        workers.removeAll { $0 === worker }
        let given = handed.removeValue(forKey: worker.child.process) ?? []
        var left =
            given.filter { worker.open.contains($0.number) || $0.number == worker.archive }
            + (worker.batch?.lines ?? [])
        switch end {
        case .code(0): break
        case .code(let code):
            if !hooks.shouldStop() { failure = failure ?? code }
            waiting = []
        case .signal:
            guard !hooks.shouldStop(), failure == nil else { return }
            if worker.batch?.isSecond == true, let first = left.first {
                crashed.insert(first.number)
                left.removeFirst()
            }
            if !left.isEmpty { waiting.append(Batch(lines: left, isSecond: true)) }
        }
        if !waiting.isEmpty { start() }
    }
}
