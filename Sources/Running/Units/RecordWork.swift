internal import Mapping
internal import Reading
internal import Records
internal import Validating

/// What becomes of a stretch of a file by itself: records, values, defects.
struct RecordWork {
    private let mapper: Mapper
    private let validator: Validator

    /// Some records on their way.
    struct Stretch {
        let raw: RawBatch
        let mapped: MappedBatch
        /// Makes records of what the reader took; nil where it read them itself.
        var parser: (any StretchParser)?
    }

    init(plan: MappingPlan, now: Int64) {
        mapper = Mapper(plan: plan)
        validator = Validator(plan: plan, now: now)
    }

    func complete(_ stretch: Stretch) throws(ReadError) {
        try stretch.parser?.parse(stretch.raw)
        mapper.map(stretch.raw, into: stretch.mapped)
        validator.validate(stretch.mapped)
    }
}
