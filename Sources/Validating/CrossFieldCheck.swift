internal import Definitions
internal import Normalising
internal import Records

/// A rule over several fields, with their positions found.
struct CrossFieldCheck: Sendable {
    private let rule: CrossFieldRule
    private let positions: [Int?]
    /// Words for which the rule holds, and words that it requires.
    private let signs: Words
    private let words: Words

    init(rule: CrossFieldRule, fields: [Field]) {
        self.rule = rule
        var signs: [String] = []
        var words: [String] = []
        let names: [String]
        switch rule {
        case .anyOf(let fields, _): names = fields
        case .ordered(let first, let second, _): names = [first, second]
        case .score(let score, _): names = score.fields.map { $0 ?? "" }
        case .ratio(let ratio, _):
            names = [ratio.over, ratio.by, ratio.condition?.field ?? "", ratio.exception?.field ?? ""]
            (signs, words) = (ratio.condition?.words ?? [], ratio.exception?.words ?? [])
        }
        self.signs = Words(signs)
        self.words = Words(words)
        positions = names.map { name in fields.firstIndex { $0.name == name } }
    }

    func run(_ rows: MappedBatch.Rows, _ batch: MappedBatch) {
        let columns = positions.map { $0.flatMap { rows.columns[$0] } }
        switch rule {
        case .anyOf(let names, let because): anyOf(columns, names, because, rows, batch)
        case .ordered(let first, let second, let because): ordered(columns, first, second, because, rows, batch)
        case .ratio(let ratio, let because): self.ratio(columns, ratio, because, rows, batch)
        case .score(let score, let because): self.score(columns, score, because, rows, batch)
        }
    }

    private func anyOf(
        _ columns: [Column?], _ names: [String], _ because: String, _ rows: MappedBatch.Rows, _ batch: MappedBatch
    ) {
        for index in 0..<batch.count where rows.present[index] == 1 {
            if columns.contains(where: { $0?.valid[index] == 1 }) { continue }
            if names.contains(where: { batch.hasDefect(index, field: $0) }) { continue }
            reject(batch, index, names[0], "no value in \(names.joined(separator: ", "))", because)
        }
    }

    private func ordered(
        _ columns: [Column?], _ first: String, _ second: String, _ because: String, _ rows: MappedBatch.Rows,
        _ batch: MappedBatch
    ) {
        guard let one = columns[0], let other = columns[1] else { return }
        let isDecimal = one.type == .decimal || one.type == .duration
        for index in 0..<batch.count
        where rows.present[index] == 1 && one.valid[index] == 1 && other.valid[index] == 1 {
            // Two numbers of more than 18 digits are not compared.
            if isDecimal, one.decimal(index).isLong || other.decimal(index).isLong { continue }
            let isOrdered =
                isDecimal ? !(other.decimal(index) < one.decimal(index)) : one.integer(index) <= other.integer(index)
            if !isOrdered { reject(batch, index, first, "\(first) after \(second)", because) }
        }
    }

    private func ratio(
        _ columns: [Column?], _ rule: RatioRule, _ because: String, _ rows: MappedBatch.Rows, _ batch: MappedBatch
    ) {
        guard let over = columns[0], let by = columns[1] else { return }
        // A rule for some records does not hold where the file does not say which they are.
        if rule.condition != nil, columns[2] == nil { return }
        let raw = batch.raw
        func isOne(of words: Words, _ column: Column?, _ index: Int) -> Bool {
            guard let column, column.valid[index] == 1 else { return false }
            return words.have(column.text(index, in: raw))
        }
        for index in 0..<batch.count
        where rows.present[index] == 1 && over.valid[index] == 1 && by.valid[index] == 1 {
            let (distance, time) = (over.number(index), by.number(index))
            guard !distance.isLong, !time.isLong else { continue }
            let (above, below) = (distance.approximation, time.approximation)
            guard below > 0, above > rule.most * below else { continue }
            if rule.condition != nil, !isOne(of: signs, columns[2], index) { continue }
            if rule.exception != nil, isOne(of: words, columns[3], index) { continue }
            // One value that is wrong breaks no second rule.
            if batch.hasDefect(index, field: rule.over) { continue }
            batch.reject(
                index,
                Defect(
                    field: rule.over, code: .tooMuchFor, found: "against \(rule.by)",
                    expected: "at most \(Self.text(rule.most)) per unit of \(rule.by): \(because)"))
        }
    }

    private static func text(_ bound: Double) -> String {
        bound == bound.rounded() ? String(Int(bound)) : String(bound)
    }

    private func score(
        _ columns: [Column?], _ rule: ScoreRule, _ because: String, _ rows: MappedBatch.Rows, _ batch: MappedBatch
    ) {
        for index in 0..<batch.count where rows.present[index] == 1 {
            let values = columns.map { column in
                column.flatMap { $0.valid[index] == 1 ? Int(exactly: $0.integer(index)) : nil }
            }
            guard let fault = FinalScore(values).fault else { continue }
            let field = fault == .impossible ? rule.sides[0] : (rule.winner ?? rule.difference ?? rule.sides[0])
            reject(batch, index, field, fault.rawValue, because)
        }
    }

    private func reject(_ batch: MappedBatch, _ index: Int, _ field: String, _ found: String, _ because: String) {
        batch.reject(index, Defect(field: field, code: .crossField, found: found, expected: because))
    }
}

extension Column {
    /// The value of a field of numbers.
    func number(_ index: Int) -> Decimal {
        guard type == .integer else { return decimal(index) }
        let whole = integer(index)
        return Decimal(digits: whole.magnitude, scale: 0, isNegative: whole < 0)
    }
}

/// Words that a text is compared with byte for byte, most of which differ from it in length.
private struct Words: Sendable {
    private let texts: [[UInt8]]

    init(_ words: [String]) { texts = words.map { Array($0.utf8) } }

    @inline(__always)
    func have(_ text: UnsafeRawBufferPointer) -> Bool {
        for index in texts.indices where texts[index].count == text.count {
            if text.elementsEqual(texts[index]) { return true }
        }
        return false
    }
}
