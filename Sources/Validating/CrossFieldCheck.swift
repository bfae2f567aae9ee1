internal import Definitions
internal import Mapping
internal import Records

/// A rule over several fields, with their positions found.
struct CrossFieldCheck: Sendable {
    private let rule: CrossFieldRule
    private let positions: [Int?]
    private let limits: [Decimal]
    /// Words that tell where the rule holds, and those that it asks for.
    private let signs: [[UInt8]]
    private let words: [[UInt8]]

    init(rule: CrossFieldRule, fields: [Field]) {
        self.rule = rule
        var limits: [Decimal] = []
        var signs: [String] = []
        var words: [String] = []
        let names: [String]
        switch rule {
        case .anyOf(let fields, _): names = fields
        case .ordered(let first, let second, _): names = [first, second]
        case .between(let field, let least, let most, let sign, _):
            names = [field, sign.field]
            limits = [least, most].compactMap { Decimal(text: $0) }
            signs = sign.words
        case .oneOf(let field, let known, let sign, _):
            names = [field, sign.field]
            (words, signs) = (known, sign.words)
        case .score(let score, _): names = score.fields.map { $0 ?? "" }
        }
        self.limits = limits
        self.signs = signs.map { Array($0.utf8) }
        self.words = words.map { Array($0.utf8) }
        positions = names.map { name in fields.firstIndex { $0.name == name } }
    }

    func run(_ rows: MappedBatch.Rows, _ batch: MappedBatch) {
        let columns = positions.map { $0.flatMap { rows.columns[$0] } }
        for index in 0..<batch.count where rows.present[index] == 1 {
            switch rule {
            case .anyOf(let names, let because):
                if columns.contains(where: { $0?.valid[index] == 1 }) { continue }
                if names.contains(where: { batch.hasDefect(index, field: $0) }) { continue }
                reject(batch, index, names[0], "no value in \(names.joined(separator: ", "))", because)
            case .ordered(let first, let second, let because):
                guard let one = columns[0], let other = columns[1], one.valid[index] == 1, other.valid[index] == 1
                else { continue }
                let isDecimal = one.type == .decimal || one.type == .duration
                // Two numbers of more than 18 digits are not compared.
                if isDecimal, one.decimal(index).isLong || other.decimal(index).isLong { continue }
                let isOrdered =
                    isDecimal
                    ? !(other.decimal(index) < one.decimal(index)) : one.integer(index) <= other.integer(index)
                if !isOrdered { reject(batch, index, first, "\(first) after \(second)", because) }
            case .between(let field, let least, let most, _, let because):
                guard let column = columns[0], column.valid[index] == 1, holds(columns[1], index, batch) else {
                    continue
                }
                let value =
                    column.type == .integer
                    ? Decimal(
                        digits: column.integer(index).magnitude, scale: 0, isNegative: column.integer(index) < 0)
                    : column.decimal(index)
                if value.isLong || value < limits[0] || limits[1] < value {
                    batch.reject(
                        index,
                        Defect(
                            field: field, code: .outOfRange, found: "number outside the range",
                            expected: "\(least) to \(most): \(because)"))
                }
            case .oneOf(let field, _, _, let because):
                guard let column = columns[0], column.valid[index] == 1, holds(columns[1], index, batch) else {
                    continue
                }
                let text = column.text(index, in: batch.raw)
                if !words.contains(where: { text.elementsEqual($0) }) {
                    reject(batch, index, field, "another word", because)
                }
            case .score(let rule, let because):
                let values = columns.map { column in
                    column.flatMap { $0.valid[index] == 1 ? Int(exactly: $0.integer(index)) : nil }
                }
                guard let fault = FinalScore(values).fault else { continue }
                let field = fault == .impossible ? rule.sides[0] : (rule.winner ?? rule.difference ?? rule.sides[0])
                reject(batch, index, field, fault.rawValue, because)
            }
        }
    }

    private func holds(_ column: Column?, _ index: Int, _ batch: MappedBatch) -> Bool {
        guard let column, column.valid[index] == 1 else { return false }
        let text = column.text(index, in: batch.raw)
        return signs.contains { text.elementsEqual($0) }
    }

    private func reject(_ batch: MappedBatch, _ index: Int, _ field: String, _ found: String, _ because: String) {
        batch.reject(index, Defect(field: field, code: .crossField, found: found, expected: because))
    }
}
