/// A dump of pg_dump, `supabase db dump` or Supabase Studio to tables and rows, without copying a value.
///
///     SET ...;  SELECT ...;  -- ...  \restrict ...        passed
///     COPY public.t (a, b) FROM stdin;                    table, then a row a line, then end at `\.`
///     1	x
///     \.
///     INSERT INTO "public"."t" ("a") VALUES (1), ('x');   table, then a row a tuple, then end at `;`
///
/// A step is handed out when it stands in the bytes completely: of one whose end is not there yet nothing remains,
/// and the caller comes again with more bytes behind it.
///
/// A tuple that is no list of values (Studio does not double the apostrophes within array literals) is a broken row;
/// the next one begins where the text looks like the border of two rows.
public struct Scanner {
    /// What a step passed over.
    public enum Event: Equatable, Sendable {
        /// White space, comments, other statements.
        case passed
        /// A table begins: see `table`.
        case table
        /// A row: see `values`.
        case row
        /// A row that cannot be read as values.
        case brokenRow
        /// The table's rows end.
        case end
    }

    /// A step and the bytes it takes, from where the last one ended.
    public struct Step: Sendable {
        public var event: Event
        /// The bytes of a row or statement; what is before it is white space.
        public var start: Int
        public var end: Int
        /// Where the next step begins.
        public var next: Int
        public var line: Int
    }

    enum Place: Equatable { case between, copy, insert }

    public internal(set) var table = DumpTable(name: "", columns: [])
    public internal(set) var values: [Value] = []
    /// Line of the next byte.
    public internal(set) var line = 1
    var place = Place.between
    /// Line on which the table began.
    var tableLine = 1
    var backslashes = Backslashes.plain
    /// Heads of whole dumps whose closing comment is still to come, and the last one's line.
    var openDumps = 0
    var dumpLine = 1
    /// Longest statement or row.
    public let limit: Int

    /// What a backslash is in a string without E.
    enum Backslashes { case plain, escapes }

    public init(limit: Int = 32 << 20) { self.limit = limit }

    /// The next step from `start` on; nil where more bytes are needed, or where there are none any more.
    public mutating func next(
        _ bytes: UnsafeRawBufferPointer, from start: Int, isFinal: Bool
    ) throws(DumpError) -> Step? {
        // What a step changes it changes last, so that one which needs more bytes leaves all as it was.
        var text = Text(bytes: bytes, at: start, isFinal: isFinal)
        do throws(Text.Stop) {
            let step: Step?
            switch place {
            case .copy: step = try copyRow(&text)
            case .insert: step = try tuple(&text)
            case .between: step = try statement(&text)
            }
            if let step {
                line += text.lineBreaks(from: start, to: step.next)
                return step
            }
        } catch {
            switch error {
            case .needsMore where bytes.count - start <= limit: return nil
            case .needsMore: throw .tooLong(part, line: line)
            case .incomplete(let part):
                let first = bytes[start...].firstIndex { !Text.isSpace($0) } ?? start
                let line = line + text.lineBreaks(from: start, to: first)
                switch place {
                case .between: throw .incomplete(part == .row ? .statement : part, line: line)
                case .copy: throw .incomplete(.copy, line: tableLine)
                case .insert: throw .incomplete(.insert, line: tableLine)
                }
            case .fault(let fault): throw fault
            }
        }
        if openDumps > 0 { throw .incomplete(.dump, line: dumpLine) }
        return nil
    }

    private var part: DumpError.Part {
        switch place {
        case .between: .statement
        case .copy, .insert: .row
        }
    }
}

/// The table that rows belong to.
public struct DumpTable: Hashable, Sendable {
    /// `schema.table`; without a schema in the dump it is `public`.
    public var name: String
    /// Columns in the order of the values; empty where the dump does not say.
    public var columns: [String]
}

extension Scanner {
    /// Takes a line of COPY.
    mutating func copyRow(_ text: inout Text) throws(Text.Stop) -> Step? {
        let start = text.at
        guard let lineEnd = try text.find(0x0A) ?? (text.at < text.bytes.count ? text.bytes.count : nil) else {
            throw .incomplete(.copy)
        }
        let next = min(lineEnd + 1, text.bytes.count)
        let end = lineEnd > start && text.bytes[lineEnd - 1] == 0x0D ? lineEnd - 1 : lineEnd
        let isEnd = end - start == 2 && text.bytes[start] == 0x5C && text.bytes[start + 1] == UInt8(ascii: ".")
        if isEnd {
            place = .between
            return Step(event: .end, start: start, end: end, next: next, line: line)
        }
        // A line that nothing ends is the cut end of the file.
        if lineEnd == next { throw .incomplete(.copy) }
        values.removeAll(keepingCapacity: true)
        var from = start
        var form = Value.Form.plain
        var at = start
        while at <= end {
            if at == end || text.bytes[at] == 0x09 {
                let isNull = form == .copy && at - from == 2 && text.bytes[from + 1] == UInt8(ascii: "N")
                values.append(Value(start: from, end: at, form: isNull ? .null : form))
                from = at + 1
                form = .plain
            } else if text.bytes[at] == 0x5C {
                form = .copy
                // What is escaped is no border, be it a tab.
                if at + 1 < end { at += 1 }
            }
            at += 1
        }
        return Step(event: .row, start: start, end: end, next: next, line: line)
    }

