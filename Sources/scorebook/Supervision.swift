import Command
import Glibc
import Importing
import Reporting

/// `exec` as an engine starts it: a process of its own loads the lines, and another one after a signal has ended that.
///
/// ```
/// lines -> exec -> process that loads -> answers
///            |      ended by a signal with
///            |-> several files in progress: each is given singly
///            |-> one file in progress:      it is given to a process of its own
///            `-> one file that it had got:  it is given once more, with the signal, to be refused and not read
/// ```
///
/// This process opens no file, so none can end it.
final class Supervision {
    private let input: LineInput
    private let words: [String]
    private let hooks: Session.Hooks
    /// Writes an answer; false where nobody reads it any more.
    private let answer: (String) -> Bool
    private var waiting: [UnitLine] = []
    private var isAtEnd = false
    private var lineNumber = 0
    private var child: ChildProcess?
    private var open = OpenLines()
    /// Whether the process has got a line.
    private var isUsed = false
    /// Whether it has got the only one that it gets.
    private var isFull = false

    /// Lines that are read ahead.
    private static let most = 256

    /// - Parameter words: the command line of a process that loads.
    init(_ input: LineInput, words: [String], hooks: Session.Hooks, answer: @escaping (String) -> Bool) {
        self.input = input
        self.words = words
        self.hooks = hooks
        self.answer = answer
    }

    /// Loads all lines; the exit code, or nil where a signal has stopped it.
    func run() throws -> ExitCode? {
        while true {
            if hooks.shouldStop() {
                stop()
                return nil
            }
            if child == nil, !waiting.isEmpty {
                guard let started = ChildProcess(words) else { return .temporary }
                (child, open, isUsed, isFull) = (started, OpenLines(), false, false)
            }
            if child == nil, isAtEnd { return .success }
            handOut()
            var polled = [
                pollfd(
                    fd: isAtEnd || waiting.count >= Self.most ? -1 : input.descriptor, events: Int16(POLLIN),
                    revents: 0),
                pollfd(fd: child?.output.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: child?.hasUnwritten == true ? child?.input ?? -1 : -1, events: Int16(POLLOUT), revents: 0),
            ]
            guard poll(&polled, nfds_t(polled.count), 100) > 0 else { continue }
            child?.pump()
            if polled[0].revents != 0 { try readLines() }
            if polled[1].revents != 0, let child, let code = takeAnswers(of: child) { return code }
        }
    }

    private func readLines() throws {
        guard let lines = input.readLines() else {
            isAtEnd = true
            return
        }
        for text in lines {
            lineNumber += 1
            guard text.contains(where: { $0 != 0x20 && $0 != 0x0D }) else { continue }
            do { waiting.append(try UnitLine(reading: text)) } catch let fault as UnitLine.Fault {
                stop()
                throw RunEnd.configuration("line \(lineNumber) of the units: \(fault.message)")
            }
        }
    }

    private func handOut() {
        guard let child else { return }
        while let next = waiting.first {
            let isAlone = next.trial == .alone || next.signal != nil
            guard !isFull, !isAlone || !isUsed else { return child.endInput() }
            guard open.hasRoom(for: next) else { return }
            waiting.removeFirst()
            open.add(next)
            (isUsed, isFull) = (true, isAlone)
            child.write(next.json.line + "\n")
        }
        if isFull || isAtEnd { child.endInput() }
    }

    /// - Returns: the code, where it cannot go on.
    private func takeAnswers(of child: ChildProcess) -> ExitCode? {
        guard let lines = child.output.readLines() else { return end(child) }
        for text in lines {
            // What a process has written half before it ended is no answer.
            guard let answer = JSONValue(reading: text), open.remove(answered: answer) != nil else { continue }
            guard self.answer(String(decoding: text, as: UTF8.self) + "\n") else {
                stop()
                return .temporary
            }
        }
        return nil
    }

    private func end(_ child: ChildProcess) -> ExitCode? {
        let end = child.wait()
        self.child = nil
        switch end {
        case .code(0): return nil
        case .code(let code): return ExitCode(rawValue: code) ?? .software
        case .signal(let signal):
            let left = open.all
            waiting.insert(contentsOf: left.enumerated().compactMap { onTrial($1, $0, of: left, signal) }, at: 0)
            return nil
        }
    }

    /// The next trial of a line that was in progress when a signal ended the process; nil where there is none left.
    private func onTrial(_ line: UnitLine, _ place: Int, of left: [UnitLine], _ signal: Int32) -> UnitLine? {
        // Not even its refusal could be written.
        guard line.signal == nil else { return nil }
        var line = line
        if isFull {
            line.signal = Int(signal)
        } else if left.count == 1 || line.trial == .single && place == 0 {
            line.trial = .alone
        } else {
            line.trial = .single
        }
        return line
    }

    /// Ends the process and waits for it: what it was loading is rolled back.
    private func stop() {
        guard let child else { return }
        child.stop()
        while let lines = child.output.readLines() {
            for text in lines where JSONValue(reading: text) != nil {
                _ = answer(String(decoding: text, as: UTF8.self) + "\n")
            }
        }
        _ = child.wait()
        self.child = nil
    }
}
