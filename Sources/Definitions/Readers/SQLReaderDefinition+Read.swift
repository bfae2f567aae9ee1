internal import YAML

extension SQLReaderDefinition {
    static let keys = ["tables"]

    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "sql reader", keys: Self.keys, in: file) else { return nil }
        self.init()
        for word in section.words("tables") {
            let parts = word.text.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count != 2 || parts.contains(where: \.isEmpty) {
                file.fault(word.mark, "a table of a dump is named `schema.table`")
            }
            tables.append(word.text)
        }
    }
}
