internal import Definitions
internal import Discovering
internal import Reading

/// Files whose records have columns of their own: dumps, and CSV of several tables.
extension FileInspection {
    /// A reader that gives every column of every table of the file; nil where the file is not such a one.
    ///
    /// The file is read twice: once for the names of its columns.
    static func sparseReader(
        _ file: SourceFile, _ match: Recogniser.Match?, _ choice: ReaderChoice
    ) throws(ReadError) -> (any RecordReader)? {
        switch match?.format.reader {
        case .csv(let definition) where definition.shape.sections != nil && (choice == .byContent || choice == .csv):
            let delimiter = match?.layout.delimiter
            let names = CSVReader.sectionNames(try file.open(), definition, delimiter)
            let others = (names.columns + definition.shape.addedColumns).filter { $0 != CSVShape.kindColumn }
            return try CSVReader(
                file.open(), definition, delimiter: delimiter, columns: [CSVShape.kindColumn] + others)
        case .sql(let definition) where choice == .byContent || choice == .sql: return try dumpReader(file, definition)
        default: break
        }
        if choice == .sql { return try dumpReader(file, SQLReaderDefinition()) }
        guard choice == .byContent, match == nil else { return nil }
        let head = try file.opening(CSVHead.size)
        let names = FormatNames.find(in: head.bytes, isWhole: head.isWhole, for: .sql(SQLReaderDefinition()))
        return names == nil ? nil : try dumpReader(file, SQLReaderDefinition())
    }

    private static func dumpReader(
        _ file: SourceFile, _ definition: SQLReaderDefinition
    ) throws(ReadError) -> any RecordReader {
        let names = SQLReader.names(try file.open())
        return try SQLReader(file.open(), definition, columns: [SQLReaderDefinition.kindColumn] + names.columns)
    }
}
