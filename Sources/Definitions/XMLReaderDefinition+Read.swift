internal import YAML

extension XMLReaderDefinition {
    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "xml reader", keys: ["root", "records", "refuse"], in: file),
            let root = section.text("root", isRequired: true), section.required("records") != nil
        else { return nil }
        let records = section.words("records")
        for record in records {
            let names = record.text.split(separator: "/", omittingEmptySubsequences: false)
            if !names.allSatisfy(XMLColumn.isName) {
                file.fault(record.mark, "`\(record.text)` is no way to an element, as in `Record` or `day/meal`")
            } else if record.text == root {
                file.fault(record.mark, "`\(record.text)` is the root; records stand below it")
            }
        }
        let refuse = section.words("refuse")
        for word in refuse where word.text == root {
            file.fault(word.mark, "`\(word.text)` is the root and stands in `refuse`")
        }
        self.init(root: root, records: records.map(\.text), refuse: refuse.map(\.text))
    }
}

extension ReaderDefinition {
    /// Faults names of columns that name nothing in what this reader reads.
    func check(_ columns: [String], of section: Section) {
        guard case .xml = self, let mark = section["reader"]?.mark else { return }
        for column in columns where XMLColumn(column) == nil {
            section.file.fault(
                mark, "column `\(column)` is no place in XML, as in `type`, `../name` or `Entry[key=Zone]@value`")
        }
    }
}
