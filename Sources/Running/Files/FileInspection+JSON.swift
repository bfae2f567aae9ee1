internal import Definitions
internal import Discovering
internal import Reading

extension FileInspection {
    /// How a file is read as JSON: as its format says, else as its content looks, else as it is named; nil if it is none.
    static func jsonReader(
        of file: SourceFile, _ match: Recogniser.Match?, _ choice: ReaderChoice
    ) throws -> ReaderDefinition? {
        let known = match?.format.reader
        switch choice {
        case .csv, .xml, .sql, .jpeg: return nil
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
