internal import Records

extension Summary {
    /// Reads a definition; every fault of the file, not the first.
    public static func parse(_ text: String, path: String) throws -> Summary {
        let header = SummaryHeader(text, path: path)
        var reader = SummaryReader(header: header, path: path)
        reader.read()
        guard reader.faults.isEmpty else { throw SummaryError.faults(reader.faults.sorted { $0.line < $1.line }) }
        return reader.summary
    }
}

/// Turns the clauses of a header into a summary, collecting faults.
struct SummaryReader {
    let header: SummaryHeader
    let path: String
    var summary: Summary
    var faults: [SummaryFault]

    init(header: SummaryHeader, path: String) {
        self.header = header
        self.path = path
        faults = header.faults
        summary = Summary(name: Self.fileName(path))
        summary.path = path
        summary.body = header.body
    }

    mutating func read() {
        var seen: Set<String> = []
        for clause in header.clauses {
            if !seen.insert("\(clause.word) \(clause.argument)").inserted {
                fault(clause.line, "\(trimmed("\(clause.word) \(clause.argument)")) appears twice")
            }
            read(clause)
        }
        for word in ["summary", "title", "kind"] where !header.clauses.contains(where: { $0.word == word }) {
            if faults.isEmpty { fault(1, "the header has no `\(word):`") }
        }
        checkBody()
        if summary.kind == .stored { checkStored() } else { refuseStoredClauses() }
    }

    private mutating func read(_ clause: SummaryHeader.Clause) {
        let isTable = ["touches", "keeps", "locks", "opens"].contains(clause.word)
        if isTable && !isQualified(clause.argument) {
            fault(clause.line, "\(clause.word) takes a qualified table, as in `\(clause.word) public.events:`")
        } else if !isTable && !clause.argument.isEmpty {
            fault(clause.line, "\(clause.word) is followed by its colon")
        }
        if clause.value.isEmpty { fault(clause.line, "\(clause.word) has no value") }
        switch clause.word {
        case "summary":
            if clause.value != summary.name {
                fault(clause.line, "summary \(clause.value) is in a file named \(summary.name).sql")
            }
            if !isName(clause.value) { fault(clause.line, "a name is lower-case letters, digits and _") }
        case "title": summary.title = clause.value
        case "kind": summary.kind = choice(clause) ?? summary.kind
        case "schema": summary.schema = choice(clause) ?? summary.schema
        case "keys": summary.keys = columns(clause)
        case "index": summary.index = columns(clause)
        case "owner": summary.owner = clause.value
        case "family": summary.family = clause.value
        case "by": summary.recomputation = choice(clause) ?? summary.recomputation
        case "all":
            if !startsSelect(clause.value) { fault(clause.line, "all is a select of all keys") }
            summary.allKeys = clause.value
        case "touches":
            if !startsSelect(clause.value) {
                fault(clause.line, "touches \(clause.argument) is a select of the keys from changed")
            }
            summary.touches.append(Summary.Touch(table: clause.argument, select: clause.value))
        case "keeps": readPart(clause, \.keeps, "of what is kept of the rows")
        case "locks": readPart(clause, \.locks, "of the owners")
        default:
            summary.openings.append(Summary.Opening(table: clause.argument, condition: clause.value))
        }
    }

    private mutating func readPart(
        _ clause: SummaryHeader.Clause, _ part: WritableKeyPath<Summary.Touch, String?>, _ what: String
    ) {
        let (word, table) = (clause.word, clause.argument)
        if !startsSelect(clause.value) { fault(clause.line, "\(word) \(table) is a select \(what) from changed") }
        guard let index = summary.touches.firstIndex(where: { $0.table == table }) else {
            return fault(clause.line, "\(word) \(table) comes after the `touches \(table):` that it is for")
        }
        summary.touches[index][keyPath: part] = clause.value
    }

    private mutating func columns(_ clause: SummaryHeader.Clause) -> [String] {
        let names = clause.value.split(separator: ",").map { trimmed($0) }
        if !names.allSatisfy(isName) { fault(clause.line, "\(clause.word) takes column names between commas") }
        return names
    }

