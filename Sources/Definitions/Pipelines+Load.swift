internal import Filing
internal import Glibc
internal import YAML

extension Pipelines {
    /// Reads and checks all definitions in a folder.
    ///
    /// What is sound is in the result even where something else is not; the faults are all there are, in the order of
    /// files and lines. Folders without `dataset.yaml` are no datasets; of these only `formats` are read.
    public static func load(
        _ path: String, environment: [String: String] = Environment.process
    ) -> (Pipelines, [Fault]) {
        var loading = Loading(path: path, environment: environment)
        loading.run()
        let order: (Fault, Fault) -> Bool = { ($0.path, $0.line, $0.column) < ($1.path, $1.line, $1.column) }
        return (loading.pipelines, loading.faults.sorted(by: order))
    }

    /// Names of all settings that the formats and the engine know.
    public var settings: [String] {
        var names = Set(Job.engineSettings)
        for format in formats { names.formUnion(format.settings(with: [])) }
        for field in datasets.flatMap(\.fields) { if let wanted = field.wanted { names.insert(wanted.setting) } }
        return names.sorted()
    }
}

/// The folder while it is read.
private struct Loading {
    let path: String
    let environment: [String: String]
    var pipelines: Pipelines
    var faults: [Fault] = []
    /// Where `recognise` stands in each format.
    var recognise: [String: Mark] = [:]

    init(path: String, environment: [String: String]) {
        self.path = path
        self.environment = environment
        pipelines = Pipelines(path: path, datasets: [], formats: [], jobs: [])
    }

    mutating func run() {
        guard let names = try? FolderListing.visibleNames(in: path) else {
            faults.append(Fault(path: path, line: 1, column: 1, message: "no such folder, or it cannot be read"))
            return
        }
        let folders = names.filter { mayBeFile("\(path)/\($0)/dataset.yaml") }
        faults += StrayFiles.faults(in: path, names, datasets: folders)
        for folder in folders {
            read("\(folder)/dataset.yaml") { bytes, file in Dataset(bytes, folder: folder, in: file) }
                .map { pipelines.datasets.append($0) }
        }
        for folder in folders {
            for name in definitions(in: "\(path)/\(folder)/words") {
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
        for folder in names {
            for name in definitions(in: "\(path)/\(folder)/formats") { readFormat(name, in: folder, datasets: folders) }
        }
        faults += Recognition.faults(among: pipelines.formats, at: recognise)
        let settings = SettingUses(pipelines)
        let environment = environment
        for name in definitions(in: path) {
            read("\(name).yaml") { bytes, file in
                Job(
                    bytes, stem: name, datasets: folders, settings: settings, environment: environment, in: file)
            }
            .map { pipelines.jobs.append($0) }
        }
    }

    /// Whether there may be a file, as far as anybody can tell: reading it tells the rest.
    private func mayBeFile(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return ![ENOENT, ENOTDIR].contains(errno) }
        return status.st_mode & S_IFMT == S_IFREG
    }

    /// Formats of several datasets may lie in a folder of their own.
    private mutating func readFormat(_ name: String, in folder: String, datasets: [String]) {
        let known = pipelines.datasets
        let format = read("\(folder)/formats/\(name).yaml") { bytes, file in
            Format(bytes, stem: name, datasets: known, names: datasets, in: file)
        }
        guard let format else { return }
        if !datasets.contains(folder), format.datasets.count == 1, let dataset = format.datasets.first {
            faults.append(
                Fault(
                    path: format.path, line: 1, column: 1, message: "a format of one dataset lies in that one's folder",
                    suggestion: "\(dataset)/formats"))
        }
        pipelines.formats.append(format)
    }

    /// Names of the definitions in a folder, without their ending.
    private mutating func definitions(in folder: String) -> [String] {
        guard let names = try? FolderListing.visibleNames(in: folder) ?? [] else {
            faults.append(Fault(path: folder, line: 1, column: 1, message: DefinitionFile.unreadable))
            return []
        }
        return names.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
    }

    private mutating func read<Definition>(
        _ name: String, _ make: ([UInt8], DefinitionFile) -> Definition?
    ) -> Definition? {
        let file = DefinitionFile(path: "\(path)/\(name)", lists: pipelines.words)
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
