/// Rejects by cause: the defects of one kind in one column, counted, however many there are.
public struct RejectCauses: Sendable {
    /// One of them.
    public struct Cause: Sendable {
        /// The first one's; without what was found where that differs.
        public var defect: Defect
        public var count = 0
        /// The first lines, as ranges.
        public var lines: [ClosedRange<Int>] = []
        /// Whether there are more lines than these.
        public var hasMoreLines = false
        /// A value that is rejected for it. It is shown only where values may be.
        public var example: String?

        public init(_ defect: Defect) { self.defect = defect }

        /// Adds one record's.
        public mutating func add(_ defect: Defect, line: Int) {
            count += 1
            if defect.found != self.defect.found { self.defect.found = "" }
            if let last = lines.last, last.upperBound == line || last.upperBound + 1 == line {
                lines[lines.count - 1] = last.lowerBound...line
            } else if lines.count < Self.mostRanges, lines.last.map({ $0.upperBound < line }) ?? true {
                lines.append(line...line)
            } else {
                hasMoreLines = true
            }
        }

        private static let mostRanges = 20
    }

    private struct Kind: Hashable {
        let field: String
        let column: String
        let code: Defect.Code
        let expected: String
    }

    /// In the order of the first of each.
    public private(set) var causes: [Cause] = []
    private var places: [Kind: Int] = [:]
    /// A file that is wrong in more ways than these shows them by its other rejects.
    private static let most = 200

    public init() {}

    /// Adds the defects of a rejected record, with the cells that it has.
    public mutating func add(_ reject: Reject) {
        for defect in reject.defects {
            let kind = Kind(field: defect.field, column: defect.column, code: defect.code, expected: defect.expected)
            guard let place = places[kind] ?? begin(kind, defect) else { continue }
            causes[place].add(defect, line: reject.position.line)
            if causes[place].example == nil, !defect.column.isEmpty {
                let cell = reject.cells.first { $0.name == defect.column }
                causes[place].example = cell?.value.map { String($0.prefix(40)) }
            }
        }
    }

    private mutating func begin(_ kind: Kind, _ defect: Defect) -> Int? {
        guard causes.count < Self.most else { return nil }
        places[kind] = causes.count
        causes.append(Cause(defect))
        return causes.count - 1
    }
}
