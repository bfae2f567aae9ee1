/// How a line is written that says something of a file: `Session: * - {}` keeps what stands behind the last dash.
public struct LinePattern: Equatable, Sendable {
    private enum Piece: Equatable {
        case literal([Character])
        case any
        case kept
    }
    private let pieces: [Piece]

    /// Nil where there is not one `{}`, or where it touches a `*`, so that its ends are not known.
    public init?(_ text: String) {
        var pieces: [Piece] = []
        var literal: [Character] = []
        func end() {
            if !literal.isEmpty { pieces.append(.literal(literal)) }
            literal = []
        }
        var rest = text[...]
        while let character = rest.first {
            if rest.hasPrefix("{}") {
                end()
                pieces.append(.kept)
                rest.removeFirst(2)
            } else {
                rest.removeFirst()
                guard character == "*" else {
                    literal.append(character)
                    continue
                }
                end()
                pieces.append(.any)
            }
        }
        end()
        let isParted = zip(pieces, pieces.dropFirst()).allSatisfy { pair in
            if case .literal = pair.0 { return true }
            if case .literal = pair.1 { return true }
            return false
        }
        guard pieces.count(where: { $0 == .kept }) == 1, isParted else { return nil }
        self.pieces = pieces
    }

    /// What a line has in the place of `{}`, without outer blanks; nil where it is another line or has nothing there.
    ///
    /// A `*` takes as much as it can, `{}` as little.
    public func kept(of line: String) -> String? {
        var kept: Range<Int>?
        let text = Array(line)
        func fits(_ piece: Int, _ at: Int) -> Bool {
            guard piece < pieces.count else { return at == text.count }
            switch pieces[piece] {
            case .literal(let literal):
                return text[at...].starts(with: literal) && fits(piece + 1, at + literal.count)
            case .any: return (at...text.count).reversed().contains { fits(piece + 1, $0) }
            case .kept:
                guard let end = (at...text.count).first(where: { fits(piece + 1, $0) }) else { return false }
                kept = at..<end
                return true
            }
        }
        guard fits(0, 0), let kept else { return nil }
        let found = String(text[kept]).trimmingBlanks
        return found.isEmpty ? nil : found
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
