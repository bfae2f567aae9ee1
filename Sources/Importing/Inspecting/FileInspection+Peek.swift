public import Definitions
internal import Discovering
internal import Reading

/// How `peek` reads a file.
extension FileInspection {
    /// Which reader is asked for; by default what the file is.
    public enum ReaderChoice: String, Sendable { case byContent, csv, json, jsonl, xml, sql, fit, track, jpeg }

    /// Hands out the first records of a file as JSON lines; how many of them have defects.
    ///
    /// A file of a known format is read as that format says (quotes, lines before the header, elements). Of others CSV is
    /// RFC 4180's to the letter, its delimiter the one among comma, semicolon, tab and bar that divides the file best, and
    /// of XML every child of the root is a record. `ARCHIVE!ENTRY` names an entry of an archive; without it the first is
    /// taken that a format knows.
    @discardableResult
    public static func peek(
        _ path: String, formats: FormatCatalogue, reader choice: ReaderChoice = .byContent, headers: Headers,
        records: Int,
        emit: (String) -> Void
    ) throws -> Int {
        let recogniser = Recogniser(formats)
        let file = try entry(of: path, recogniser)
        do {
            let match = headers == .first ? try? FormatChoice.recognise(file, with: recogniser) : nil
            let head = try file.opening(XMLHead.size)
            if choice == .jpeg || (choice == .byContent && isPhoto(head.bytes)) {
                let facts = FileFacts(path: file.name, modified: file.modified)
                let reader = JPEGReader(try file.open(), about: facts, columns: JPEGReader.columns)
                return try Peek(reader, cells: .present).lines(records, emit: emit)
            }
            if let form = activityForm(of: head.bytes, choice) {
                let reader = ActivityReader(
                    try file.open(), ActivityReaderDefinition(form), columns: ActivityReader.columns(of: form))
                return try Peek(reader, cells: .present).lines(records, emit: emit)
            }
            if headers == .first, let reader = try sparseReader(file, match, choice) {
                return try Peek(reader, cells: .present).lines(records, emit: emit)
            }
            if let json = try jsonReader(of: file, match, choice) {
                return try peek(file, json, records, emit)
            }
            if let match, choice == .byContent || choice.rawValue == match.format.reader.word {
                let reader = try match.reader(of: file.open())
                return try Peek(reader, cells: match.format.reader.hasHeader ? .all : .present)
                    .lines(records, emit: emit)
            }
            let isXML = ContentKind.recognise(head.bytes) == .xml
            if choice == .xml || (choice == .byContent && isXML) {
                return try peekXML(file, records, emit)
            }
            var definition = CSVReaderDefinition()
            definition.delimiters = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
            definition.duplicateNames = .number
            definition.quoting = .strict
            let delimiter = try CSVHead(head.bytes, isWhole: head.isWhole)
                .sniffedDelimiter(among: definition.delimiters)
            let reader = try CSVReader(
                file.open(), definition, delimiter: delimiter, header: headers == .none ? .none : .after(0))
            return try Peek(reader, isHeadless: headers == .none).lines(records, emit: emit)
        } catch let error as ReadError { throw Failure.bad(error.description) }
    }

    /// Whether the bytes begin a photo that can be read.
    private static func isPhoto(_ head: [UInt8]) -> Bool {
        FormatNames.find(in: head, isWhole: false, for: .jpeg(JPEGReaderDefinition())) != nil
    }

    /// How an activity's file is written; nil where the bytes begin none, or another reader is asked for.
    private static func activityForm(of head: [UInt8], _ choice: ReaderChoice) -> ActivityReaderDefinition.Form? {
        ActivityReaderDefinition.Form.allCases.first { form in
            choice.rawValue == form.rawValue
                || choice == .byContent
                    && FormatNames.find(in: head, isWhole: false, for: .activity(ActivityReaderDefinition(form))) != nil
        }
    }

    private static func peekXML(_ file: SourceFile, _ records: Int, _ emit: (String) -> Void) throws -> Int {
        // What comes further down is read, but its columns are not known.
        let head = XMLHead(try file.opening(1 << 20).bytes)
        let definition = head?.definition ?? XMLReaderDefinition()
        let reader = try XMLReader(file.open(), definition, columns: head?.columns ?? [])
        return try Peek(reader, cells: .present).lines(records, emit: emit)
    }

