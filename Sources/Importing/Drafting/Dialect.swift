internal import Definitions
internal import Discovering
internal import Reading
internal import Records

/// How a file is read, by what it is known, and what its columns seem to be: the first step of a proposal.
struct Dialect {
    /// `{type: csv, ...}`
    var reader: String
    var recognise: [String]
    var columns: [DraftColumn]
    /// Records of the file, all of which were looked at.
    var records: Int
    /// Nil where it is no CSV.
    var delimiter: UInt8?
    var doubts: [String] = []
    /// What it holds that no proposal can use.
    var unclear: [String] = []

    /// First records whose values are all kept; of later ones those that are new, so many at most.
    private static let first = 2000

    init(_ file: SourceFile, _ bytes: [UInt8], isWhole: Bool, _ known: ColumnWords) throws {
        self =
            try Dialect(json: file, bytes, isWhole: isWhole, known)
            ?? Dialect(csv: file, bytes, isWhole: isWhole, known)
    }

    /// Objects of a document, or one a line; nil where the file is no JSON.
    ///
    /// Of nested arrays the records are the innermost elements that hold values: what is around them are fields of
    /// their parents.
    private init?(json file: SourceFile, _ bytes: [UInt8], isWhole: Bool, _ known: ColumnWords) throws {
        guard let definition = try FileInspection.jsonReader(of: file, nil, .byContent),
            let head = JSONHead(bytes, isWhole: isWhole)
        else { return nil }
        let isLines = definition.word == "jsonl"
        let places = isLines ? [""] : Self.places(in: head.names) + [""]
        var found: (place: String, own: [String], cells: [[String]])?
        (columns, records) = ([], 0)
        for place in places {
            let own = Self.values(below: place.isEmpty ? "" : place + ".", in: head.names)
            let parents = place.isEmpty ? [] : Self.parents(of: place, in: head.names)
            let path = JSONPath(place.isEmpty ? "$" : place)
            let opened: ReaderDefinition =
                isLines ? definition : .json(JSONReaderDefinition(records: path.map { [$0] } ?? []))
            let cells = try Self.cells(of: file, opened, Layout(), own + parents)
            columns = zip(own + parents, cells.columns).map { DraftColumn($0, $1, isPath: true, known) }
            (records, found) = (cells.count, (place, own, cells.columns))
            // Lists of words, as tags are, belong to the record around them.
            let isFigure = { (column: DraftColumn) in column.isNumber && !column.isNoMetric }
            let around = columns.filter { $0.title.hasPrefix("../") && isFigure($0) }
            if own.isEmpty || columns.dropLast(parents.count).contains(where: isFigure) || around.isEmpty {
                if let figure = around.first, columns.dropLast(parents.count).contains(where: isFigure) {
                    unclear.append(
                        "the lists at \(place) hold numbers, and so do the records around them "
                            + "(\(figure.title.dropFirst(3))): which of both are the records is not known")
                }
                break
            }
        }
        let (place, own, cells) = found ?? ("", [], [])
        let prefix = place.isEmpty ? "" : place + "."
        reader = isLines ? "jsonl" : "{type: json, from: \(DraftText.scalar(place.isEmpty ? "$" : place))}"
        for other in places where !isLines && !place.hasPrefix(other) && !other.hasPrefix(place) {
            doubts.append("records may be at \(other), too")
        }
        // Values that every record has identify the format.
        let always = zip(own, cells).filter { !$1.contains("") }.map(\.0)
        recognise = (always.isEmpty ? own : always).map { prefix + $0 }
        if recognise.isEmpty { recognise = [place.isEmpty ? "$" : place] }
        if columns.isEmpty { doubts.append("the records hold no values by name") }
        if head.names.contains(where: { $0.hasPrefix(place) && $0.dropFirst(place.count).contains("[*]") }) {
            doubts.append("records hold lists, which are not used")
        }
    }

    /// Where objects are in arrays: the innermost first, of those the ones with most names.
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

