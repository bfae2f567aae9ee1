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
    ) throws -> (any RecordReader)? {
        let known = match.map(\.format.reader)
        if choice == .byContent || choice == .csv, case .csv(let definition) = known, definition.shape.sections != nil {
            let names = CSVReader.sectionNames(try file.open(), definition, match?.layout.delimiter)
            return try CSVReader(
                try file.open(), definition, delimiter: match?.layout.delimiter,
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
