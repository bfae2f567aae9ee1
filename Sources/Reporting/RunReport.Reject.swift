public import Records

extension RunReport {
    /// One defect of one record, worded.
    public struct Reject: Equatable, Sendable {
        public var source: String
        public var position: Position
        /// Offset of the defect where it is known, else of the record.
        public var byteOffset: Int
        /// The file's own column; empty where none is known.
        public var column: String
        public var field: String
        public var code: Defect.Code
        public var message: String
        public var hint: String

        public init(source: String, position: Position, defect: Defect) {
            let wording = DefectMessage(defect)
            self.source = source
            self.position = position
            byteOffset = defect.byteOffset ?? position.byteOffset
            column = defect.column
            field = defect.field
            code = defect.code
            message = wording.message
            hint = wording.hint
        }

        /// One as it was stored, with its wording.
        public init(
            source: String, position: Position, byteOffset: Int, column: String, field: String, code: Defect.Code,
            message: String, hint: String
        ) {
            self.source = source
            self.position = position
            self.byteOffset = byteOffset
            self.column = column
            self.field = field
            self.code = code
            self.message = message
            self.hint = hint
        }
    }
}

extension RunReport {
    /// Commands to copy that give a setting: to one file, and to several of its run, as others may contradict the setting.
    public struct Remedy: Equatable, Sendable {
        public var forFile: String
        /// The command for several files: what stands before them, what names this one, and what stands behind.
        private let parts: (before: String, file: String, after: String)

        /// A replay of a file's rejects.
        ///
        /// - Parameter forFile: another command for a single file.
        public init(replay: String, of source: String, forFile: String? = nil) {
            parts = (replay, "--file \(source.asShellWord)", "")
            self.forFile = forFile ?? "\(replay) \(parts.file)"
        }

        /// A command with paths: `scorebook plan a.csv --set weight_unit=kg`.
        public init(_ mode: Mode, path: String, options: [String]) {
            let file = path.hasPrefix("-") ? "./\(path)" : path
            parts = ("scorebook \(mode.rawValue)", file.asShellWord, options.map(\.asShellWord).joined(separator: " "))
            forFile = Self.line(parts.before, [parts.file], parts.after)
        }

        /// One that takes no files.
        public init(_ command: String) { (forFile, parts) = (command, (command, "", "")) }

        public static func == (one: Self, other: Self) -> Bool {
            one.forFile == other.forFile && one.parts == other.parts
        }

        /// Whether one command can be of both files.
        func isAlike(_ other: Self) -> Bool {
            parts.before == other.parts.before && parts.after == other.parts.after
        }

        /// The command for files of alike remedies.
        static func command(for remedies: [Self]) -> String {
            line(remedies[0].parts.before, remedies.map(\.parts.file), remedies[0].parts.after)
        }

        private static func line(_ before: String, _ files: [String], _ after: String) -> String {
            ([before] + files + [after]).filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// All rejects of a file that have one cause.
    public struct Cause: Sendable {
        public var source: String
        public var format: String?
        /// The file's own column; empty where none is known.
        public var column: String
        public var field: String
        public var code: String
        public var message: String
        public var hint: String
        public var count: Int
        /// The first lines, as ranges.
        public var lines: [ClosedRange<Int>]
        public var hasMoreLines: Bool
        /// What to type where a setting is the answer.
        public var remedy: Remedy?
        /// The message without what was found, which goes for other files too.
        public var generalMessage: String
        /// A value that is rejected for it; shown on a terminal only, and not part of the JSON.
        public var example: String?

        /// - Parameter remedy: commands that give a setting, as `date_order=dmy`.
        public init(
            _ cause: RejectCauses.Cause, source: String, format: String?, remedy: (_ setting: String) -> Remedy?
        ) {
            let wording = DefectMessage(cause.defect)
            self.init(
                source: source, format: format, column: cause.defect.column, field: cause.defect.field,
                code: cause.defect.code.rawValue, message: wording.message, hint: wording.hint, count: cause.count,
                lines: cause.lines, hasMoreLines: cause.hasMoreLines, remedy: wording.setting.flatMap(remedy))
            example = cause.example
            var general = cause.defect
            general.found = ""
            generalMessage = DefectMessage(general).message
        }

        public init(
            source: String, format: String?, column: String, field: String, code: String, message: String,
            hint: String, count: Int, lines: [ClosedRange<Int>], hasMoreLines: Bool, remedy: Remedy?
        ) {
            self.source = source
            self.format = format
            self.column = column
            self.field = field
            self.code = code
            self.message = message
            self.hint = hint
            self.count = count
            self.lines = lines
            self.hasMoreLines = hasMoreLines
            self.remedy = remedy
            generalMessage = message
        }

        /// `line 3`, `lines 2–26, 30 and more`
        public var place: String {
            guard let first = lines.first else { return "" }
            let parts = lines.prefix(5).map { range in
                range.count == 1
                    ? "\(range.lowerBound)"
                    : range.count == 2
                        ? "\(range.lowerBound), \(range.upperBound)" : "\(range.lowerBound)–\(range.upperBound)"
            }
            let isOne = lines.count == 1 && first.count == 1 && !hasMoreLines
            let rest = hasMoreLines || lines.count > parts.count ? " and more" : ""
            return (isOne ? "line " : "lines ") + parts.joined(separator: ", ") + rest
        }
    }
}

extension RunReport {
    /// A row that a plan would write.
    public struct Diff: Equatable, Sendable {
        /// What would be done with the row.
        public enum Change: String, Sendable {
            case insert
            case update
            /// The source no longer has it.
            case delete
        }

        /// A column with its value before (null for an insert) and after (null for a deletion).
        public struct Column: Equatable, Sendable {
            public var name: String
            public var old: JSONValue
            public var new: JSONValue

            public init(_ name: String, old: JSONValue = .null, new: JSONValue) {
                self.name = name
                self.old = old
                self.new = new
            }
        }

        public var table: String
        public var key: [JSONValue.Member]
        public var change: Change
        public var columns: [Column]

        public init(table: String, key: [JSONValue.Member], change: Change, columns: [Column]) {
            self.table = table
            self.key = key
            self.change = change
            self.columns = columns
        }
    }
}
