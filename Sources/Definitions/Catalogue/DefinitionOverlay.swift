internal import Records

/// The definitions of folders that lie over a library: its formats with theirs, in the order in which all would be read together.
struct DefinitionOverlay: Sendable {
    let catalogue: CatalogueBytes
    /// Formats of the folders by their numbers in the catalogue.
    let formats: [Int: Format]
    let jobs: [Job]
    let pages: [Page]
    let settingUses: SettingUses
    /// Formats of replaced files that list what others ignore, too.
    let replacedLists: [String]

    /// Nil if the folders have datasets or word lists, or anything is faulty: all is then to be read.
    init?(_ roots: [String], over library: DefinitionLibrary, environment: [String: String]) {
        var loading = DefinitionLoading(roots: roots, environment: environment)
        guard loading.run(over: library) else { return nil }
        let shipped = library.formats
        let files = Set(loading.files)
        var lists: [String] = []
        var merged: [(place: Place, entry: FormatEntry, own: Format?)] = []
        for (number, entry) in shipped.entries.enumerated() {
            guard files.contains(entry.path) else {
                merged.append((Place(entry.path, number), entry, nil))
                continue
            }
            if !library.unshared(number).ignore.isEmpty { lists.append(entry.name) }
        }
        for (number, format) in loading.pipelines.formats.enumerated() {
            let entry = FormatEntry(format, in: loading.pipelines)
            merged.append((Place(format.path, number), entry, format))
        }
        merged.sort { $0.place < $1.place }
        guard Recognition.faults(among: merged.map(\.entry.shape)).isEmpty else { return nil }

        var writer = CatalogueWriter()
        FormatCatalogue.write(merged.map(\.entry), to: &writer)
        catalogue = CatalogueBytes(writer.bytes)
        formats = Dictionary(
            uniqueKeysWithValues: merged.enumerated().compactMap { number, one in one.own.map { (number, $0) } })
        replacedLists = lists
        let wanted = loading.pipelines.datasets.flatMap(\.fields).compactMap(\.wanted?.setting)
        settingUses = SettingUses(
            names: Set(Job.engineSettings + wanted + merged.flatMap(\.entry.settings)).sorted(),
            uses: merged.map(\.entry.uses))
        loading.readJobs(settingUses, datasets: library.datasetNames)
        guard loading.faults.isEmpty else { return nil }
        (jobs, pages) = (loading.pipelines.jobs, loading.pipelines.pages)
    }

    /// Where a format is in the order of folders, of files in a folder, and of formats in a file.
    private struct Place: Comparable {
        let folder: Substring
        let file: Substring
        let number: Int

        init(_ path: String, _ number: Int) {
            let parts = path.split(separator: "/").suffix(3)
            folder = parts.first ?? ""
            file = (parts.last ?? "").dropLast(".yaml".count)
            self.number = number
        }

        static func < (one: Self, other: Self) -> Bool {
            (one.folder, one.file, one.number) < (other.folder, other.file, other.number)
        }
    }
}