    /// A table with its names in a line.
    private init(csv file: SourceFile, _ bytes: [UInt8], isWhole: Bool, _ known: ColumnWords) throws {
        let head = try CSVHead(bytes, isWhole: isWhole)
        let sign = Self.delimiter(of: head)
        let rows = head.rows(delimiter: sign, limit: 200)
        // As wide as most lines are: a faulty one may be wider.
        let widths = Dictionary(rows.map { ($0.cells.count, 1) }, uniquingKeysWith: +)
        let width = widths.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
        guard let top = Self.header(in: rows, width), width > 0 else {
            let why = rows.isEmpty ? "no records to learn from" : "no line with the names of its columns"
            throw DraftFault("the file has \(why)", hint: "Write the names of the columns into its first line.")
        }
        let header = rows[top].cells
        var counts: [String: Int] = [:]
        for name in header where !name.isEmpty { counts[name, default: 0] += 1 }
        // Which of two columns of one name is meant is not known.
        let names = header.filter { counts[$0] == 1 }
        var csv = CSVReaderDefinition()
        (csv.delimiters, csv.preambleLines, csv.ragged, csv.duplicateNames) = ([sign], top, .skip, .number)
        let cells = try Self.cells(of: file, .csv(csv), Layout(preamble: top, delimiter: sign), names)
        columns = zip(names, cells.columns).map { DraftColumn($0, $1, known) }
        (records, delimiter, recognise) = (cells.count, sign, names)
        let nameless = header.indices.filter { header[$0].isEmpty }
        let isFilled = rows.dropFirst(top + 1).contains { row in
            nameless.contains { row.cells.indices.contains($0) && !row.cells[$0].isEmpty }
        }
        if isFilled { unclear.append("a column without a name has values") }
        let isRagged = rows.dropFirst(top + 1).contains { $0.cells.count != header.count }
        if isRagged { doubts.append("some records have another number of cells than the header") }
        for name in counts.filter({ $0.value > 1 }).keys.sorted() {
            let column = DraftColumn(name, [], known)
            let why = "two columns are called \(DraftText.scalar(name)): none of them is used"
            if column.role == nil, column.unit == nil { doubts.append(why) } else { unclear.append(why) }
        }
        reader =
            "{type: csv, delimiters: [\(DraftText.scalar(String(UnicodeScalar(sign))))]"
            + (top > 0 ? ", preamble: \(top)" : "") + (isRagged ? ", ragged: trailing" : "") + "}"
    }

    /// What divides most lines as it divides the first of them that it divides at all: lines may come before the header.
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

    /// The line of names: the first that is as wide as most, filled where the file has values, and with more words than the
    /// line below it. Of its own cells some may be numbers: `60` is a column of times over 60 yards.
    private static func header(in rows: [CSVHead.Row], _ width: Int) -> Int? {
        func words(_ row: CSVHead.Row) -> (words: Int, filled: Int) {
            let filled = row.cells.filter { !$0.isEmpty }
            let words = filled.count { cell in
                NumberContent([cell]) == nil && DateContent([cell]) == nil
            }
            return (words, filled.count)
        }
        let used = (0..<width).count { place in
            rows.contains { $0.cells.indices.contains(place) && !$0.cells[place].isEmpty }
        }
        return rows.prefix(20).indices.first { index in
            let row = words(rows[index])
            // A cell of blanks at the end of each line is no column.
            guard rows[index].cells.count >= width - 1, row.filled >= 1, row.filled * 3 >= used * 2 else {
                return false
            }
            if row.words == row.filled { return true }
            guard row.words * 2 > row.filled, index + 1 < rows.count else { return false }
            return row.words > words(rows[index + 1]).words
        }
    }

    /// The texts of the first records, what is missing in one is empty; and behind them those of later ones that are new.
    private static func cells(
        of file: SourceFile, _ definition: ReaderDefinition, _ layout: Layout, _ names: [String]
    ) throws -> (columns: [[String]], count: Int) {
        var columns = [[String]](repeating: [], count: names.count)
        var known: [Set<String>] = []
        let reader = try ReaderOpening.open(file.open(), definition, layout: layout, columns: names)
        let places = names.map { name in reader.header.firstIndex(of: name) }
        reader.select(columns: Array(reader.header.indices))
        let batch = reader.makeBatch()
        var count = 0
        while try reader.read(into: batch) {
            for row in 0..<batch.count {
                if count + row == first { known = columns.map { Set($0) } }
                for column in names.indices {
                    let text = places[column].flatMap { batch.text(of: batch.column($0)[row]) } ?? ""
                    if count + row < first {
                        columns[column].append(text)
                    } else if known[column].count < 3 * first, known[column].insert(text).inserted {
                        columns[column].append(text)
                    }
                }
            }
            count += batch.count
        }
        return (columns, count)
    }
}
