internal import Definitions

/// Finds columns by name and remembers which were asked for.
struct ColumnFinder {
    let header: [String]
    let naming: Naming
    /// Positions in the header, one a column of the batch.
    private(set) var used: [Int] = []
    private(set) var alternatives: [Alternative] = []
    private var numbers = 0
    /// Columns made of several, by the positions they are made of.
    private var merged: [[Int]: Int] = [:]

    /// Whether a line of the file names its columns, or each record those that it has.
    enum Naming: Sendable { case header, record }

    /// A column of the batch whose absent cells are taken from another.
    struct Alternative: Sendable {
        let into: Int
        let from: Int
    }

    init(header: [String], naming: Naming = .header) {
        self.header = header
        self.naming = naming
    }

    /// Position among the used columns of the first name that the header has.
    ///
    /// Where records name their own columns it is the position of a column that holds, for each record, the first that
    /// the record has.
    mutating func find(_ names: [String]) -> Int? {
        guard naming == .record, names.count > 1 else { return plain(names) }
        let found = names.compactMap { name in header.firstIndex { $0 == name } }
        guard found.count > 1 else { return plain(names) }
        if let known = merged[found] { return known }
        let others = found.dropFirst().map { plain(at: $0) }
        used.append(found[0])
        let column = used.count - 1
        merged[found] = column
        alternatives += others.map { Alternative(into: column, from: $0) }
        return column
    }

    private mutating func plain(_ names: [String]) -> Int? {
        for name in names {
            if let index = header.firstIndex(where: { $0 == name }) { return plain(at: index) }
        }
        return nil
    }

    private mutating func plain(at index: Int) -> Int {
        let made = Set(merged.values)
        if let known = used.indices.first(where: { used[$0] == index && !made.contains($0) }) { return known }
        used.append(index)
        return used.count - 1
    }

    /// A number that no other field of the file has.
    mutating func nextNumber() -> Int {
        numbers += 1
        return numbers
    }

    func name(_ column: Int) -> String { header[used[column]] }
}

extension UnpivotCase {
    /// The case itself, or, where its columns hold `{n}`, one for every number that the header has, from 1 on.
    func repeated(over header: [String]) -> [UnpivotCase] {
        let names: [String] = fields.flatMap(\.from)
        let patterns = names.filter { $0.contains("{n}") }
        guard !patterns.isEmpty else { return [self] }
        let known = Set(header)
        var cases: [UnpivotCase] = []
        for number in 1...Self.mostRepetitions {
            let text = String(number)
            func numbered(_ pattern: String) -> String { pattern.replacing("{n}", with: text) }
            guard patterns.contains(where: { known.contains(numbered($0)) }) else { break }
            var one = self
            for index in one.fields.indices {
                one.fields[index].from = one.fields[index].from.map { numbered($0) }
                one.fields[index].constant = one.fields[index].constant.map(numbered)
            }
            cases.append(one)
        }
        return cases
    }

    private static var mostRepetitions: Int { 250 }
}
