import Command
import Filing
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
/// A file that ends the process which reads it is the matter of `exec`. A killed `exec` ends the run.
final class ParallelRun {
    private let words: [String]
    private let hooks: Session.Hooks
    private let inProgress: FilesInProgress?
    /// Groups of lines, the first one last.
    private var waiting: [[UnitLine]]
    private var workers: [Worker] = []
    /// How the first process ended that could not go on.
    private(set) var failure: Int32?
    /// Whether no group is handed out any more: the run is stopped, or a process could not go on.
    private var isEnding = false

    private final class Worker {
        let child: ChildProcess
        /// Lines of its group that it has not got yet.
        var group: ArraySlice<UnitLine> = []
        /// Lines of owners with a file that takes long: they come after all other groups.
        var late: [UnitLine] = []
        var open = OpenLines()

        init(_ child: ChildProcess) { self.child = child }
    }

    /// - Parameter words: the command line of a process.
    init(_ lines: [UnitLine], words: [String], _ inProgress: FilesInProgress?, hooks: Session.Hooks) {
        self.words = words
        self.inProgress = inProgress
        self.hooks = hooks
        var groups: [[UnitLine]] = []
        let isHurried = Set(lines.map(\.owner)).count > 1
        for var line in lines {
            line.isHurried = isHurried
            if groups.last?.last?.group == line.group {
                groups[groups.count - 1].append(line)
            } else {
                groups.append([line])
            }
        }
        waiting = groups.reversed()
        hooks.progress.expect(bytes: lines.reduce(0) { $0 + $1.bytes })
    }

    /// Loads all groups, or as many as there is time for until it is stopped.
    func load(_ count: Int) {
        var lines: [Int: UnitLine] = [:]
        for line in waiting.joined() { lines[line.number] = line }
        for _ in 0..<min(count, waiting.count) { start() }
        var isStopped = false
        while !workers.isEmpty {
            if hooks.shouldStop(), !isStopped {
                (isStopped, isEnding) = (true, true)
                for worker in workers { worker.child.stop() }
            }
            var polled = workers.map { pollfd(fd: $0.child.output.descriptor, events: Int16(POLLIN), revents: 0) }
            polled += workers.map {
                pollfd(fd: $0.child.hasUnwritten ? $0.child.input : -1, events: Int16(POLLOUT), revents: 0)
            }
            guard poll(&polled, nfds_t(polled.count), 100) > 0 else {
                hooks.tick()
                continue
            }
            for worker in workers { worker.child.pump() }
            for (worker, found) in zip(workers, polled) where found.revents != 0 {
                guard let answers = worker.child.output.readLines() else {
                    end(worker)
                    continue
                }
                for text in answers {
                    guard let answer = JSONValue(reading: text), let number = worker.open.remove(answered: answer)
                    else { continue }
                    if answer["status"] == .text("late") {
                        lines[number]?.isHurried = false
                        worker.late += lines[number].map { [$0] } ?? []
                        continue
                    }
                    hooks.progress.add(
                        bytes: lines.removeValue(forKey: number)?.bytes ?? 0,
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
            isEnding = true
            return
        }
        let worker = Worker(child)
        workers.append(worker)
        handOut(worker)
    }

    /// Gives a process its next lines, as many as it may have at a time; at the end the word that no more come.
    private func handOut(_ worker: Worker) {
        if worker.open.isEmpty, worker.group.isEmpty {
            if !worker.late.isEmpty { waiting.insert(worker.late, at: 0) }
            worker.late = []
            guard !isEnding, let next = waiting.popLast() else { return worker.child.endInput() }
            worker.group = next[...]
        }
        var lines: [UnitLine] = []
        while let next = worker.group.first, worker.open.hasRoom(for: next) {
            lines.append(next)
            worker.open.add(next)
            worker.group.removeFirst()
        }
        inProgress?.replace(with: workers.flatMap { $0.open.all.map(\.path) })
        worker.child.write(lines.map { $0.json.line + "\n" }.joined())
    }

    private func end(_ worker: Worker) {
        workers.removeAll { $0 === worker }
        switch worker.child.wait() {
        case .code(0): break
        case .code(let code):
            if !hooks.shouldStop() { failure = failure ?? code }
            isEnding = true
        // The end of the run counts the files that no process has loaded.
        case .signal: isEnding = true
        }
        if !isEnding, !waiting.isEmpty { start() }
    }
}
