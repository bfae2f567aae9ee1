internal import Glibc
internal import Records
internal import Synchronization

/// A folder of definitions with a valid catalogue. Each definition is read when it is first used; folders that lie over it are
/// read as a whole.
final class DefinitionLibrary: Sendable {
    private let file: CatalogueFile
    private let environment: [String: String]
    private let overlay: DefinitionOverlay?
    private let state = Mutex(State())

    private struct State {
        var datasets: [String: Dataset] = [:]
        var words: [WordList]?
        var measures: [Measure]?
        var jobs: (read: [Job], faults: [Fault])?
        var pages: [Page]?
        var formats: [Int: Format] = [:]
    }

    /// Nil if the folder has no valid catalogue, or a job is faulty with these variables.
    init?(of root: String, environment: [String: String]) {
        guard let file = CatalogueFile(of: root) else { return nil }
        self.file = file
        self.environment = environment
        overlay = nil
        guard jobFaults.isEmpty else { return nil }
    }

    /// A library with folders over it; nil if they have datasets or word lists, or anything is faulty.
    init?(_ library: DefinitionLibrary, below roots: [String]) {
        guard let overlay = DefinitionOverlay(roots, over: library, environment: library.environment) else {
            return nil
        }
        (file, environment, self.overlay) = (library.file, library.environment, overlay)
        let lists = overlay.formats.keys.allSatisfy { share($0).unknown.isEmpty }
        guard lists, overlay.replacedLists.allSatisfy({ list(named: $0) != nil }), readJobs().faults.isEmpty else {
            return nil
        }
    }

    var path: String { file.root }

    /// The formats; each is read when it is used.
    var formats: FormatCatalogue {
        guard let overlay else { return file.formats { [self] in format($0) } }
        return FormatCatalogue(overlay.catalogue, at: 0) { [self] in format($0) }
    }

    var settingUses: SettingUses { overlay?.settingUses ?? file.settingUses }

    var jobNames: [String] { overlay.map { Set(file.jobs + $0.jobs.map(\.name)).sorted() } ?? file.jobs }

    var datasetNames: [String] { file.datasets }

    var datasets: [Dataset] { file.datasets.map(dataset) }

    func dataset(named name: String) -> Dataset? { file.datasets.contains(name) ? dataset(in: name) : nil }

    private func dataset(in folder: String) -> Dataset {
        if let known = state.withLock({ $0.datasets[folder] }) { return known }
        let dataset = read("\(folder)/dataset.yaml") { Dataset($0, folder: folder, in: $1) }
        state.withLock { $0.datasets[folder] = dataset }
        return dataset
    }

    var words: [WordList] {
        if let known = state.withLock({ $0.words }) { return known }
        let words = file.words.map { path in
            read(path) { WordList($0, in: $1) }
        }
        state.withLock { $0.words = words }
        return words
    }

    var measures: [Measure] {
        if let known = state.withLock({ $0.measures }) { return known }
        var measures: [Measure] = []
        for path in file.measures { measures += read(path) { Measure.all($0, known: measures, in: $1) } }
        state.withLock { $0.measures = measures }
        return measures
    }

    var jobs: [Job] { readJobs().read }

    /// Faults of the jobs. They were checked when the catalogue was written, with the variables of that moment.
    private var jobFaults: [Fault] {
        file.variables.contains { environment[$0] != nil } ? readJobs().faults : []
    }

    private func readJobs() -> (read: [Job], faults: [Fault]) {
        if let known = state.withLock({ $0.jobs }) { return known }
        let uses = settingUses
        var faults: [Fault] = []
        let jobs = jobNames.compactMap { name -> Job? in
            if let job = overlay?.jobs.first(where: { $0.name == name }) { return job }
            let definition = DefinitionFile(path: "\(file.root)/\(name).yaml")
            let scope = Scope(file: definition, datasetNames: file.datasets, settings: uses, environment: environment)
            defer { faults += definition.faults }
            return file.text(of: "\(name).yaml").flatMap { Job($0, scope) }
        }
        state.withLock { $0.jobs = (jobs, faults) }
        return (jobs, faults)
    }

    var pages: [Page] {
        if let known = state.withLock({ $0.pages }) { return known }
        let own = overlay?.pages ?? []
        let pages = Set(file.pages + own.map(\.name)).sorted().map { name in
            own.first { $0.name == name } ?? read("pages/\(name).yaml") { Page($0, in: $1) }
        }
        state.withLock { $0.pages = pages }
        return pages
    }

    /// Reads a format with its mapping.
    private func format(_ number: Int) -> Format {
        if let known = state.withLock({ $0.formats[number] }) { return known }
        let format = share(number).format
        state.withLock { $0.formats[number] = format }
        return format
    }

    /// A format with what it ignores by the names of other formats, and the names of those that list nothing.
    private func share(_ number: Int) -> (format: Format, unknown: [String]) {
        var format = unshared(number)
        let unknown = format.shareIgnored(list)
        return (format, unknown)
    }

    /// A format of this name that lists what lies beside its files.
    private func list(named name: String) -> Format? {
        formats.number(named: name).map(unshared).flatMap { $0.ignore.isEmpty ? nil : $0 }
    }

    /// The same, with the names of other formats in its `ignore`.
    func unshared(_ number: Int) -> Format {
        if let own = overlay?.formats[number] { return own }
        let entry = formats.entry(number)
        // Formats made from tables may need all datasets; others name theirs.
        let datasets = entry.isOfTables ? Pipelines.inOrder(self.datasets) : entry.datasets.compactMap(dataset(named:))
        return read(entry.path) { bytes, definition in
            Format.all(bytes, datasets: datasets, names: file.datasets, in: definition).first { $0.name == entry.name }
        }
    }

    /// Counts the definitions in these files; nil if one of them is not a definition of the folder.
    func counts(of paths: [String]) -> Pipelines.Counts? {
        let datasets = Set(file.datasets.map { "\($0)/dataset.yaml" })
        let jobs = Set(file.jobs.map { "\($0).yaml" })
        let others = Set(file.words + file.measures + file.pages.map { "pages/\($0).yaml" })
        var counts = (datasets: 0, formats: 0, jobs: 0)
        for path in Set(paths) {
            let name = String(path.dropFirst(file.root.count + 1))
            guard path == "\(file.root)/\(name)" else { return nil }
            if datasets.contains(name) {
                counts.datasets += 1
            } else if jobs.contains(name) {
                counts.jobs += 1
            } else if let formats = file.formats(in: name), formats > 0 {
                counts.formats += formats
            } else if !others.contains(name) {
                return nil
            }
        }
        return Pipelines.Counts(datasets: counts.datasets, formats: counts.formats, jobs: counts.jobs)
    }

    /// Reads a definition that was sound when the catalogue was written. If it is not sound now, a file that it names has gone: the
    /// process ends as a start without a catalogue does, since a definition less would be another meaning.
    private func read<Definition>(
        _ name: String, _ make: ([UInt8], DefinitionFile) -> Definition?
    ) -> Definition {
        let definition = DefinitionFile(
            path: "\(file.root)/\(name)", lists: { [self] in words }, measures: { [self] in measures })
        if let made = file.text(of: name).flatMap({ make($0, definition) }), definition.faults.isEmpty { return made }
        let faults = definition.faults.map(\.description)
        let text = faults.isEmpty ? "\(definition.path): \(DefinitionFile.unreadable)" : faults.joined(separator: "\n")
        let message = Array("scorebook: \(text)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, message, message.count)
        exit(78)
    }
}
