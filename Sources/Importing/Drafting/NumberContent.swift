internal import Definitions

/// How the numbers of a column are written, and how great they are.
struct NumberContent: Equatable {
    /// Which mark ends the whole part, as far as the column itself shows it.
    enum Mark: Equatable {
        /// There are whole numbers alone.
        case none
        case point, comma
        /// Each number shows its own.
        case both
        /// One mark before three digits: it parts thousands, or it is the decimal mark.
        case unclear(Character)
    }

    var mark: Mark
    /// Whether thousands are grouped.
    var isGrouped = false
    var isWhole: Bool { mark == .none }
    /// The texts, without units.
    private let texts: [String]

    /// Nil where they are no numbers, but for faults.
    init?(_ values: [String]) {
        let shapes = values.compactMap { Shape($0) }
        guard !values.isEmpty, ColumnContent.isMost(shapes.count, of: values.count) else { return nil }
        texts = values
        let decimal = Set(shapes.compactMap(\.decimal))
        let grouping = shapes.compactMap(\.grouping)
        let unclear = shapes.compactMap(\.unclear)
        isGrouped = !grouping.isEmpty
        if decimal.count == 2 {
            mark = .both
        } else if let one = decimal.first {
            mark = one == "." ? .point : .comma
            // `1,234` beside `12.5` is a thousand.
            if unclear.contains(where: { $0 != one }) { isGrouped = true }
        } else if let group = grouping.first {
            mark = group == "," ? .point : group == "." ? .comma : .none
        } else if let first = unclear.first {
            mark = Set(unclear).count == 2 ? .both : .unclear(first)
        } else {
            mark = .none
        }
    }

    typealias Range = (low: Double, middle: Double, high: Double)

    /// The least, the middle and the greatest number, without some at both ends; 0 where there are none.
    func range(_ form: NumberForm) -> Range {
        let numbers = self.numbers(form).sorted()
        guard !numbers.isEmpty else { return (0, 0, 0) }
        let edge = numbers.count / 10
        return (numbers[edge], numbers[numbers.count / 2], numbers[numbers.count - 1 - edge])
    }

    func numbers(_ form: NumberForm) -> [Double] { texts.compactMap { Self.number($0, form) } }

    /// Whether each number is one more than that before it: the rows are counted.
    var isCount: Bool {
        let numbers = texts.compactMap { Int($0) }
        return numbers.count == texts.count && numbers.count > 2
            && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
    }

    /// The words of `number:` for this column.
    func form(_ file: Mark) -> NumberForm {
        switch mark {
        case .none: .point
        case .point: isGrouped ? .groupedPoint : .point
        case .comma: isGrouped ? .groupedComma : .comma
        case .both: isGrouped ? .eitherGrouped : .either
        case .unclear(let sign):
            switch file {
            case .point: sign == "." ? .point : .groupedPoint
            case .comma: sign == "," ? .comma : .groupedComma
            default: .eitherGrouped
            }
        }
    }

    private static func number(_ text: String, _ form: NumberForm) -> Double? {
        guard let shape = Shape(text) else { return nil }
        let mark: Character =
            form.isOpen ? shape.decimal ?? "." : form.mark == UInt8(ascii: ",") ? "," : "."
        let kept = text.filter { $0.isNumber || $0 == mark || $0 == "-" }
        return Double(String(kept.map { $0 == mark ? "." : $0 }))
    }

    /// The marks of one number.
    private struct Shape {
        var decimal: Character?
        var grouping: Character?
        var unclear: Character?

        init?(_ text: String) {
            var rest = text[...]
            if let sign = rest.first, sign == "-" || sign == "+" { rest = rest.dropFirst() }
            guard let first = rest.first, first.isASCII, first.isNumber || first == "." || first == ",",
                rest.utf8.count <= 24
            else { return nil }
            var groups: [Int] = [0]
            var marks: [Character] = []
            for character in rest {
                if character.isASCII, character.isNumber {
                    groups[groups.count - 1] += 1
                } else if [".", ",", "'", "\u{A0}", "\u{202F}", "’"].contains(character) {
                    marks.append(character)
                    groups.append(0)
                } else {
                    return nil
                }
            }
            guard let end = groups.last, end > 0 else { return nil }
            let areThousands = groups.dropFirst().dropLast().allSatisfy { $0 == 3 } && (1...3).contains(groups[0])
            guard let last = marks.last else { return }
            let isSign = last == "." || last == ","
            if marks.count == 1 {
                if !isSign {
                    guard end == 3, areThousands else { return nil }
                    grouping = last
                } else if end == 3, (1...3).contains(groups[0]), rest.first != "0" {
                    unclear = last
                } else {
                    decimal = last
                }
                return
            }
            guard areThousands else { return nil }
            if Set(marks).count == 1 {
                guard end == 3 else { return nil }
                grouping = last
            } else {
                guard isSign, Set(marks.dropLast()).count == 1, marks.first != last else { return nil }
                (decimal, grouping) = (last, marks.first)
            }
        }
    }
}
