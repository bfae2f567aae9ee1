internal import Definitions
internal import Discovering
internal import Reading

extension FileInspection {
    /// How a file is read as JSON: as its format says, else as its content looks, else as it is named; nil if it is none.
    static func jsonReader(of file: SourceFile, formats: [Format], reader: String?) -> ReaderDefinition? {
        let wanted = reader.map { [$0] } ?? ["json", "jsonl"]
        if let match = try? UnitPreparation.recognise(file, with: Recogniser(formats: formats)) {
            if wanted.contains(match.format.reader.word) { return match.format.reader }
            if reader == nil { return nil }
        }
        switch reader {
        case nil: break
        case "json": return .json(JSONReaderDefinition())
        case "jsonl": return .jsonl(JSONLinesReaderDefinition())
        default: return nil
        }
        let head = file.head(CSVHead.size)
        let name = file.name.lowercased()
        let isNamedLines = name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson")
        switch JSONHead(head, isWhole: head.count == file.bytes)?.form {
        case .document: return isNamedLines ? .jsonl(JSONLinesReaderDefinition()) : .json(JSONReaderDefinition())
        case .lines: return .jsonl(JSONLinesReaderDefinition())
        case .either: return isNamedLines ? .jsonl(JSONLinesReaderDefinition()) : .json(JSONReaderDefinition())
        case nil:
            if let kind = ContentKind.recognise(head), kind != .json { return nil }
            if isNamedLines { return .jsonl(JSONLinesReaderDefinition()) }
            return name.hasSuffix(".json") ? .json(JSONReaderDefinition()) : nil
        }
    }

    /// Hands out the first records, every value by its path.
    static func peek(
        _ file: SourceFile, _ definition: ReaderDefinition, _ records: Int, _ emit: (String) -> Void
    ) throws(ReadError) {
        file.rewind()
        let source = FileSource(descriptor: file.descriptor)
        let reader = try ReaderOpening.open(source, definition, layout: Layout(), columns: JSONPeek.columns)
        if let document = reader as? JSONReader { document.spanLimit = .max }
        let patterns =
            switch definition {
            case .json(let json): json.records.count
            case .jsonl(let lines): lines.records.count
            default: 0
            }
        try JSONPeek(reader, showsKind: patterns > 1).lines(records, emit: emit)
    }
}
