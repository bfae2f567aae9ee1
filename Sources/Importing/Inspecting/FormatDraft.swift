public import Definitions
internal import Discovering
internal import Reading
internal import Records
internal import Reporting

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

    /// What a file shows: how it is read, by what it is known, and what its columns seem to be.
    struct Look {
        /// `{csv: {...}}` without its outer braces.
        var reader: String
        var recognise: [String]
        var columns: [DraftColumn]
        var records: Int
        var doubts: [String] = []
    }

    /// Looks at a file and writes a format named `name`.
    public init(
        of path: String, named name: String, dataset: Dataset, formats: [Format]
    ) throws {
        self.dataset = dataset
        let file = try FileInspection.open(Candidate(path: path, name: path))
        let bytes = file.head(CSVHead.wideSize)
        do {
            let isWhole = bytes.count == file.bytes
            let look = try Look(json: file, bytes, isWhole: isWhole) ?? Look(csv: bytes, isWhole: isWhole)
            known = (try? Recogniser(formats: formats).recognise(bytes, isWhole: isWhole))?.format.name
            write(name, look)
        } catch let error as ReadError { throw FileInspection.Failure.bad(error.description) }
    }

    private mutating func write(_ name: String, _ look: Look) {
        doubts += look.doubts
        if let known { doubts.append("format \(known) takes this file already: there may be no need of another") }
        let body = mapping(look.columns, of: name)
        text = """
            # yaml-language-server: $schema=../../definitions.schema.json
            # A first draft, from the names and the first \(look.records) records of a file. What is in doubt says DOUBT.
            # Keep in `recognise` the columns without which a file is not of this format.

            """
        for doubt in doubts { text += "# DOUBT: \(doubt)\n" }
        text += """
            format: \(name)
            title: \(Self.scalar(name))
            dataset: \(dataset.name)
            reader: \(look.reader)
            recognise:
              - [\(look.recognise.map(Self.scalar).joined(separator: ", "))]

            """ + body
    }

    /// The fields that columns are recognised as; columns left over with their kinds.
    private mutating func mapping(_ columns: [DraftColumn], of name: String) -> String {
        var free = columns.filter { !$0.title.isEmpty }
        var lines: [String] = []
        for field in dataset.fields {
            guard let index = free.firstIndex(where: { $0.isNamed(like: field, of: dataset) && $0.suits(field.type) })
            else {
                continue
            }
            lines.append(line(field, free.remove(at: index)))
        }
        let mapped = Set(lines.map { String($0.dropFirst(2).prefix { $0 != ":" }) })
        let isTime = { (field: Field) in field.type == .date || field.type == .instant }
        for field in dataset.fields where !mapped.contains(field.name) && isTime(field) && field.isRequired {
            // A day and its instant come from one column.
            if let column = columns.first(where: { $0.kind.isDate && $0.suits(field.type) }) {
                free.removeAll { $0.title == column.title }
                lines.append(line(field, column) + "  # DOUBT: by its kind, not by its name")
            } else {
                let setting = field.type == .date ? "date" : field.name
                lines.append(
                    "  \(field.name): {setting: \(setting)}  # DOUBT: no column holds it; the setting `\(setting)` says it"
                )
                doubts.append("no column holds \(field.type == .date ? "dates" : "times")")
            }
        }
        let required = dataset.fields.filter { field in
            field.isRequired && !isTime(field) && !mapped.contains(field.name)
        }
        let measured = free.filter { $0.kind.isNumber }
        var text = ""
        if let index = free.firstIndex(where: \.isOfPeople) {
            let column = Self.scalar(free.remove(at: index).title)
            text += "# DOUBT: without `person` every record is taken for the owner's.\n"
            text += "person: {from: \(column), setting: \(name.replacing("-", with: "_"))_names}\n"
            doubts.append("column \(column) seems to say whose records these are")
        }
        text += "fields:\n" + lines.joined(separator: "\n") + "\n"
        if let measures = dataset.measures, required.map(\.name) == [measures.by], !mapped.contains(measures.value),
            !measured.isEmpty
        {
            text += unpivot(measured, measures)
            free.removeAll { $0.kind.isNumber }
        } else {
            for field in required {
                text += "  \(field.name): \(Self.standIn(field))  # DOUBT: no column is named like it\n"
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
        if case .moment(let hasOffset) = column.kind {
            if field.type == .date { parts.append("as: local-date") }
            if field.type == .instant, !hasOffset { parts.append("as: local-time") }
            if !hasOffset {
                note = "  # DOUBT: in which zone? the setting `zone` says it"
                doubts.append("times have no offset")
            }
        }
        if case .date(let pattern, let isAmbiguous) = column.kind, field.type == .date || field.type == .instant {
            if let pattern { parts.append("pattern: \(Self.scalar(pattern))") }
            if isAmbiguous {
                note = "  # DOUBT: month first or day first?"
                doubts.append("dates can be read in two ways")
            }
        }
        if field.name == dataset.measures?.by { parts.append("as: key") }
        if column.kind == .decimalComma { parts.append("number: \"1234,5\"") }
        return "  \(field.name): {\(parts.joined(separator: ", "))}\(note)"
    }

    /// A placeholder for a required field.
    private static func standIn(_ field: Field) -> String {
        guard field.type == .text else { return "{setting: \(field.name)}" }
        return "{constant: \(field.oneOf.first.map(scalar) ?? "TO_BE_SAID")}"
    }

    /// Each column of numbers is a metric of its own.
    private mutating func unpivot(_ columns: [DraftColumn], _ measures: Measures) -> String {
        doubts.append("each column of numbers is taken for a metric: remove those that are none")
        var text = "# DOUBT: each column of numbers is taken for a metric; remove those that are none.\nunpivot:\n"
        for column in columns {
            let comma = column.kind == .decimalComma ? ", number: \"1234,5\"" : ""
            func key(_ name: String) -> String { "      " + (name + ":").padded(to: measures.by.count + 1) }
            text += "  - fields:\n\(key(measures.by)) {constant: \(column.key)}\n"
            text += "\(key(measures.value)) {from: \(Self.scalar(column.title))\(comma)}\n"
            if let unit = column.unit {
                text += "\(key(measures.unit)) {constant: \(Self.scalar(unit))}\n"
            } else {
                text +=
                    "      # DOUBT: the column's name has no unit: `\(measures.unit): {constant: mph}`, with the unit's name\n"
            }
        }
        return text
    }

    /// A text as a YAML scalar in a flow.
    static func scalar(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let startsPlain = scalars.first?.properties.isAlphabetic ?? false
        let isPlain = scalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
                || " _-()/.".unicodeScalars.contains(scalar)
        }
        let words: Set = ["true", "false", "yes", "no", "null", "on", "off", "y", "n"]
        if startsPlain, isPlain, text.last != " ", !words.contains(text.lowercased()) { return text }
        return JSONText.shown(text, in: .yaml)
    }
}