    private mutating func checkBody() {
        let body = summary.body
        if body.isEmpty {
            fault(header.bodyLine, "the file ends without its \(summary.kind == .function ? "function" : "select")")
        } else if summary.kind == .function {
            if !body.lowercased().hasPrefix("create function \(summary.qualifiedName)(") {
                fault(header.bodyLine, "expected `create function \(summary.qualifiedName)(`")
            }
            for setting in Self.functionSettings where !body.contains(setting) {
                fault(header.bodyLine, "a function has `\(setting)`")
            }
        } else if !startsSelect(body) {
            fault(header.bodyLine, "expected one select")
        }
    }

    /// With the temporary schema last a caller cannot plant types and relations; compiling a small query takes longer than
    /// running it.
    private static let functionSettings = ["set search_path = pg_catalog, pg_temp", "set jit = off"]

    private mutating func checkStored() {
        checkKey("owner", summary.owner)
        if let family = summary.family { checkKey("family", family) }
        if summary.touches.isEmpty { fault(1, "a stored summary says what touches it: `touches public.events:`") }
        for clause in header.clauses where clause.word == "touches" { checkTouch(clause) }
        if summary.allKeys != nil, summary.recomputation != .keys {
            fault(line(of: "all"), "all is for summaries by keys: `by: keys`")
        }
    }

    private mutating func checkTouch(_ clause: SummaryHeader.Clause) {
        guard let touch = summary.touches.first(where: { $0.table == clause.argument }) else { return }
        func relations(_ text: String?) -> Set<String> { text.map { SQLNames(in: $0).relations } ?? [] }
        let name = clause.argument
        if touch.keeps == nil, !relations(touch.select).isEmpty || touch.locks != nil {
            let hint = "say what is kept for it, as in `keeps \(name): select ...`"
            fault(clause.line, "touches \(name) reads other rows: \(hint)")
        }
        if !relations(touch.keeps).isEmpty { fault(clause.line, "keeps \(name) reads changed alone") }
    }

    private mutating func checkKey(_ word: String, _ name: String) {
        guard !summary.keys.contains(name) else { return }
        let known = summary.keys.joined(separator: ", ")
        let hint = didYouMean(Suggestion.name(near: name, among: summary.keys))
        fault(line(of: word), "\(word) \(name) is not among the keys (\(known))\(hint)")
    }

    private mutating func refuseStoredClauses() {
        for clause in header.clauses
        where ["keys", "owner", "family", "by", "all", "index", "touches", "keeps", "locks"].contains(clause.word) {
            fault(clause.line, "\(clause.word) is for stored summaries; this one is a \(summary.kind.rawValue)")
        }
    }

    private mutating func choice<Choice>(_ clause: SummaryHeader.Clause) -> Choice?
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        if let choice = Choice(rawValue: clause.value) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        let hint = didYouMean(Suggestion.name(near: clause.value, among: words))
        fault(clause.line, "\(clause.word) is one of \(words.joined(separator: ", ")), not \(clause.value)\(hint)")
        return nil
    }

    private mutating func fault(_ line: Int, _ message: String) {
        faults.append(SummaryFault(path: path, line: line, message: message))
    }

    private func line(of word: String) -> Int { header.clauses.first { $0.word == word }?.line ?? 1 }

    private func startsSelect(_ text: String) -> Bool {
        let start = text.prefix(7).lowercased()
        return start.hasPrefix("select") || start.hasPrefix("with ") || start.hasPrefix("with\n")
    }

    private func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first == 95 || (97...122).contains(first) else { return false }
        return text.utf8.allSatisfy { $0 == 95 || (97...122).contains($0) || (48...57).contains($0) }
    }

    private func isQualified(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { isName(String($0)) }
    }

    private static func fileName(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.hasSuffix(".sql") ? String(name.dropLast(4)) : name
    }
}
