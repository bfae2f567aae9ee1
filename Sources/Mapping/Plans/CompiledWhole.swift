internal import Definitions

/// Records whose number is whole and of another unit, in one file.
struct CompiledWhole: Sendable {
    let column: Int
    let words: WordTable
    /// Column of the time in which the distance was covered.
    let time: Int?
    private let units: [Unit: Unit]

    init?(_ whole: FieldMapping.Whole?, columns: inout ColumnFinder) {
        guard let whole, let column = columns.find(whole.from) else { return nil }
        self.column = column
        words = WordTable(whole.words)
        time = columns.find(whole.time)
        units = whole.units
    }

    /// The unit that takes the place of another.
    func unit(for other: Unit) -> Unit { units[other] ?? other }
}
