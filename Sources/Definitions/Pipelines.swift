internal import Glibc
internal import Synchronization
internal import YAML

/// Everything a pipelines folder defines.
///
/// Either all definitions are read and checked, or a valid catalogue records that they were checked, and each is read when it is used.
public struct Pipelines: Sendable {
    /// Path of the folder, of several the one at the bottom.
    public var path: String
    private var whole: Whole
    /// Nil where all is read.
    private var library: DefinitionLibrary?

    private struct Whole {
        var datasets: [Dataset] = []
        var words: [WordList] = []
        var measures: [Measure] = []
        var formats: [Format] = [] { didSet { catalogue = Made() } }
        var catalogue = Made()
        var jobs: [Job] = []
        var pages: [Page] = []
        var uses: SettingUses?
    }

    public init(path: String, datasets: [Dataset], formats: [Format], jobs: [Job]) {
        self.path = path
        whole = Whole(datasets: datasets, formats: formats, jobs: jobs)
    }

    init(_ library: DefinitionLibrary) {
        path = library.path
        whole = Whole()
        self.library = library
    }

    /// Whether its definitions come from a catalogue, each when it is used.
    package var isLibrary: Bool { library != nil }

    /// The same with all definitions read, so that they can be changed.
    private mutating func readAll() {
        guard let library else { return }
        whole = Whole(
            datasets: library.datasets, words: library.words, measures: library.measures, formats: library.formats.all,
            jobs: library.jobs, pages: library.pages)
        self.library = nil
    }

    public var datasets: [Dataset] {
        get { library?.datasets ?? whole.datasets }
        set { readAll(); whole.datasets = newValue }
    }
    public var words: [WordList] {
        get { library?.words ?? whole.words }
        set { readAll(); whole.words = newValue }
    }
    /// The register of what can be measured.
    public var measures: [Measure] {
        get { library?.measures ?? whole.measures }
        set { readAll(); whole.measures = newValue }
    }
    /// All formats with their mappings. What recognises them, and the mapping of one, `catalogue` has without reading all.
    public var formats: [Format] {
        get { library?.formats.all ?? whole.formats }
        set {
            readAll()
            (whole.formats, whole.uses) = (newValue, nil)
        }
    }
    public var jobs: [Job] {
        get { library?.jobs ?? whole.jobs }
        set { readAll(); whole.jobs = newValue }
    }
    public var pages: [Page] {
        get { library?.pages ?? whole.pages }
        set { readAll(); whole.pages = newValue }
    }

    /// The formats, each read when it is used.
    public var catalogue: FormatCatalogue { library?.formats ?? whole.catalogue.catalogue(of: whole.formats) }

    /// The catalogue of formats that are all in memory, made on first use.
    private final class Made: Sendable {
        private let made = Mutex<FormatCatalogue?>(nil)

        func catalogue(of formats: [Format]) -> FormatCatalogue {
            made.withLock { made in
                let catalogue = made ?? FormatCatalogue(formats)
                made = catalogue
                return catalogue
            }
        }
    }

    /// The formats without their mappings.
    public var entries: [FormatEntry] {
        library?.formats.entries ?? whole.formats.map { FormatEntry($0, in: self) }
    }

    /// What the formats take settings for.
    public var settingUses: SettingUses {
        library?.settingUses ?? whole.uses
            ?? SettingUses(names: settings, uses: formats.map { SettingUses.Use($0, feeding: datasets) })
    }
    /// Finds that once for all who ask, until the formats change.
    mutating func findSettingUses() { whole.uses = settingUses }

    public func dataset(named name: String) -> Dataset? {
        if let library { return library.dataset(named: name) }
        return datasets.first { $0.name == name }
    }
    /// The datasets that a format feeds, in its order; nil where one of them is not defined.
    public func datasets(of format: Format) -> [Dataset]? {
        let found = format.datasets.compactMap { dataset(named: $0) }
        return found.count == format.datasets.count ? found : nil
    }
    public func format(named name: String) -> Format? {
        if let library { return library.formats.format(named: name) }
        return whole.formats.first { $0.name == name }
    }
    public func job(named name: String) -> Job? {
        if let library, !library.jobNames.contains(name) { return nil }
        return jobs.first { $0.name == name }
    }
}

extension Pipelines {
    /// The folder of several that holds the schema and the summaries; where none does, the one at the bottom.
    public static func base(of folders: [String]) -> String {
        folders.first { access("\($0)/scorebook", F_OK) == 0 } ?? folders.first ?? ""
    }

    /// Reads and checks all definitions in a folder.
    public static func load(
        _ path: String, environment: [String: String] = Environment.process
    ) -> (Pipelines, [Fault]) {
        load([path], environment: environment)
    }

