internal import Synchronization

/// What a command is doing with the file at hand.
public enum Phase: Int, Sendable {
    case reading
    case comparing
    case writing
    case undoing
    case removing

    /// `comparing rows with the database`
    var words: String {
        switch self {
        case .reading: "reading"
        case .comparing: "comparing rows with the database"
        case .writing: "writing rows and summaries"
        case .undoing: "undoing rows"
        case .removing: "removing rows"
        }
    }
}

/// Counts of work under way, written by the threads that do it and read by the one that shows it.
public final class Progress: Sendable {
    private let bytes = Atomic<Int>(0)
    private let records = Atomic<Int>(0)
    private let totalBytes: Atomic<Int>
    private let pictures = Atomic<Int>(0)
    private let totalPictures = Atomic<Int>(0)
    private let phase = Atomic<Int>(Phase.reading.rawValue)

    /// `totalBytes`: what there is to read; zero where it is not known (standard input).
    public init(totalBytes: Int = 0) {
        self.totalBytes = Atomic(totalBytes)
    }

    /// Adds what one thread has done since it last said so.
    public func add(bytes: Int, records: Int) {
        self.bytes.wrappingAdd(bytes, ordering: .relaxed)
        self.records.wrappingAdd(records, ordering: .relaxed)
    }

    /// Adds to what there is to read, as when an archive turns out larger than its file.
    public func expect(bytes: Int) {
        totalBytes.wrappingAdd(bytes, ordering: .relaxed)
    }

    /// Begins a phase.
    public func begin(_ phase: Phase) { self.phase.store(phase.rawValue, ordering: .relaxed) }

    /// Adds pictures that one thread has looked at.
    public func add(pictures: Int) { self.pictures.wrappingAdd(pictures, ordering: .relaxed) }

    /// Adds to the pictures there are to look at.
    public func expect(pictures: Int) { totalPictures.wrappingAdd(pictures, ordering: .relaxed) }

    /// The counts as they stand now.
    public var counts: Counts {
        Counts(
            bytes: bytes.load(ordering: .relaxed), totalBytes: totalBytes.load(ordering: .relaxed),
            records: records.load(ordering: .relaxed), pictures: pictures.load(ordering: .relaxed),
            totalPictures: totalPictures.load(ordering: .relaxed),
            phase: Phase(rawValue: phase.load(ordering: .relaxed)) ?? .reading)
    }

    /// One reading of the counts.
    public struct Counts: Equatable, Sendable {
        public var bytes: Int
        public var totalBytes: Int
        public var records: Int
        /// Pictures of photos that were looked at, and those that wait for it.
        public var pictures: Int
        public var totalPictures: Int
        public var phase: Phase

        public init(
            bytes: Int, totalBytes: Int, records: Int, pictures: Int = 0, totalPictures: Int = 0,
            phase: Phase = .reading
        ) {
            self.phase = phase
            self.bytes = bytes
            self.totalBytes = totalBytes
            self.records = records
            self.pictures = pictures
            self.totalPictures = totalPictures
        }
    }
}

/// Turns counts into what is written to stderr, and says when: a pure function of counts and clock.
///
/// On a terminal one line is redrawn five times a second; elsewhere a line is written every ten seconds; with `-q`
/// nothing is.
public struct ProgressMeter: Sendable {
    /// How progress is shown.
    public enum Style: Equatable, Sendable {
        case silent
        case redrawnLine
        case lines
    }

    private let style: Style
    private let terminal: Terminal
    private var start: Double?
    private var lastWritten: Double
    private var hasLine = false
    private var phase = Phase.reading

    /// `terminal` is that of stderr.
    public init(_ style: Style, on terminal: Terminal) {
        self.style = style
        self.terminal = terminal
        lastWritten = 0
    }

    /// The style that fits `terminal`.
    public static func style(for terminal: Terminal, isQuiet: Bool) -> Style {
        if isQuiet { return .silent }
        return terminal.isInteractive ? .redrawnLine : .lines
    }

    /// What to write at `now` (seconds of a steady clock); nil where nothing is due.
    public mutating func tick(_ counts: Progress.Counts, at now: Double) -> String? {
        let isIdle =
            counts.phase == .reading && counts.bytes == 0 && counts.totalBytes == 0 && counts.totalPictures == 0
        guard style != .silent, !isIdle else { return nil }
        guard let start else {
            self.start = now
            lastWritten = now
            return nil
        }
        let interval = style == .redrawnLine ? 0.2 : 10
        // The server is silent while it works: what it works on shows at once.
        let isOther = counts.phase != phase && style == .redrawnLine && now - start >= 1
        guard now - lastWritten >= interval || isOther else { return nil }
        phase = counts.phase
        lastWritten = now
        let line = words(counts, seconds: now - start)
        guard style == .redrawnLine else { return line + "\n" }
        hasLine = true
        return "\r" + line + "\u{1B}[K"
    }

    /// What to write so that other text can follow: takes the redrawn line away.
    public mutating func clear() -> String? {
        guard hasLine else { return nil }
        hasLine = false
        return "\r\u{1B}[K"
    }

    /// The parts that fit the line, the first before the others.
    private func words(_ counts: Progress.Counts, seconds: Double) -> String {
        let room = style == .redrawnLine ? (terminal.width ?? 80) - 1 : .max
        var line = ""
        for part in parts(counts, seconds: seconds) {
            let longer = line.isEmpty ? part : line + "  " + part
            guard longer.columns <= room else { break }
            line = longer
        }
        return line
    }

    private func parts(_ counts: Progress.Counts, seconds: Double) -> [String] {
        if counts.phase == .removing { return [counts.phase.words] }
        var parts: [String] = []
        let isKnown = counts.totalBytes > 0
        // What is read twice counts once.
        let bytes = isKnown ? min(counts.bytes, counts.totalBytes) : counts.bytes
        let share = isKnown ? Double(bytes) / Double(counts.totalBytes) : 0
        if isKnown, style == .redrawnLine { parts.append(Plot.gauge(share, width: 10)) }
        if counts.phase != .reading { parts.append(counts.phase.words) }
        if isKnown { parts.append("\(Int(share * 100))%") }
        parts.append(bytes.asBytes + (isKnown ? " of \(counts.totalBytes.asBytes)" : ""))
        if counts.phase == .undoing { return parts }
        if counts.records > 0 {
            // While the server works no records are read.
            let rate = seconds > 0 ? Int(Double(counts.records) / seconds) : 0
            let isReading = counts.phase == .reading
            parts.append(counts.records.of("record") + (isReading ? ", \(rate.grouped)/s" : ""))
        }
        if counts.totalPictures > 0 {
            let pictures = seconds > 0 ? Double(counts.pictures) / seconds : 0
            parts.append(
                "\(counts.pictures.grouped) of \(counts.totalPictures.grouped) pictures, \(pictures.asRate)/s")
            if share == 1 || !isKnown, pictures > 0, counts.pictures < counts.totalPictures {
                parts.append("\((Double(counts.totalPictures - counts.pictures) / pictures).asSeconds) left")
            }
        }
        // How long the server takes for the rest is not known before.
        if isKnown, share > 0.01, share < 1, counts.phase == .reading {
            parts.append("\((seconds / share * (1 - share)).asSeconds) left")
        }
        return parts
    }
}
