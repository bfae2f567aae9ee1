public import Definitions
internal import Discovering
internal import Reading

/// A first definition of a format, from a file of it: what its columns seem to be, and what is in doubt.
///
/// It holds names of columns and kinds of values, never a value.
public struct FormatDraft {
    /// The YAML.
    public private(set) var text = ""
    /// What a person has to look at.
    public private(set) var doubts: [String] = []
    /// A format that takes this file already.
    public private(set) var known: String?

    private let dataset: Dataset

    /// Looks at a file and writes a format named `name`.
    public init(
        of path: String, named name: String, dataset: Dataset, formats: [Format]
    ) throws(FileInspection.Failure) {
        self.dataset = dataset
        let file = try FileInspection.open(Candidate(path: path, name: path))
        let bytes = file.head(CSVHead.wideSize)
        do throws(ReadError) {
            let isWhole = bytes.count == file.bytes
            let head = try CSVHead(bytes, isWhole: isWhole)
            let delimiter = head.sniffedDelimiter(among: [",", ";", "\t", "|"].map { UInt8(ascii: $0) })
            let rows = head.rows(delimiter: delimiter, limit: 2000)
            known = (try? Recogniser(formats: formats).recognise(bytes, isWhole: isWhole))?.format.name
            write(name, delimiter, rows)
        } catch { throw .bad(error.description) }
    }

    private mutating func write(_ name: String, _ delimiter: UInt8, _ rows: [CSVHead.Row]) {
        let width = rows.map(\.cells.count).max() ?? 0
        let top = rows.prefix(20).firstIndex { $0.cells.count == width && !$0.cells.contains("") } ?? 0
        let header = rows.isEmpty ? [] : rows[top].cells
        let records = rows.dropFirst(top + 1)
        let columns = header.enumerated().map { index, title in
            DraftColumn(title, records.map { $0.cells.indices.contains(index) ? $0.cells[index] : "" })
        }
        let isRagged = records.contains { $0.cells.count != header.count }
        if columns.contains(where: { DraftColumn("", [$0.title]).kind.isNumber }) {
            doubts.append("the first line holds numbers: it may be a record instead of a header")
        }
        if isRagged { doubts.append("some records have another number of cells than the header") }
        if Set(header).count < header.count { doubts.append("two columns have one name") }
        if let known { doubts.append("format \(known) takes this file already: there may be no need of another") }

        var reader = "delimiters: [\(Self.scalar(delimiter == 9 ? "\\t" : String(UnicodeScalar(delimiter))))]"
        if top > 0 { reader += ", preamble: \(top)" }
        if isRagged { reader += ", ragged: trailing" }
        if Set(header).count < header.count { reader += ", duplicate_names: number" }
        let body = mapping(columns)
        text = """
            # yaml-language-server: $schema=../../definitions.schema.json
            # A first draft, from the header and the first \(records.count) records of a file. What is in doubt says DOUBT.
            # Keep in `recognise` the columns without which a file is not of this format.

            """
        for doubt in doubts { text += "# DOUBT: \(doubt)\n" }
        let names = Self.firsts(header)
        text += """
            version: 1
            format: \(name)
            title: \(Self.scalar(name))
            dataset: \(dataset.name)
            reader: {csv: {\(reader)}}
            recognise:
              - [\(names)]

            """ + body
    }

    private static func firsts(_ header: [String]) -> String {
        var seen: Set<String> = []
        return header.filter { seen.insert($0).inserted }.map(scalar).joined(separator: ", ")
    }

    /// The fields that columns can be told to be; columns left over with their kinds.
    private mutating func mapping(_ columns: [DraftColumn]) -> String {
        var free = columns.filter { !$0.title.isEmpty }
        var lines: [String] = []
        for field in dataset.fields {
            guard let index = free.firstIndex(where: { $0.isNamed(like: field.name) && $0.suits(field.type) }) else {
                continue
            }
            lines.append(line(field, free.remove(at: index)))
        }
        let mapped = Set(lines.map { String($0.dropFirst(2).prefix { $0 != ":" }) })
        for field in dataset.fields where !mapped.contains(field.name) && field.type == .date && field.isRequired {
            if let index = free.firstIndex(where: { $0.kind.isDate }) {
                lines.append(line(field, free.remove(at: index)) + "  # DOUBT: by its kind, not by its name")
            } else {
                lines.append(
                    "  \(field.name): {setting: date}  # DOUBT: no column holds dates; the setting `date` says it")
                doubts.append("no column holds dates")
            }
        }
        let required = dataset.fields.filter { field in
            field.isRequired && field.type != .date && !mapped.contains(field.name)
        }
        let measured = free.filter { $0.kind.isNumber }
        var text = "fields:\n" + lines.joined(separator: "\n") + "\n"
        if required.map(\.name) == ["metric_type"], !mapped.contains("value"), !measured.isEmpty {
            text += unpivot(measured)
            free.removeAll { $0.kind.isNumber }
        } else {
            for field in required {
                text += "  \(field.name): {constant: TO_BE_SAID}  # DOUBT: no column is named like it\n"
                doubts.append("no column is named like \(field.name)")
            }
        }
        if !free.isEmpty { text += "# Not used:\n" }
        for column in free { text += "#   \(Self.scalar(column.title)): \(column.kind.words)\n" }
        return text
    }

    private mutating func line(_ field: Field, _ column: DraftColumn) -> String {
        var parts = ["from: \(Self.scalar(column.title))"]
        var note = ""
        if case .date(let pattern, let isAmbiguous) = column.kind, field.type == .date || field.type == .instant {
            if let pattern { parts.append("pattern: \(Self.scalar(pattern))") }
            if isAmbiguous {
                note = "  # DOUBT: month first or day first?"
                doubts.append("dates can be read in two ways")
            }
        }
        if field.name == "metric_type" { parts.append("as: key") }
        if column.kind == .decimalComma { parts.append("decimal: \",\"") }
        return "  \(field.name): {\(parts.joined(separator: ", "))}\(note)"
    }

    /// Each column of numbers is a metric of its own.
    private mutating func unpivot(_ columns: [DraftColumn]) -> String {
        doubts.append("each column of numbers is taken for a metric: remove those that are none")
        var text = "# DOUBT: each column of numbers is taken for a metric; remove those that are none.\nunpivot:\n"
        for column in columns {
            let comma = column.kind == .decimalComma ? ", decimal: \",\"" : ""
            text += "  - fields:\n      metric_type: {constant: \(column.key)}\n"
            text += "      value:       {from: \(Self.scalar(column.title))\(comma)}\n"
            if let unit = column.unit {
                text += "      unit:        {constant: \(Self.scalar(unit))}\n"
            } else {
                text += "      # DOUBT: the column's name has no unit\n"
            }
        }
        return text
    }

    /// A text as a YAML scalar in a flow.
    private static func scalar(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let startsPlain = scalars.first?.properties.isAlphabetic ?? false
        let isPlain = scalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
                || " _-()/.".unicodeScalars.contains(scalar)
        }
        let words: Set = ["true", "false", "yes", "no", "null", "on", "off", "y", "n"]
        if startsPlain, isPlain, text.last != " ", !words.contains(text.lowercased()) { return text }
        if text == "\\t" { return "\"\\t\"" }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