    /// Reads and checks all definitions in folders that lie one over the other: a file of a later one replaces the file of the
    /// same path below an earlier one.
    ///
    /// What is sound is in the result even where something else is not; the faults are all there are, in the order of
    /// files and lines. Folders without `dataset.yaml` are no datasets; of these only `formats` are read.
    public static func load(
        _ paths: [String], environment: [String: String] = Environment.process
    ) -> (Pipelines, [Fault]) {
        var loading = DefinitionLoading(roots: paths, environment: environment)
        loading.run()
        let order: (Fault, Fault) -> Bool = { ($0.path, $0.line, $0.column) < ($1.path, $1.line, $1.column) }
        return (loading.pipelines, loading.faults.sorted(by: order))
    }

    /// The definitions of folders, a later one over those before it, and their faults. If the first has a valid catalogue, each of its
    /// definitions is read when it is used.
    public static func open(
        _ paths: [String], environment: [String: String] = Environment.process
    ) -> (Pipelines, [Fault]) {
        guard let library = paths.first.flatMap({ DefinitionLibrary(of: $0, environment: environment) }),
            let layered = paths.count == 1
                ? library : DefinitionLibrary(library, below: Array(paths.dropFirst()))
        else { return load(paths, environment: environment) }
        return (Pipelines(layered), [])
    }

    /// Writes the catalogue that `open` uses, unless the definitions have faults.
    ///
    /// - Returns: the faults.
    public static func writeCatalogue(of path: String) throws -> [Fault] {
        var faults: [Fault] = []
        // A variable that is set is checked at each start; here none is.
        try CatalogueFile.write(path) {
            let (pipelines, found) = load(path, environment: [:])
            faults = found
            return found.isEmpty ? pipelines : nil
        }
        return faults
    }

    /// How many definitions there are.
    public struct Counts {
        public let datasets: Int
        public let formats: Int
        public let jobs: Int

        public init(datasets: Int, formats: Int, jobs: Int) {
            (self.datasets, self.formats, self.jobs) = (datasets, formats, jobs)
        }
    }

    /// Counts the definitions in these files, if a valid catalogue covers them: they were checked. Otherwise nil.
    public static func checked(_ paths: [String], in root: String) -> Counts? {
        DefinitionLibrary(of: root, environment: Environment.process)?.counts(of: paths)
    }

    /// These definitions with one more format, which is not written yet, and its faults.
    ///
    /// - Parameters:
    ///   - bytes: the text of its file.
    ///   - path: where that is to lie; a format that lies there is replaced.
    public func adding(_ bytes: [UInt8], at path: String) -> (Pipelines, [Fault]) {
        let file = DefinitionFile(path: path, lists: { words }, measures: { measures })
        let formats = Format.all(bytes, datasets: datasetsInOrder, names: datasets.map(\.name), in: file)
        var pipelines = self
        pipelines.formats.removeAll { $0.path == path }
        pipelines.formats += formats
        let marks = file.recognise.map { [path: $0] } ?? [:]
        return (pipelines, file.faults + Recognition.faults(among: pipelines.formats, at: marks))
    }

    /// Names of all settings that the formats and the engine know.
    public var settings: [String] {
        var names = Set(Job.engineSettings)
        for format in formats { names.formUnion(format.settings(with: [])) }
        for field in datasets.flatMap(\.fields) { if let wanted = field.wanted { names.insert(wanted.setting) } }
        return names.sorted()
    }
}

extension Pipelines {
    /// Where a format's files stand in the order in which files that lie together are loaded: rows that others refer to
    /// come before those.
    ///
    /// Datasets stand in the order of their references, tables of one in their own.
    public func place(of format: Format) -> Int {
        if let formats = library?.formats, let number = formats.number(named: format.name) {
            return formats.entry(number).place
        }
        let places = format.records.compactMap { record -> Int? in
            guard let dataset = dataset(named: record.dataset) else { return nil }
            let last = dataset.tables.lastIndex(where: record.gives)
            return Self.depth(of: dataset, among: datasets, below: []) * 1000 + (last ?? 0)
        }
        return places.max() ?? 0
    }

    /// The datasets, those first to whose tables others refer.
    public var datasetsInOrder: [Dataset] { Self.inOrder(datasets) }

    static func inOrder(_ datasets: [Dataset]) -> [Dataset] {
        let depths = datasets.map { depth(of: $0, among: datasets, below: []) }
        return datasets.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { datasets[$0] }
    }

    /// How many datasets stand one behind the other before this one.
    private static func depth(of dataset: Dataset, among datasets: [Dataset], below: [String]) -> Int {
        guard !below.contains(dataset.name) else { return 0 }
        let asked = Set(dataset.tables.flatMap(\.asked))
        let others = datasets.filter { other in
            other.name != dataset.name && other.tables.contains { asked.contains($0.name) }
        }
        return others.map { depth(of: $0, among: datasets, below: below + [dataset.name]) + 1 }.max() ?? 0
    }
}

extension Table {
    /// Tables whose rows it refers to or looks up.
    fileprivate var asked: [String] {
        var names = [owners?.table].compactMap { $0 }
        for column in columns {
            if let reference = column.references { names.append(reference.table) }
            for case .lookup(let table, _, _) in [column.source, column.fallback].compactMap({ $0 }) {
                names.append(table)
            }
        }
        return names
    }
}
