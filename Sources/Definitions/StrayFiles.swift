internal import Filing

/// Files that look like definitions and would not be read as such.
enum StrayFiles {
    /// A fault for each of them, and for each folder that cannot be read.
    static func faults(in path: String, _ names: [String], datasets: [String]) -> [Fault] {
        var faults: [Fault] = []
        func fault(_ name: String, _ message: String, _ suggestion: String? = nil) {
            faults.append(
                Fault(path: "\(path)/\(name)", line: 1, column: 1, message: message, suggestion: suggestion))
        }
        func misnamed(_ names: [String], below folder: String) {
            for name in names where name.hasSuffix(".yml") {
                fault(folder + name, "a definition's name ends in `.yaml`", name.dropLast(4) + ".yaml")
            }
        }
        misnamed(names, below: "")
        for name in names {
            guard let inside = try? FolderListing.visibleNames(in: "\(path)/\(name)") ?? [] else {
                fault(name, DefinitionFile.unreadable)
                continue
            }
            misnamed(inside, below: "\(name)/")
            for folder in datasets.contains(name) ? ["formats", "words"] : ["formats"] {
                let deeper = try? FolderListing.visibleNames(in: "\(path)/\(name)/\(folder)")
                misnamed(deeper ?? [], below: "\(name)/\(folder)/")
            }
        }
        return faults
    }
}
