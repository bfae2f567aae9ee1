internal import Records
internal import Synchronization

/// A folder of definitions with a valid catalogue. Each definition is read when it is first used.
final class DefinitionLibrary: Sendable {
    private let file: CatalogueFile
    private let environment: [String: String]
    private let state = Mutex(State())

    private struct State {
        var datasets: [String: Dataset] = [:]
        var words: [WordList]?
        var jobs: (read: [Job], faults: [Fault])?
        var pages: [Page]?
        var formats: [Int: Format] = [:]
    }

    /// Nil if the folder has no valid catalogue, or a job is faulty with these variables.
    init?(of root: String, environment: [String: String]) {
        guard let file = CatalogueFile(of: root) else { return nil }
        self.file = file
        self.environment = environment
        guard jobFaults.isEmpty else { return nil }
    }

    var path: String { file.root }

    /// The formats; each is read when it is used.
    var formats: FormatCatalogue { file.formats { [self] in format($0) } }

    var settingUses: SettingUses { SettingUses(names: file.settings, uses: formats.entries.map(\.uses)) }

    var jobNames: [String] { file.jobs }

    var datasets: [Dataset] { file.datasets.compactMap { dataset(in: $0) } }

    func dataset(named name: String) -> Dataset? { file.datasets.contains(name) ? dataset(in: name) : nil }

    /// Nil if the file has gone since the start.
    private func dataset(in folder: String) -> Dataset? {
        if let known = state.withLock({ $0.datasets[folder] }) { return known }
        let dataset = read("\(folder)/dataset.yaml") { Dataset($0, folder: folder, in: $1) }
        state.withLock { $0.datasets[folder] = dataset }
        return dataset
    }

    var words: [WordList] {
        if let known = state.withLock({ $0.words }) { return known }
        let words = file.words.compactMap { path in
            read(path) { WordList($0, stem: Self.stem(of: path), in: $1) }
        }
        state.withLock { $0.words = words }
        return words
    }

    var jobs: [Job] { readJobs().read }

    /// Faults of the jobs. They were checked when the catalogue was written, with the variables of that moment.
    var jobFaults: [Fault] {
        file.variables.contains { environment[$0] != nil } ? readJobs().faults : []
    }

    private func readJobs() -> (read: [Job], faults: [Fault]) {
        if let known = state.withLock({ $0.jobs }) { return known }
        let uses = settingUses
        var faults: [Fault] = []
        let jobs = file.jobs.compactMap { name in
            read("\(name).yaml") { bytes, definition in
                let scope = Scope(
                    file: definition, datasetNames: file.datasets, settings: uses, environment: environment)
                let job = Job(bytes, stem: name, scope)
                faults += definition.faults
                return job
            }
        }
        state.withLock { $0.jobs = (jobs, faults) }
        return (jobs, faults)
    }

    var pages: [Page] {
        if let known = state.withLock({ $0.pages }) { return known }
        let pages = file.pages.compactMap { name in
            read("pages/\(name).yaml") { Page($0, stem: name, in: $1) }
        }
        state.withLock { $0.pages = pages }
        return pages
    }

    /// Reads a format with its mapping.
    private func format(_ number: Int) -> Format? {
        if let known = state.withLock({ $0.formats[number] }) { return known }
        let catalogue = formats
        let entry = catalogue.entry(number)
        // Formats made from tables may need all datasets; others name theirs.
        let datasets = entry.isOfTables ? Pipelines.inOrder(self.datasets) : entry.datasets.compactMap(dataset(named:))
        let formats = read(entry.path) { bytes, definition in
            Format.all(
                bytes, stem: Self.stem(of: entry.path), datasets: datasets, names: file.datasets, in: definition)
        }
        guard var format = formats?.first(where: { $0.name == entry.name }) else { return nil }
        format.shareIgnored { name in catalogue.number(named: name).flatMap { self.format($0) } }
        state.withLock { $0.formats[number] = format }
        return format
    }

    /// Counts the definitions in these files; nil if one of them is not a definition of the folder.
    func counts(of paths: [String]) -> Pipelines.Counts? {
        let asked = Set(paths)
        let found = { (names: [String]) in names.filter { asked.contains("\(self.file.root)/\($0)") } }
        let datasets = found(file.datasets.map { "\($0)/dataset.yaml" })
        let jobs = found(file.jobs.map { "\($0).yaml" })
        let formats = found(formats.entries.map(\.path))
        let others = found(file.words + file.pages.map { "pages/\($0).yaml" })
        guard Set(datasets + jobs + formats + others).count == asked.count else { return nil }
        return Pipelines.Counts(datasets: datasets.count, formats: formats.count, jobs: jobs.count)
    }

    private func read<Definition>(
        _ name: String, _ make: ([UInt8], DefinitionFile) -> Definition?
    ) -> Definition? {
        let path = "\(file.root)/\(name)"
        let definition = DefinitionFile(path: path) { [self] in words }
        // A definition that was changed since the start, and is faulty now, is not used.
        return DefinitionFile.bytes(of: path).flatMap { make($0, definition) }.flatMap {
            definition.faults.isEmpty ? $0 : nil
        }
    }

    private static func stem(of path: String) -> String {
        String((path.split(separator: "/").last ?? "").dropLast(".yaml".count))
    }
}
