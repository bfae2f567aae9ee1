internal import Definitions
internal import Discovering
internal import Reading
internal import Records

extension FormatDraft.Look {
    /// Objects of a document, or one a line; nil where the file is no JSON.
    ///
    /// Of nested arrays the records are the innermost elements that hold values: what is around them are fields of
    /// their parents.
    init?(json file: SourceFile, _ bytes: [UInt8], isWhole: Bool) throws {
        guard let definition = try FileInspection.jsonReader(of: file, nil, .byContent),
            let head = JSONHead(bytes, isWhole: isWhole)
        else { return nil }
        let isLines = definition.word == "jsonl"
        let places = Self.places(in: head.names)
        let place = isLines ? "" : places.first ?? ""
        if isLines {
            reader = "jsonl"
        } else {
            let pattern = place.isEmpty ? "$" : place
            reader = "{type: json, from: \(FormatDraft.scalar(pattern))}"
            for other in places.dropFirst() where !place.hasPrefix(other) {
                doubts.append("records may stand at \(other), too")
            }
        }
        let own = Self.values(below: place.isEmpty ? "" : place + ".", in: head.names)
        let parents = isLines || place.isEmpty ? [] : Self.parents(of: place, in: head.names)
        let names = own + parents
        let path = JSONPath(place.isEmpty ? "$" : place)
        let opened: ReaderDefinition =
            isLines ? definition : .json(JSONReaderDefinition(records: path.map { [$0] } ?? []))
        let cells = try Self.cells(of: file, opened, names)
        columns = zip(names, cells.columns).map { DraftColumn(path: $0, $1) }
        records = cells.count
        // Values that every record has identify the format.
        let always = zip(own, cells.columns).filter { !$1.contains("") }.map(\.0)
        let telling = always.isEmpty ? own : always
        recognise = telling.map { (place.isEmpty ? "" : place + ".") + $0 }
        if recognise.isEmpty { recognise = [place.isEmpty ? "$" : place] }
        if columns.isEmpty { doubts.append("the records hold no values by name") }
        if head.names.contains(where: { $0.hasPrefix(place) && $0.dropFirst(place.count).contains("[*]") }) {
            doubts.append("records hold lists, which are not used")
        }
    }

    /// Where objects stand in arrays: the innermost first, of those the ones with most names.
    private static func places(in names: Set<String>) -> [String] {
        var counts: [String: Int] = [:]
        for name in names {
            guard let last = name.ranges(of: "[*].").last else { continue }
            counts[String(name[..<last.lowerBound]) + "[*]", default: 0] += 1
        }
        func depth(_ place: String) -> Int { place.split(separator: "[*]").count }
        return counts.keys.sorted { left, right in
            let (a, b) = ((depth(left), counts[left] ?? 0), (depth(right), counts[right] ?? 0))
            return a == b ? left < right : a > b
        }
    }

    /// Names of values below a place, without those of lists and without the objects that hold others.
    private static func values(below prefix: String, in names: Set<String>) -> [String] {
        let below = names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        return below.filter { name in
            !name.isEmpty && name != "$" && !name.contains("[*]")
                && !below.contains { $0.hasPrefix(name + ".") || $0.hasPrefix(name + "[") }
        }.sorted()
    }

    /// The fields of the object that holds the array, as `../name`.
    private static func parents(of place: String, in names: Set<String>) -> [String] {
        let array = place.dropLast("[*]".count)
        guard !array.isEmpty, array.last != "]" else { return [] }
        let key = array.split(separator: ".").last ?? ""
        return values(below: String(array.dropLast(key.count)), in: names).map { "../" + $0 }
    }

    /// The texts of the first records; what is missing in one is empty.
    private static func cells(
        of file: SourceFile, _ definition: ReaderDefinition, _ names: [String]
    ) throws -> (columns: [[String]], count: Int) {
        var columns = [[String]](repeating: [], count: names.count)
        let reader = try ReaderOpening.open(file.open(), definition, layout: Layout(), columns: names)
        let batch = reader.makeBatch()
        var count = 0
        while count < 2000, try reader.read(into: batch) {
            for row in 0..<min(batch.count, 2000 - count) {
                for column in names.indices {
                    columns[column].append(batch.text(of: batch.column(column)[row]) ?? "")
                }
            }
            count += min(batch.count, 2000 - count)
        }
        return (columns, count)
    }
}

extension FormatDraft.Look {
    /// A table with its names in a line.
    init(csv bytes: [UInt8], isWhole: Bool) throws {
        let head = try CSVHead(bytes, isWhole: isWhole)
        let delimiter = Self.delimiter(of: head)
        let rows = head.rows(delimiter: delimiter, limit: 2000)
        // As wide as most lines are: a faulty one may be wider.
        let widths = Dictionary(rows.map { ($0.cells.count, 1) }, uniquingKeysWith: +)
        let width = widths.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
        let top = Self.header(in: rows, width)
        guard let top, width > 0 else {
            throw DraftFault(
                rows.isEmpty
                    ? "the file has no records to learn from" : "the file has no line with the names of its columns",
                hint: "Write the names of the columns into its first line.")
        }
        let header = rows[top].cells
        let records = rows.dropFirst(top + 1)
        columns = header.enumerated().map { index, title in
            DraftColumn(title, records.map { $0.cells.indices.contains(index) ? $0.cells[index] : "" })
        }
        self.records = records.count
        self.delimiter = delimiter
        let isRagged = records.contains { $0.cells.count != header.count }
        if isRagged { doubts.append("some records have another number of cells than the header") }
        if Set(header).count < header.count { doubts.append("two columns have one name") }
        var words = "delimiters: [\(FormatDraft.scalar(String(UnicodeScalar(delimiter))))]"
        if top > 0 { words += ", preamble: \(top)" }
        if isRagged { words += ", ragged: trailing" }
        reader = "{type: csv, \(words)}"
        var seen: Set<String> = []
        recognise = header.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// What divides most lines as it divides the first of them that it divides at all: lines may stand before the header.
    private static func delimiter(of head: CSVHead) -> UInt8 {
        let delimiters = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
        for preamble in 0..<20 {
            let delimiter = head.sniffedDelimiter(among: delimiters, preamble: preamble)
            let rows = head.rows(delimiter: delimiter, limit: preamble + 50).dropFirst(preamble)
            guard let first = rows.first else { break }
            let alike = rows.count { $0.cells.count == first.cells.count }
            if first.cells.count > 1, alike * 2 > rows.count { return delimiter }
        }
        return delimiters[0]
    }

    /// The line of names: the first that is as wide as most, filled, and with more words than the line below it. Of its own
    /// cells some may be numbers: `60` is a column of times over 60 yards.
    private static func header(in rows: [CSVHead.Row], _ width: Int) -> Int? {
        func words(_ row: CSVHead.Row) -> (words: Int, filled: Int) {
            let filled = row.cells.filter { !$0.isEmpty }
            let words = filled.count { cell in
                NumberContent([cell]) == nil && DateContent([cell], isNamedTime: false) == nil
            }
            return (words, filled.count)
        }
        return rows.prefix(20).indices.first { index in
            let row = words(rows[index])
            // A cell of blanks at the end of each line is no column.
            guard rows[index].cells.count >= width - 1, row.filled >= 1, row.filled * 3 >= width * 2 else {
                return false
            }
            if row.words == row.filled { return true }
            guard row.words * 2 > row.filled, index + 1 < rows.count else { return false }
            let next = words(rows[index + 1])
            return row.words > next.words
        }
    }
}
