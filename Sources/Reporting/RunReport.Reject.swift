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
