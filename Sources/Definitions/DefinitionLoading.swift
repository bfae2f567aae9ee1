internal import Filing
internal import Glibc
internal import Records
internal import YAML

/// Reads and checks all definitions in folders that lie one over the other.
struct DefinitionLoading {
    /// A later one lies over those before it.
    let roots: [String]
    let environment: [String: String]
    var pipelines: Pipelines
    /// Those of `pipelines`, while they are read.
    private var formats: [Format] = []
    var faults: [Fault] = []
    /// Where `recognise` stands in each format.
    var recognise: [String: Mark] = [:]
    /// The files that were read, below their folders.
    private(set) var files: [String] = []

    init(roots: [String], environment: [String: String]) {
        self.roots = roots
        self.environment = environment
        pipelines = Pipelines(path: roots.first ?? "", datasets: [], formats: [], jobs: [])
    }

    mutating func run() {
        guard let ofRoots = listRoots() else { return }
        let names = Set(ofRoots.flatMap(\.names)).sorted()
        let folders = names.filter { mayBeFile(located("\($0)/dataset.yaml")) }
        for (root, names) in ofRoots { faults += StrayFiles.faults(in: root, names, datasets: folders) }
        for name in definitions(in: "measures") {
            let known = pipelines.measures
            let found = read("measures/\(name).yaml") { Measure.all($0, known: known, datasets: folders, in: $1) }
            pipelines.measures += found ?? []
        }
        for folder in folders {
            read("\(folder)/dataset.yaml") { bytes, file in Dataset(bytes, folder: folder, in: file) }
                .map { pipelines.datasets.append($0) }
        }
        for folder in folders {
            for name in definitions(in: "\(folder)/words") {
                guard let list = read("\(folder)/words/\(name).yaml", { WordList($0, in: $1) }) else {
                    continue
                }
                if let other = pipelines.words.first(where: { $0.name == list.name }) {
                    let message = "word list `\(list.name)` is also defined in \(other.path)"
                    faults.append(Fault(path: list.path, line: 1, column: 1, message: message))
                }
                pipelines.words.append(list)
            }
        }
        readFormatsAndPages(names, datasets: folders)
        shareIgnored()
        pipelines.formats = formats
        faults += Recognition.faults(among: pipelines.formats, at: recognise)
        pipelines.findSettingUses()
        readJobs(pipelines.settingUses, datasets: folders)
    }

    /// Reads the formats and pages of folders that lie over a library's: its datasets and word lists are theirs.
    ///
    /// - Returns: whether they have no datasets and word lists of their own, and no faults as far as they were read.
    mutating func run(over library: DefinitionLibrary) -> Bool {
        guard let ofRoots = listRoots() else { return false }
        let names = Set(ofRoots.flatMap(\.names)).sorted()
        let folders = library.datasetNames
        guard !names.contains("measures"), !names.contains(where: { mayBeFile(located("\($0)/dataset.yaml")) }),
            folders.allSatisfy({ definitions(in: "\($0)/words").isEmpty })
        else { return false }
        for (root, names) in ofRoots { faults += StrayFiles.faults(in: root, names, datasets: folders) }
        (pipelines.datasets, pipelines.words, pipelines.measures) = (library.datasets, library.words, library.measures)
        readFormatsAndPages(names, datasets: folders)
        pipelines.formats = formats
        return faults.isEmpty
    }

    /// The names in each root; nil, and a fault, if one cannot be read.
    private mutating func listRoots() -> [(root: String, names: [String])]? {
        var ofRoots: [(root: String, names: [String])] = []
        for root in roots {
            guard let names = try? FolderListing.visibleNames(in: root) else {
                faults.append(Fault(path: root, line: 1, column: 1, message: "no such folder, or it cannot be read"))
                return nil
            }
            ofRoots.append((root, names))
        }
        return ofRoots
    }

    private mutating func readFormatsAndPages(_ names: [String], datasets folders: [String]) {
        let datasets = pipelines.datasetsInOrder
        for folder in names {
            for name in definitions(in: "\(folder)/formats") {
                readFormats(name, in: folder, datasets, names: folders)
            }
        }
        for name in definitions(in: "pages") {
            read("pages/\(name).yaml") { Page($0, in: $1) }.map { pipelines.pages.append($0) }
        }
    }

    mutating func readJobs(_ settings: SettingUses, datasets folders: [String]) {
        let environment = environment
        for name in definitions(in: "") {
            read("\(name).yaml") { bytes, file in
                let scope = Scope(file: file, datasetNames: folders, settings: settings, environment: environment)
                return Job(bytes, scope)
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
        let read = read("\(folder)/formats/\(name).yaml") { bytes, file in
            Format.all(bytes, datasets: datasets, names: names, in: file)
        }
        guard let read else { return }
        if !names.contains(folder), read.count == 1, let format = read.first, format.datasets.count == 1,
            let dataset = format.datasets.first, names.contains(dataset)
        {
            faults.append(
                Fault(
                    path: format.path, line: 1, column: 1,
                    message: "this format feeds one dataset only, so its file belongs in that dataset's folder",
                    suggestion: "\(dataset)/formats"))
        }
        formats += read
    }

    /// Formats of one export name the format that lists what lies beside them.
    private mutating func shareIgnored() {
        let listing = formats.filter { !$0.ignore.isEmpty }
        for index in formats.indices where !formats[index].ignore.isEmpty {
            let format = formats[index]
            let unknown = formats[index].shareIgnored { name in
                listing.first { $0.name == name && name != format.name }
            }
            let mark = format.ignoreMark ?? Mark(line: 1, column: 1)
            for name in unknown {
                let known = listing.map(\.name).filter { $0 != format.name }
                faults.append(
                    Fault(
                        path: format.path, line: mark.line, column: mark.column,
                        message: "no format `\(name)` has an `ignore` list",
                        suggestion: Suggestion.name(near: name, among: known)))
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
        let file = DefinitionFile(
            path: located(name), lists: { [words = pipelines.words] in words },
            measures: { [measures = pipelines.measures] in measures })
        guard let bytes = DefinitionFile.bytes(of: file.path) else {
            faults.append(Fault(path: file.path, line: 1, column: 1, message: DefinitionFile.unreadable))
            return nil
        }
        files.append(name)
        let definition = make(bytes, file)
        faults += file.faults
        recognise[file.path] = file.recognise
        return definition
    }
}

extension Pipelines {
    /// The formats of a definition's text, and its faults as far as it has any by itself.
    ///
    /// - Parameter path: where the file would be below the folder: `health/formats/tanita.yaml`.
    package func formats(_ text: [UInt8], at path: String) -> (formats: [Format], faults: [Fault]) {
        let file = DefinitionFile(path: "\(self.path)/\(path)", lists: { words }, measures: { measures })
        let formats = Format.all(text, datasets: datasetsInOrder, names: datasets.map(\.name), in: file)
        return (formats, file.faults)
    }
}

extension Format {
    /// Takes over what the formats list that its `ignore` names; returns the names of those that list nothing.
    @discardableResult
    mutating func shareIgnored(_ named: (String) -> Format?) -> [String] {
        var unknown: [String] = []
        ignore = ignore.flatMap { entry -> [IgnoredEntry] in
            // A pattern has an ending or a wildcard, or is of a folder's.
            if entry.pattern.contains(where: { ".*/".contains($0) }) { return [entry] }
            if let other = named(entry.pattern) { return other.ignore }
            unknown.append(entry.pattern)
            return []
        }
        return unknown
    }
}
