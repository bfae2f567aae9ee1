internal import Glibc
internal import Synchronization

/// Where the command writes: results to stdout, narration to stderr, nothing to anywhere else.
///
/// Safe to use from several threads; each text is written whole. Progress stands on the last line of stderr and
/// makes room for other text.
public final class Console: Sendable {
    /// What is said beside the results.
    public enum Verbosity: Sendable {
        case quiet
        case normal
        case detailed
    }

    public let output: Terminal
    public let errors: Terminal
    public let verbosity: Verbosity
    public let logForm: LogLine.Form
    private let descriptors: (output: Int32, errors: Int32)
    private let state: Mutex<State>

    private struct State {
        var meter: ProgressMeter
        var hasFailed = false
        /// The run that messages belong to.
        var run: String?
    }

    /// Over two open files, for tests over others than 1 and 2.
    public init(
        output: Int32 = 1, errors: Int32 = 2, environment: [String: String], verbosity: Verbosity = .normal,
        logForm: LogLine.Form = .text, colours: Terminal.Colours = .auto
    ) {
        descriptors = (output, errors)
        self.output = Terminal(descriptor: output, environment: environment, colours: colours)
        let terminal = Terminal(descriptor: errors, environment: environment, colours: colours)
        self.errors = terminal
        self.verbosity = verbosity
        self.logForm = logForm
        let style = ProgressMeter.style(for: terminal, isQuiet: verbosity == .quiet || logForm == .json)
        state = Mutex(State(meter: ProgressMeter(style, on: terminal)))
    }

    /// Writes a result to stdout.
    public func write(_ text: String) {
        var text = text
        text.withUTF8 { write(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Writes a part of a result to stdout.
    public func write(bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            if let clearing = state.meter.clear() { _ = Self.put(clearing, descriptors.errors) }
            guard !state.hasFailed else { return }
            state.hasFailed = !Self.put(bytes, descriptors.output)
        }
    }

    /// Writes a list in the form asked for.
    public func write(_ list: Listing, as form: OutputForm) {
        write(list.text(as: form, for: output))
    }

    /// Whether stdout has refused a text (a full disk), other than by going away (`| head`).
    public var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// Prints a line on stderr, not with `-q`; `text` is the program's own wording with its parts escaped.
    public func narrate(_ text: String) {
        guard verbosity != .quiet else { return }
        guard logForm == .text else {
            return say(.info, text)
        }
        // What is indented is a table or a command to copy.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.hasPrefix(" ") ? [String(line)] : String(line).wrapped(to: errors.width ?? .max)
        }
        say(lines.joined(separator: "\n") + "\n")
    }

    /// Prints an error on stderr: what is wrong, and what to do next.
    public func complain(_ message: String, hint: String? = nil) {
        if logForm == .json { return say(.error, message, hint: hint) }
        let label = "scorebook:"
        let lines = "\(label) \(message.escapedForTerminal)".wrapped(to: errors.width ?? .max)
        var text = errors.paint(label, .bad) + (lines.first ?? label).dropFirst(label.count) + "\n"
        for line in lines.dropFirst() { text += "\(line)\n" }
        if let hint {
            // What is indented is a table or a command to copy.
            let lines = hint.split(separator: "\n").flatMap { line in
                line.hasPrefix(" ") ? [String(line)] : String(line).wrapped(to: (errors.width ?? 100) - 4)
            }
            for line in lines { text += "  \(line.escapedForTerminal)\n" }
        }
        say(text)
    }

    /// From now on messages of the JSON log have the id of this run.
    public func belong(to run: String) { state.withLock { $0.run = run } }

    /// A message as a line of the JSON log.
    private func say(_ level: LogLine.Level, _ message: String, hint: String? = nil) {
        let run = state.withLock { $0.run }
        var members: [JSONValue.Member] = [
            .init("time", .text(Self.now())), .init("level", .text(level.rawValue)),
            .init("event", .text(LogLine.Event.message.rawValue)), .init("run", .optional(run)),
            .init("message", .text(message)),
        ]
        if let hint { members.append(.init("hint", .text(hint))) }
        say(JSONValue.object(members).line + "\n")
    }

    /// Logs a line; details with `-v` only, and with `-q` only what is wrong.
    public func log(_ line: LogLine) {
        switch (line.level, verbosity) {
        case (.detail, .quiet), (.detail, .normal), (.info, .quiet): return
        default: say(line.text(as: logForm, time: Self.now(), for: errors))
        }
    }

    /// Shows progress where it is due; call it some times a second from any one thread.
    public func tick(_ progress: Progress) {
        let now = Self.steadySeconds()
        state.withLock { state in
            if let text = state.meter.tick(progress.counts, at: now) { _ = Self.put(text, descriptors.errors) }
        }
    }

    /// Takes the progress line away.
    public func clearProgress() {
        state.withLock { state in
            if let text = state.meter.clear() { _ = Self.put(text, descriptors.errors) }
        }
    }

    /// Writes to stderr what is no message: a question, a table beside a result on stdout.
    public func say(_ text: String) {
        state.withLock { state in _ = Self.put((state.meter.clear() ?? "") + text, descriptors.errors) }
    }

    /// Writes all of it; true as well where the reader has gone away, which is the reader's right.
    private static func put(_ text: String, _ descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { put(UnsafeRawBufferPointer($0), descriptor) }
    }

    private static func put(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if written < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                return errno == EPIPE
            }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        }
        return true
    }

    static func steadySeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// UTC with milliseconds.
    private static func now() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var parts = tm()
        gmtime_r(&time.tv_sec, &parts)
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let milliseconds = String(time.tv_nsec / 1_000_000 + 1000).dropFirst()
        let date = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return "\(date)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(milliseconds)Z"
    }
}

/// How a list or report is written: `-o table|json|jsonl|csv`, reports of `run`, `validate` and `plan` also `github`, datasets also
/// as contracts for other programs, exports also `pdf`.
public enum OutputForm: String, CaseIterable, Sendable {
    case table
    case json
    case jsonl
    case csv
    case github
    case pdf
    /// Table Schema in a Data Package.
    case frictionless
    /// JSON Schema.
    case jsonschema

    /// Those that every list has.
    public static let ofLists: [OutputForm] = [.table, .json, .jsonl, .csv]
}
