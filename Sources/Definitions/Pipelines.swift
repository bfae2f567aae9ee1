internal import Filing
internal import Glibc
internal import Records
internal import YAML

/// Everything a pipelines folder defines.
public struct Pipelines: Sendable {
    /// Path of the folder, of several the one at the bottom.
    public var path: String
    public var datasets: [Dataset]
    public var words: [WordList] = []
    public var formats: [Format] { didSet { knownUses = nil } }
    public var jobs: [Job]
    public var pages: [Page] = []
    private var knownUses: SettingUses?

    public init(path: String, datasets: [Dataset], formats: [Format], jobs: [Job]) {
        (self.path, self.datasets, self.formats, self.jobs) = (path, datasets, formats, jobs)
    }

    /// What the formats take settings for.
    public var settingUses: SettingUses { knownUses ?? SettingUses(self) }
    /// Finds that once for all who ask, until the formats change.
    fileprivate mutating func findSettingUses() { knownUses = SettingUses(self) }

    public func dataset(named name: String) -> Dataset? { datasets.first { $0.name == name } }
    /// The datasets that a format feeds, in its order; nil where one of them is not defined.
    public func datasets(of format: Format) -> [Dataset]? {
        let found = format.datasets.compactMap { dataset(named: $0) }
        return found.count == format.datasets.count ? found : nil
    }
    public func format(named name: String) -> Format? { formats.first { $0.name == name } }
    public func job(named name: String) -> Job? { jobs.first { $0.name == name } }
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
        var loading = Loading(roots: paths, environment: environment)
        loading.run()
        let order: (Fault, Fault) -> Bool = { ($0.path, $0.line, $0.column) < ($1.path, $1.line, $1.column) }
        return (loading.pipelines, loading.faults.sorted(by: order))
    }

    /// These definitions with one more format, which is not written yet, and its faults.
    ///
    /// - Parameters:
    ///   - bytes: the text of its file.
    ///   - path: where that is to lie; a format that lies there is replaced.
    public func adding(_ bytes: [UInt8], named name: String, at path: String) -> (Pipelines, [Fault]) {
        let file = DefinitionFile(path: path, lists: words)
        let formats = Format.all(
            bytes, stem: name, datasets: datasetsInOrder, names: datasets.map(\.name), in: file)
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

/// The folders while they are read.
private struct Loading {
    /// A later one lies over those before it.
    let roots: [String]
    let environment: [String: String]
    var pipelines: Pipelines
    var faults: [Fault] = []
    /// Where `recognise` stands in each format.
    var recognise: [String: Mark] = [:]

    init(roots: [String], environment: [String: String]) {
        self.roots = roots
        self.environment = environment
        pipelines = Pipelines(path: roots.first ?? "", datasets: [], formats: [], jobs: [])
    }

    mutating func run() {
        var ofRoots: [(root: String, names: [String])] = []
        for root in roots {
            guard let names = try? FolderListing.visibleNames(in: root) else {
                faults.append(Fault(path: root, line: 1, column: 1, message: "no such folder, or it cannot be read"))
                return
            }
            ofRoots.append((root, names))
        }
        let names = Set(ofRoots.flatMap(\.names)).sorted()
        let folders = names.filter { mayBeFile(located("\($0)/dataset.yaml")) }
        for (root, names) in ofRoots { faults += StrayFiles.faults(in: root, names, datasets: folders) }
        for folder in folders {
            read("\(folder)/dataset.yaml") { bytes, file in Dataset(bytes, folder: folder, in: file) }
                .map { pipelines.datasets.append($0) }
        }
        for folder in folders {
            for name in definitions(in: "\(folder)/words") {
                guard let list = read("\(folder)/words/\(name).yaml", { WordList($0, stem: name, in: $1) }) else {
                    continue
                }
                if let other = pipelines.words.first(where: { $0.name == list.name }) {
                    let message = "word list `\(list.name)` is also defined in \(other.path)"
                    faults.append(Fault(path: list.path, line: 1, column: 1, message: message))
                }
                pipelines.words.append(list)
            }
        }
        let datasets = pipelines.datasetsInOrder
        for folder in names {
            for name in definitions(in: "\(folder)/formats") {
                readFormats(name, in: folder, datasets, names: folders)
            }
        }
        for name in definitions(in: "pages") {
            read("pages/\(name).yaml") { Page($0, stem: name, in: $1) }.map { pipelines.pages.append($0) }
        }
        shareIgnored()
        faults += Recognition.faults(among: pipelines.formats, at: recognise)
        pipelines.findSettingUses()
        let settings = pipelines.settingUses
        let environment = environment
        for name in definitions(in: "") {
            read("\(name).yaml") { bytes, file in
                let scope = Scope(file: file, datasetNames: folders, settings: settings, environment: environment)
                return Job(bytes, stem: name, scope)
            }
            .map { pipelines.jobs.append($0) }
        }
    }

    /// Whether there may be a file, as far as its entry shows: reading it shows the rest.
    private func mayBeFile(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return ![ENOENT, ENOTDIR].contains(errno) }
        return status.st_mode & S_IFMT == S_IFREG
    }

    /// Formats of several datasets may lie in a folder of their own.
    private mutating func readFormats(_ name: String, in folder: String, _ datasets: [Dataset], names: [String]) {
        let formats = read("\(folder)/formats/\(name).yaml") { bytes, file in
            Format.all(bytes, stem: name, datasets: datasets, names: names, in: file)
        }
        guard let formats else { return }
        if !names.contains(folder), formats.count == 1, let format = formats.first, format.datasets.count == 1,
            let dataset = format.datasets.first
        {
            faults.append(
                Fault(
                    path: format.path, line: 1, column: 1,
                    message: "this format feeds one dataset only, so its file belongs in that dataset's folder",
                    suggestion: "\(dataset)/formats"))
        }
        pipelines.formats += formats
    }

    /// Formats of one export name the format that lists what lies beside them.
    private mutating func shareIgnored() {
        let formats = pipelines.formats
        for (index, format) in formats.enumerated() {
            pipelines.formats[index].ignore = format.ignore.flatMap { entry -> [IgnoredEntry] in
                // A pattern has an ending or a wildcard, or is of a folder's.
                if entry.pattern.contains(where: { ".*/".contains($0) }) { return [entry] }
                let listing = formats.filter { $0.name != format.name && !$0.ignore.isEmpty }
                if let other = listing.first(where: { $0.name == entry.pattern }) { return other.ignore }
                let mark = format.ignoreMark ?? Mark(line: 1, column: 1)
                faults.append(
                    Fault(
                        path: format.path, line: mark.line, column: mark.column,
                        message: "no format `\(entry.pattern)` has an `ignore` list",
                        suggestion: Suggestion.name(near: entry.pattern, among: listing.map(\.name))))
                return []
            }
        }
    }

    /// The file of a name below the roots: that of the last one that has it.
    private func located(_ name: String) -> String {
        let found = roots.last { mayBeFile("\($0)/\(name)") } ?? roots.first
        return "\(found ?? "")/\(name)"
    }

    /// Names of the definitions in a folder below the roots, without their ending, each once.
    private mutating func definitions(in folder: String) -> [String] {
        var found: Set<String> = []
        for root in roots {
            let path = folder.isEmpty ? root : "\(root)/\(folder)"
            guard let names = try? FolderListing.visibleNames(in: path) ?? [] else {
                faults.append(Fault(path: path, line: 1, column: 1, message: DefinitionFile.unreadable))
                continue
            }
            found.formUnion(names.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) })
        }
        return found.sorted()
    }

    private mutating func read<Definition>(
        _ name: String, _ make: ([UInt8], DefinitionFile) -> Definition?
    ) -> Definition? {
        let file = DefinitionFile(path: located(name), lists: pipelines.words)
        guard let bytes = DefinitionFile.bytes(of: file.path) else {
            faults.append(Fault(path: file.path, line: 1, column: 1, message: DefinitionFile.unreadable))
            return nil
        }
        let definition = make(bytes, file)
        faults += file.faults
        recognise[file.path] = file.recognise
        return definition
    }
}

extension Pipelines {
    /// Where a format's files stand in the order in which files that lie together are loaded: rows that others refer to
    /// come before those.
    ///
    /// Datasets stand in the order of their references, tables of one in their own.
    public func place(of format: Format) -> Int {
        let places = format.records.compactMap { record -> Int? in
            guard let dataset = dataset(named: record.dataset) else { return nil }
            let last = dataset.tables.lastIndex(where: record.gives)
            return depth(of: dataset, below: []) * 1000 + (last ?? 0)
        }
        return places.max() ?? 0
    }

    /// The datasets, those first to whose tables others refer.
    public var datasetsInOrder: [Dataset] {
        let depths = datasets.map { depth(of: $0, below: []) }
        return datasets.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { datasets[$0] }
    }

    /// How many datasets stand one behind the other before this one.
    private func depth(of dataset: Dataset, below: [String]) -> Int {
        guard !below.contains(dataset.name) else { return 0 }
        let asked = Set(dataset.tables.flatMap(\.asked))
        let others = datasets.filter { other in
            other.name != dataset.name && other.tables.contains { asked.contains($0.name) }
        }
        return others.map { depth(of: $0, below: below + [dataset.name]) + 1 }.max() ?? 0
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
