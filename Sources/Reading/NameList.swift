/// Names in the order in which they came, each once, and no more than a table may have columns.
struct NameList {
    static let most = 20_000

    private(set) var names: [String] = []
    private var known: Set<String> = []

    mutating func add(_ name: String) {
        if names.count < Self.most, known.insert(name).inserted { names.append(name) }
    }
}
