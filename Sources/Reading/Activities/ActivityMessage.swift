/// One message of an activity's file: its kind, and its cells by the names of columns, `session/start_time`.
struct ActivityMessage {
    var kind: String
    var cells: [String: String] = [:]
    /// Where it begins in the source.
    var offset: Int
    var line = 1

    init(_ kind: String, offset: Int, line: Int = 1) {
        (self.kind, self.offset, self.line) = (kind, offset, line)
    }

    subscript(field: String) -> String? {
        get { cells["\(kind)/\(field)"] }
        set { cells["\(kind)/\(field)"] = newValue }
    }
}

/// What has been read of a source and is not in a batch yet.
///
///     source:  file_id  record record lap record ... lap session activity
///     records: record record record ...           session  lap  lap        at the end of the file
///
/// Records of a time go through. Sessions and laps wait for the end of their file: a lap is given with its session's
/// cells, wherever in the file that stands, and with those of the messages that say something of the whole file.
struct ActivityQueue {
    /// A record with the cells that are asked for.
    struct Row {
        var cells: [String?]
        var offset: Int
        var line: Int
    }

    /// Kinds of which a file has one, or whose last one counts.
    static let ofFile: Set = ["file_id", "activity", "sport"]
    /// Kinds that belong to a session.
    private static let ofSession: Set = ["lap", "set"]
    /// Sessions, laps and sets of one file: days of laps of a second.
    static let most = 200_000

    private let columns: [String]
    private let kinds: Set<String>
    private(set) var rows: [Row] = []
    private var taken = 0
    private var file: [String: String] = [:]
    private var sessions: [ActivityMessage] = []
    private var parts: [ActivityMessage] = []
    /// Records that were given out, by kind.
    private(set) var counts: [String: Int] = [:]
    /// What the last file says that it is.
    private(set) var fileType: String?

    /// - Parameters:
    ///   - columns: those that are asked for, in their order.
    ///   - kinds: those of records; empty: all.
    init(columns: [String], kinds: [String]) {
        self.columns = columns
        self.kinds = Set(kinds)
    }

    var isEmpty: Bool { taken == rows.count }

    mutating func add(_ message: ActivityMessage) throws(ReadError) {
        if Self.ofFile.contains(message.kind) {
            file.merge(message.cells) { $1 }
            if let type = message.cells["file_id/type"] { fileType = type }
            return
        }
        guard message.kind == "session" || Self.ofSession.contains(message.kind) else {
            return give(message)
        }
        guard sessions.count + parts.count < Self.most else { throw .activity(.tooManyLaps(limit: Self.most)) }
        if message.kind == "session" { sessions.append(message) } else { parts.append(message) }
    }

    /// Gives out what waits for the end of its file.
    mutating func endFile() {
        var ofSessions: [[ActivityMessage]] = Array(repeating: [], count: sessions.count)
        for var part in parts {
            guard let session = session(of: part) else {
                give(part)
                continue
            }
            part.cells.merge(sessions[session].cells) { own, _ in own }
            ofSessions[session].append(part)
        }
        for (session, parts) in zip(sessions, ofSessions) {
            give(session)
            parts.forEach { give($0) }
        }
        (sessions, parts, file) = ([], [], [:])
    }

    /// The session that a lap or set belongs to: the one that counts it, else the one in which it began.
    private func session(of part: ActivityMessage) -> Int? {
        guard sessions.count > 1 else { return sessions.indices.first }
        if part.kind == "lap", let number = part["message_index"].flatMap({ Int($0) }) {
            let found = sessions.firstIndex { session in
                guard let first = session["first_lap_index"].flatMap({ Int($0) }),
                    let count = session["num_laps"].flatMap({ Int($0) })
                else { return false }
                return number >= first && number < first + count
            }
            if let found { return found }
        }
        // ISO 8601 in UTC orders as text.
        guard let start = part["start_time"] else { return 0 }
        return sessions.lastIndex { ($0["start_time"] ?? "") <= start } ?? 0
    }

    private mutating func give(_ message: ActivityMessage) {
        guard kinds.isEmpty || kinds.contains(message.kind) else { return }
        counts[message.kind, default: 0] += 1
        let cells = columns.map { column in
            column == ActivityReader.kindColumn ? message.kind : message.cells[column] ?? file[column]
        }
        rows.append(Row(cells: cells, offset: message.offset, line: message.line))
    }

    /// The next record, taken out.
    mutating func next() -> Row? {
        guard taken < rows.count else {
            rows.removeAll(keepingCapacity: true)
            taken = 0
            return nil
        }
        taken += 1
        return rows[taken - 1]
    }
}
