internal import Definitions
internal import Discovering
internal import Reading

/// Files whose records have columns of their own: dumps, and CSV of several tables.
extension FileInspection {
    /// A reader that gives every column of every table of the file; nil where the file is not such a one.
    ///
    /// The file is read twice: once for the names of its columns.
    static func sparseReader(
        _ file: SourceFile, _ head: [UInt8], _ isWhole: Bool, _ formats: [Format], _ word: String?
    ) throws(ReadError) -> (any RecordReader)? {
        let match = try? Recogniser(formats: formats).recognise(head, isWhole: isWhole)
        let known = match.map(\.format.reader)
        if word == nil || word == "csv", case .csv(let definition) = known, definition.shape.sections != nil {
            file.rewind()
            let names = CSVReader.sectionNames(
                FileSource(descriptor: file.descriptor), definition, match?.layout.delimiter)
            file.rewind()
            return try CSVReader(
                FileSource(descriptor: file.descriptor), definition, delimiter: match?.layout.delimiter,
                columns: [CSVShape.kindColumn]
                    + (names.columns + definition.shape.addedColumns).filter { $0 != CSVShape.kindColumn })
        }
        var definition = SQLReaderDefinition()
        var isDump = word == "sql"
        if case .sql(let given) = known, word == nil || word == "sql" { (definition, isDump) = (given, true) }
        if word == nil, known == nil {
            let found = FormatNames.find(in: head, isWhole: isWhole, for: .sql(definition))
            isDump = found != nil
        }
        guard isDump else { return nil }
        file.rewind()
        let names = SQLReader.names(FileSource(descriptor: file.descriptor))
        file.rewind()
        return try SQLReader(
            FileSource(descriptor: file.descriptor), definition,
            columns: [SQLReaderDefinition.kindColumn] + names.columns)
    }
}
