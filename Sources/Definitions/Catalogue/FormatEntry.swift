/// A format without its mapping: its names, how its files are recognised, and which settings it takes.
public struct FormatEntry: Sendable {
    public var name: String
    public var title: String
    /// How the layout of its files is known; empty where the definition does not say so.
    public var evidence: String
    /// Path of the file that defines it.
    public var path: String
    /// Whether it is made from the datasets' tables.
    var isOfTables: Bool
    public var datasets: [String]
    /// The reader's word.
    public var reader: String
    /// Position in the loading order, see `Pipelines.place`.
    var place = 0
    /// Names of the manifests of photos.
    var manifests: [String] = []
    /// The layout of its tables; nil if recognition needs more of it than an entry holds.
    private var table: CSVReaderDefinition?
    /// Columns that it mentions, and columns that its files never have.
    private var columns: [String]
    private var without: [String]
    private var namesPeople: Bool
    /// Sets of column names; a header that holds one of them is of this format.
    public var recognise: [[String]]
    /// Other spellings of its columns.
    private var spellings: [String: [String]]
    /// Columns of layouts that it knows and refuses.
    var refused: [[String]]
    /// Settings that can change what its files become.
    public var settings: [String]
    var uses: SettingUses.Use

    /// - Parameter pipelines: nil where the entry only serves recognition.
    init(_ format: Format, in pipelines: Pipelines? = nil) {
        let datasets = pipelines?.datasets(of: format) ?? []
        name = format.name
        title = format.title
        evidence = format.evidence?.text ?? ""
        path = format.path
        isOfTables = format.isOfTables
        self.datasets = format.datasets
        reader = format.reader.word
        if case .jpeg(let jpeg) = format.reader { manifests = jpeg.manifests }
        if case .csv(let csv) = format.reader, csv.isShort { table = csv }
        (columns, without, namesPeople) = (format.columns, format.without, format.namesPeople)
        (recognise, spellings) = (format.recognise, format.spellings)
        refused = format.refuse.map(\.columns).filter { !$0.isEmpty }
        settings = format.settings(with: datasets).sorted()
        uses = SettingUses.Use(format, feeding: datasets)
        if let pipelines { place = pipelines.place(of: format) }
    }

    var shape: Recognition.Shape {
        Recognition.Shape(
            name: name, path: path, reader: reader, recognise: recognise, spellings: spellings, without: without,
            mentioned: Set(columns).union(recognise.joined()).union(spellings.keys).union(spellings.values.joined()),
            excludesPeople: !namesPeople && table?.shape.sections == nil && reader == "csv")
    }

    /// The sets that recognise its files, then those of layouts that it refuses. Each column is a list of its spellings.
    var sets: [[[String]]] {
        (recognise + refused).map { set in set.map { [$0] + (spellings[$0] ?? []) } }
    }
}

extension FormatEntry {
    /// The format without its mapping, for recognition. Nil if recognition needs more of it than an entry holds.
    var outline: Format? {
        let definition =
            reader == "csv"
            ? table.map(ReaderDefinition.csv) : ReaderDefinition.withoutHeader.first { $0.word == reader }
        return definition.map { definition in
            var outline = Format(
                outlining: columns, namesPeople: namesPeople, name: name, title: title, path: path, reader: definition,
                recognise: recognise, without: without)
            outline.spellings = spellings
            return outline
        }
    }

    static func readerWord(_ reader: inout CatalogueReader) -> String {
        for _ in 0..<3 { _ = reader.range() }
        return reader.text()
    }

    func write(to writer: inout CatalogueWriter) {
        for text in [name, title, path, reader, evidence] { writer.add(text) }
        writer.add(datasets)
        writer.add(isOfTables ? 1 : 0)
        writer.add(place)
        writer.add(table.map { [$0] } ?? []) { $1.write(to: &$0) }
        writer.add(columns)
        writer.add(without)
        writer.add(namesPeople ? 1 : 0)
        writer.add(recognise) { $0.add($1) }
        writer.add(spellings.sorted { $0.key < $1.key }) { writer, entry in
            writer.add(entry.key)
            writer.add(entry.value)
        }
        writer.add(refused) { $0.add($1) }
        writer.add(settings)
        uses.write(to: &writer)
    }

    init(_ reader: inout CatalogueReader) {
        (name, title, path, self.reader) = (reader.text(), reader.text(), reader.text(), reader.text())
        evidence = reader.text()
        datasets = reader.texts()
        isOfTables = reader.number() == 1
        place = reader.number()
        table = reader.list { CSVReaderDefinition(&$0) }.first
        columns = reader.texts()
        without = reader.texts()
        namesPeople = reader.number() == 1
        recognise = reader.list { $0.texts() }
        spellings = Dictionary(uniqueKeysWithValues: reader.list { ($0.text(), $0.texts()) })
        refused = reader.list { $0.texts() }
        settings = reader.texts()
        uses = SettingUses.Use(&reader, datasets: datasets)
    }
}

extension CSVReaderDefinition {
    /// Whether an entry holds all that recognition needs of it.
    fileprivate var isShort: Bool {
        var short = CSVShape()
        (short.header, short.recordColumn, short.isHeaderRepeated) =
            (shape.header, shape.recordColumn, shape.isHeaderRepeated)
        return shape == short && shape.header != .labelledRow
    }

    fileprivate func write(to writer: inout CatalogueWriter) {
        writer.add(delimiters)
        writer.add(preambleLines)
        writer.add(quoting.rawValue)
        writer.add(ragged.rawValue)
        writer.add([shape.recordColumn].compactMap(\.self))
        if case .none(let names, let width) = shape.header {
            writer.add(width + 1)
            writer.add(names)
        } else {
            writer.add(0)
        }
    }

    fileprivate init(_ reader: inout CatalogueReader) {
        self.init()
        delimiters = Array(reader.text().utf8)
        preambleLines = reader.number()
        quoting = Quoting(rawValue: reader.text()) ?? quoting
        ragged = Ragged(rawValue: reader.text()) ?? ragged
        shape.recordColumn = reader.texts().first
        let width = reader.number()
        if width > 0 { shape.header = .none(names: reader.texts(), width: width - 1) }
    }
}