    /// The file, or the entry of an archive that is meant.
    private static func entry(of path: String, _ recogniser: Recogniser) throws -> SourceFile {
        var name: String?
        var outer = path
        if path != "-", FileSize.of(path) == nil, let mark = path.firstIndex(of: "!") {
            (outer, name) = (String(path[..<mark]), String(path[path.index(after: mark)...]))
        }
        let file = try open(Candidate(path: outer, name: outer))
        let archive: ArchiveFile?
        do { archive = try ArchiveFile.open(file) } catch let error as DiscoveryError {
            throw Failure.bad(error.message)
        }
        guard let archive else { return file }
        var (first, known, faults): (SourceFile?, SourceFile?, [String]) = (nil, nil, [])
        archive.forEach { entry in
            if let name {
                if entry.name == "\(outer)!\(name)" { known = entry.file }
            } else if let fault = entry.fault {
                faults.append(fault.message)
            } else if !entry.isSystemFile, known == nil {
                first = first ?? entry.file
                if (try? FormatChoice.recognise(entry.file, with: recogniser)) != nil { known = entry.file }
                entry.file.forget()
            }
        }
        if let found = known ?? first { return found }
        throw Failure.bad(
            faults.first ?? (name == nil ? "the archive holds nothing to look at" : "no such entry in the archive"))
    }
}

extension FileInspection {
    /// How a file is read as JSON: as its format says, else as its content looks, else as it is named; nil if it is none.
    static func jsonReader(
        of file: SourceFile, _ match: Recogniser.Match?, _ choice: ReaderChoice
    ) throws -> ReaderDefinition? {
        let known = match?.format.reader
        switch choice {
        case .csv, .xml, .sql, .fit, .track, .jpeg: return nil
        case .json: return known?.word == "json" ? known : .json(JSONReaderDefinition())
        case .jsonl: return known?.word == "jsonl" ? known : .jsonl(JSONLinesReaderDefinition())
        case .byContent: break
        }
        if let known { return known.word == "json" || known.word == "jsonl" ? known : nil }
        let head = try file.opening(CSVHead.size)
        let name = file.name.lowercased()
        let isNamedLines = name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson")
        switch JSONHead(head.bytes, isWhole: head.isWhole)?.form {
        case .lines: return .jsonl(JSONLinesReaderDefinition())
        case .document, .either:
            return isNamedLines ? .jsonl(JSONLinesReaderDefinition()) : .json(JSONReaderDefinition())
        case nil:
            if let kind = ContentKind.recognise(head.bytes), kind != .json { return nil }
            if isNamedLines { return .jsonl(JSONLinesReaderDefinition()) }
            return name.hasSuffix(".json") ? .json(JSONReaderDefinition()) : nil
        }
    }

    /// Hands out the first records, every value by its path.
    static func peek(
        _ file: SourceFile, _ definition: ReaderDefinition, _ records: Int, _ emit: (String) -> Void
    ) throws -> Int {
        let reader = try ReaderOpening.open(file.open(), definition, layout: Layout(), columns: JSONPeek.columns)
        if let document = reader as? JSONReader { document.spanLimit = .max }
        let patterns =
            switch definition {
            case .json(let json): json.records.count
            case .jsonl(let lines): lines.records.count
            default: 0
            }
        return try JSONPeek(reader, showsKind: patterns > 1).lines(records, emit: emit)
    }
}

/// Files whose records have columns of their own: dumps, and CSV of several tables.
extension FileInspection {
    /// A reader that gives every column of every table of the file; nil where the file is not such a one.
    ///
    /// The file is read twice: once for the names of its columns.
    static func sparseReader(
        _ file: SourceFile, _ match: Recogniser.Match?, _ choice: ReaderChoice
    ) throws -> (any RecordReader)? {
        let known = match.map(\.format.reader)
        if choice == .byContent || choice == .csv, case .csv(let definition) = known, definition.shape.sections != nil {
            let names = CSVReader.sectionNames(try file.open(), definition, match?.layout)
            return try CSVReader(
                try file.open(), definition, delimiter: match?.layout.delimiter,
                encoding: match?.layout.encoding,
                columns: [CSVShape.kindColumn]
                    + (names.columns + definition.shape.addedColumns).filter { $0 != CSVShape.kindColumn })
        }
        var definition = SQLReaderDefinition()
        var isDump = choice == .sql
        if case .sql(let given) = known, choice == .byContent || choice == .sql { (definition, isDump) = (given, true) }
        if choice == .byContent, known == nil {
            let head = try file.opening(CSVHead.size)
            isDump = FormatNames.find(in: head.bytes, isWhole: head.isWhole, for: .sql(definition)) != nil
        }
        guard isDump else { return nil }
        let names = SQLReader.names(try file.open())
        return try SQLReader(
            try file.open(), definition, columns: [SQLReaderDefinition.kindColumn] + names.columns)
    }
}
