internal import YAML

/// Which part of a cell that packs several is meant, as definitions write it: `#` is the part, `*` another one.
///
///     #/*    120 of 120/80
///     *x#    10 of 3x10
public struct CellPart: Hashable, Sendable {
    public let text: String
    /// What stands between the parts.
    public let marks: [[UInt8]]
    /// Number of the part, from 0.
    public let place: Int

    /// Nil where the text shows no part, or no mark between two parts.
    public init?(_ text: String) {
        var signs: [Character] = []
        var marks: [[UInt8]] = []
        var isBetween = true
        for character in text {
            if character == "#" || character == "*" {
                guard isBetween else { return nil }
                signs.append(character)
                isBetween = false
            } else {
                if signs.isEmpty { return nil }
                if !isBetween { marks.append([]) }
                marks[marks.count - 1] += Array(String(character).utf8)
                isBetween = true
            }
        }
        guard !isBetween, signs.count > 1, signs.count(where: { $0 == "#" }) == 1, let place = signs.firstIndex(of: "#")
        else { return nil }
        (self.text, self.marks, self.place) = (text, marks, place)
    }
}

extension Value where Property == CellPart {
    static var cellPart: Value {
        Value(.text) { node, key, scope in
            guard let text = scope.file.text(node, of: key) else { return nil }
            if let part = CellPart(text) { return part }
            scope.file.fault(node.mark, "`\(text)` shows no part of a cell, as in `#/*` for the 120 of 120/80")
            return nil
        }
    }
}
