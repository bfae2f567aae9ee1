internal import Postgres

/// What the datasets need of the app's tables: the facts of `app/expected.csv`.
///
/// The file is recorded from a cluster on which our own SQL has made them; a test holds the two together.
struct Expectations {
    var facts: [CatalogueFact]

    static let file = "app/expected.csv"

    var tables: [String] {
        var seen: Set<String> = []
        return facts.map(\.subject.table).filter { seen.insert($0).inserted }
    }

    init(facts: [CatalogueFact]) { self.facts = facts }

    /// Every cell quoted: definitions hold commas, quotes and nothing else of CSV's difficulties.
    ///
    ///     "public.coaches","column","id","default","uuid_generate_v4()","nullable","no","type","uuid"
    ///     "public.coaches","grant","anon","privileges","SELECT"
    init(csv text: String) {
        facts = text.utf8.split(separator: UInt8(ascii: "\n")).dropFirst().flatMap { line -> [CatalogueFact] in
            let cells = Expectations.cells(line)
            return stride(from: 3, to: cells.count - 1, by: 2).map { index in
                CatalogueFact(
                    subject: .init(table: cells[0], kind: cells[1], name: cells[2], property: cells[index]),
                    value: cells[index + 1])
            }
        }
    }

    /// All facts of one thing are a line.
    var csv: String {
        var lines: [[String]] = [["table", "kind", "name", "property", "value"]]
        for fact in facts {
            let thing = [fact.subject.table, fact.subject.kind, fact.subject.name]
            let cells = [fact.subject.property, fact.value].map(Expectations.quote)
            if lines[lines.count - 1].starts(with: thing.map(Expectations.quote)) {
                lines[lines.count - 1] += cells
            } else {
                lines.append(thing.map(Expectations.quote) + cells)
            }
        }
        return lines.map { $0.joined(separator: ",") + "\n" }.joined()
    }

    private static func quote(_ cell: String) -> String {
        var quoted = "\""
        for character in cell { quoted += character == "\"" ? "\"\"" : String(character) }
        return quoted + "\""
    }

    private static func cells(_ line: Substring.UTF8View) -> [String] {
        let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
        var cells: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        var wasQuote = false
        for byte in line {
            if byte == quote {
                if wasQuote { cell.append(quote) }
                isQuoted.toggle()
                wasQuote = !isQuoted
                continue
            }
            wasQuote = false
            if byte == comma, !isQuoted {
                cells.append(String(decoding: cell, as: UTF8.self))
                cell.removeAll(keepingCapacity: true)
            } else {
                cell.append(byte)
            }
        }
        return cells + [String(decoding: cell, as: UTF8.self)]
    }
}

extension Expectations {
    /// Where the live tables differ, in the order of the tables.
    func differences(live: [CatalogueFact]) -> [SchemaDifference] {
        let expected = Dictionary(facts.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
        let found = Dictionary(live.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
        let liveTables = Set(live.map(\.subject.table))
        var differences: [SchemaDifference] = []
        for table in tables {
            guard liveTables.contains(table) else {
                differences.append(.init(table: table, object: nil, text: "table is missing", weight: .refuses))
                continue
            }
            for fact in facts where fact.subject.table == table {
                if let difference = compare(fact, with: found, liveFacts: live) { differences.append(difference) }
            }
            for fact in live where fact.subject.table == table && expected[fact.subject] == nil && !fact.isOurs {
                if let difference = judgeExtra(fact, found: found) { differences.append(difference) }
            }
        }
        return differences
    }

    private func compare(
        _ fact: CatalogueFact, with found: [CatalogueFact.Subject: CatalogueFact], liveFacts: [CatalogueFact]
    ) -> SchemaDifference? {
        let subject = fact.subject
        let weight: SchemaDifference.Weight = fact.isNeeded ? .refuses : .remark
        let object = subject.kind == "table" ? nil : subject.name
        guard let other = found[subject] else {
            // A missing column is reported once.
            if subject.kind == "column", subject.property != "type" { return nil }
            return .init(
                table: subject.table, object: object, text: "\(subject.kind) is missing, expected \(fact.value)",
                weight: weight)
        }
        guard other.value != fact.value else { return nil }
        if subject.kind == "policy", Expectations.unwrapped(other.value) == Expectations.unwrapped(fact.value) {
            return nil
        }
        let what = subject.kind == "column" || subject.kind == "table" ? subject.property : subject.kind
        return .init(
            table: subject.table, object: object,
            text: "\(what) is \(Expectations.shown(other.value)), expected \(Expectations.shown(fact.value))",
            weight: weight)
    }

    /// A policy's condition with `auth.uid()` instead of `( SELECT auth.uid() AS uid)`: it admits the same rows.
    private static func unwrapped(_ condition: String) -> String {
        condition.replacing(/\( SELECT (auth\.\w+\(\)) AS \w+\)/) { $0.output.1 }
    }

    /// Columns and rules that the app has and we do not know: fatal only where a row of ours would break them.
    private func judgeExtra(
        _ fact: CatalogueFact, found: [CatalogueFact.Subject: CatalogueFact]
    ) -> SchemaDifference? {
        let subject = fact.subject
        switch subject.kind {
        case "column":
            guard subject.property == "nullable", fact.value == "no" else { return nil }
            var other = subject
            other.property = "default"
            guard found[other]?.value.isEmpty ?? true else { return nil }
            return .init(
                table: subject.table, object: subject.name,
                text: "column is unknown to us, required, and has no default", weight: .refuses)
        case "constraint":
            return .init(
                table: subject.table, object: subject.name, text: "constraint is unknown to us: \(fact.value)",
                weight: .refuses)
        case "trigger":
            return .init(
                table: subject.table, object: subject.name, text: "trigger is unknown to us: \(fact.value)",
                weight: .remark)
        default: return nil
        }
    }

    private static func shown(_ value: String) -> String { value.isEmpty ? "none" : value }
}
