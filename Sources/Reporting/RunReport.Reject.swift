public import Records

extension RunReport {
    /// One defect of one record, worded.
    public struct Reject: Equatable, Sendable {
        public var source: String
        public var position: Position
        /// Offset of the defect where it is known, else of the record.
        public var byteOffset: Int
        public var field: String
        public var code: Defect.Code
        public var message: String
        public var hint: String

        public init(source: String, position: Position, defect: Defect) {
            let wording = DefectMessage(defect)
            self.source = source
            self.position = position
            byteOffset = defect.byteOffset ?? position.byteOffset
            field = defect.field
            code = defect.code
            message = wording.message
            hint = wording.hint
        }

        /// One as it was stored, with its wording.
        public init(
            source: String, position: Position, byteOffset: Int, field: String, code: Defect.Code, message: String,
            hint: String
        ) {
            self.source = source
            self.position = position
            self.byteOffset = byteOffset
            self.field = field
            self.code = code
            self.message = message
            self.hint = hint
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
