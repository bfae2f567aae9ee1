internal import Definitions
internal import Mapping
internal import Records

/// A rule over several fields, with their positions found.
struct CrossFieldCheck: Sendable {
    private let rule: CrossFieldRule
    private let positions: [Int?]

    init(rule: CrossFieldRule, fields: [Field]) {
        self.rule = rule
        let names: [String] =
            switch rule {
            case .anyOf(let names, _): names
            case .ordered(let first, let second, _): [first, second]
            case .score(let score, _): score.fields.map { $0 ?? "" }
            }
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

    private func reject(_ batch: MappedBatch, _ index: Int, _ field: String, _ found: String, _ because: String) {
        batch.reject(index, Defect(field: field, code: .crossField, found: found, expected: because))
    }
}
