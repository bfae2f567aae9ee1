internal import YAML

/// How a format's XML is built.
public struct XMLReaderDefinition: Sendable, Equatable {
    /// Name of the root element; empty: any.
    public var root: String
    /// Elements that are records, by their way below the root: `Record` stands directly in it, `day/meal` in a `day`.
    ///
    /// A document whose root itself has the name of a record is that record. Empty: every child of the root is one.
    public var records: [String]
    /// A document that lies beside those of the format: by its root, why it is refused and what to import instead.
    public struct Refusal: Hashable, Sendable {
        public var root: String
        public var because: String

        public init(root: String, because: String) {
            self.root = root
            self.because = because
        }
    }
    public var refuse: [Refusal]

    public init(root: String = "", records: [String] = [], refuse: [Refusal] = []) {
        self.root = root
        self.records = records
        self.refuse = refuse
    }
}

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
        self.init(root: root, records: records.map(\.text), refuse: Self.refusals(section, root))
    }

    private static func refusals(_ section: Section, _ root: String) -> [Refusal] {
        guard let node = section["refuse"] else { return [] }
        guard let entries = node.entries, !entries.isEmpty else {
            section.file.fault(node.mark, "`refuse` must be a mapping of roots to the reasons why they are refused")
            return []
        }
        return entries.compactMap { entry in
            if entry.key == root {
                section.file.fault(entry.keyMark, "`\(entry.key)` is the root and stands in `refuse`")
            }
            return section.file.text(entry.value, of: entry.key).map { Refusal(root: entry.key, because: $0) }
        }
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
