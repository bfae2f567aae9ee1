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