    /// Takes a tuple of INSERT, or its end.
    mutating func tuple(_ text: inout Text) throws(Text.Stop) -> Step? {
        let from = text.at
        try text.skipSpace()
        if try text.peek() == UInt8(ascii: ",") {
            text.at += 1
            try text.skipSpace()
        }
        let start = text.at
        let line = line + text.lineBreaks(from: from, to: start)
        guard let first = try text.peek() else { throw .incomplete(.insert) }
        if first != UInt8(ascii: "("), first != UInt8(ascii: "'") {
            // The semicolon, or ON CONFLICT ... up to it.
            while let byte = try text.peek(), byte != UInt8(ascii: ";") {
                text.at += 1
                if byte == UInt8(ascii: "'") { _ = try text.string(backslashes) }
            }
            guard try text.peek() != nil else { throw .incomplete(.insert) }
            text.at += 1
            place = .between
            return Step(event: .end, start: start, end: text.at, next: text.at, line: line)
        }
        if try takeTuple(&text) {
            return Step(event: .row, start: start, end: text.at, next: text.at, line: line)
        }
        guard let end = try border(text, after: start) else { throw .incomplete(.insert) }
        values.removeAll(keepingCapacity: true)
        return Step(event: .brokenRow, start: start, end: end, next: end, line: line)
    }

    /// Takes the values between brackets; false where that is not what stands there.
    private mutating func takeTuple(_ text: inout Text) throws(Text.Stop) -> Bool {
        values.removeAll(keepingCapacity: true)
        guard try text.take(UInt8(ascii: "(")) else { return false }
        while let value = try text.value(backslashes) {
            values.append(value)
            guard let byte = try text.peek() else { throw .incomplete(.row) }
            text.at += 1
            if byte == UInt8(ascii: ")") {
                // A border of rows follows, or there was a bracket in a text.
                var after = text
                try after.skipSpace()
                guard let next = try after.peek() else { return true }
                return next == UInt8(ascii: ",") || next == UInt8(ascii: ";") || Text.isWord(next)
            }
            guard byte == UInt8(ascii: ",") else { return false }
            try text.skipSpace()
        }
        if try text.peek() == nil { throw .incomplete(.row) }
        return false
    }

    /// Where a row that cannot be read ends: at a bracket that closes the first one outside of quotes, at one that looks so
    /// where apostrophes are not doubled (`'), ('`, `1),(2`, `null);` and a line break), or where the next statement begins.
    private func border(_ text: Text, after start: Int) throws(Text.Stop) -> Int? {
        var text = text
        text.at = start
        var depth = 0
        var isQuoted = false
        while let byte = try text.peek() {
            text.at += 1
            switch byte {
            case UInt8(ascii: "'"): isQuoted.toggle()
            case UInt8(ascii: "(") where !isQuoted: depth += 1
            case UInt8(ascii: ")"):
                if !isQuoted { depth -= 1 }
                let before = text.bytes[text.at - 2]
                let looksSo = before == UInt8(ascii: "'") || before == UInt8(ascii: "]") || Text.isWord(before)
                if try isEnd(text, closes: depth == 0 && !isQuoted, looksSo: looksSo) { return text.at }
            default: break
            }
        }
        return nil
    }

    /// Whether a row or its statement ends behind a bracket, by what follows; comments are none here, since this may be a text.
    private func isEnd(_ text: Text, closes: Bool, looksSo: Bool) throws(Text.Stop) -> Bool {
        var after = text
        try after.skipBlanks()
        switch try after.peek() {
        case UInt8(ascii: ",") where closes || looksSo:
            after.at += 1
            try after.skipBlanks()
            guard try after.peek() == UInt8(ascii: "(") else { return false }
            after.at += 1
            try after.skipBlanks()
            guard let value = try after.peek() else { return false }
            return value == UInt8(ascii: "'") || value == UInt8(ascii: "-") || Text.isWord(value)
        case UInt8(ascii: ";"):
            after.at += 1
            let start = after.at
            try after.skipBlanks()
            let isLine = text.bytes[start..<after.at].contains { $0 == 0x0A || $0 == 0x0D }
            if try after.peek() == nil || isLine && (closes || looksSo) { return true }
            // In one line another statement is hardly known from a text.
            return try after.begins(isLine ? Self.statements : closes || looksSo ? ["insert into "] : [])
        case UInt8(ascii: "O"), UInt8(ascii: "o"):
            guard closes || looksSo else { return false }
            return try after.begins(["on conflict do ", "on conflict (", "on conflict(", "on conflict on "])
        default: return false
        }
    }

    /// What comes after the rows of a table in a dump.
    private static let statements: [StaticString] = [
        "--", "/*", "\\", "insert into ", "copy ", "select pg_catalog.", "set ", "alter ", "create ", "update ",
        "delete from ",
        "commit", "begin",
    ]
}

extension Text {
    fileprivate mutating func skipBlanks() throws(Stop) {
        while let byte = try peek(), Self.isSpace(byte) { at += 1 }
    }

    /// Whether one of these comes next, whatever its case and its blanks.
    fileprivate func begins(_ names: [StaticString]) throws(Stop) -> Bool {
        next: for name in names {
            var ahead = 0
            for letter in UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount) {
                guard let byte = try peek(ahead) else { continue next }
                let isLetter = (0x61...0x7A).contains(letter)
                guard letter == 0x20 ? Self.isSpace(byte) : (isLetter ? byte | 0x20 : byte) == letter else {
                    continue next
                }
                ahead += 1
                while letter == 0x20, let blank = try peek(ahead), Self.isSpace(blank) { ahead += 1 }
            }
            return true
        }
        return false
    }
}
