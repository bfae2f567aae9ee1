internal import YAML

extension Dataset {
    static let keys = [
        "dataset", "title", "owner", "fields", "rules", "checks", "steps", "tables", "exports",
        "measures",
    ]

    /// Reads `dataset.yaml`; what cannot be read is faulted and left out.
    init?(_ bytes: [UInt8], folder: String, in file: DefinitionFile) {
        guard let root = file.root(of: bytes, keys: Self.keys) else { return nil }
        let name = root.text("dataset", isRequired: true)
        if let name, name != folder, let node = root["dataset"] {
            file.fault(node.mark, "dataset `\(name)` must be named as its folder", suggestion: folder)
        }
        let title = root.text("title", isRequired: true)
        let fields = Self.fields(root)
        let rules = root["rules"] == nil ? [] : root.nodes("rules").compactMap { CrossFieldRule($0, fields, file) }
        let checks = root["checks"] == nil ? [] : root.nodes("checks").compactMap { Check($0, in: file) }
        if root.required("tables") == nil { return nil }
        var tables: [Table] = []
        for node in root.nodes("tables") {
            guard let table = Table(node, fields, earlier: tables.map(\.name), in: file) else { continue }
            if tables.contains(where: { $0.name == table.name }) {
                file.fault(node.mark, "table `\(table.name)` stands twice")
            }
            tables.append(table)
        }
        for (node, table) in zip(root.nodes("tables"), tables) {
            for column in table.columns {
                guard let after = column.after, !tables.contains(where: { $0.name == after }) else { continue }
                file.unknown("table", after, at: node.mark, among: tables.map(\.name))
            }
        }
        guard let name, let title, !fields.isEmpty else { return nil }
        self.init(name: name, title: title, path: file.path, fields: fields, rules: rules, tables: tables)
        self.checks = checks
        exports = root["exports"] == nil ? [] : root.nodes("exports").compactMap { ExportQuery($0, in: file) }
        measures = root["measures"].flatMap { Measures($0, fields, in: file) }
        owner = root.text("owner")
        if let owner, let mark = root["owner"]?.mark, !fields.contains(where: { $0.name == owner && $0.type == .uuid })
        {
            file.unknown("uuid field", owner, at: mark, among: fields.filter { $0.type == .uuid }.map(\.name))
        }
        steps =
            root["steps"] == nil
            ? [] : root.nodes("steps").compactMap { Step($0, tables: tables.map(\.name), in: file) }
    }

    private static func fields(_ root: Section) -> [Field] {
        guard let node = root.required("fields") else { return [] }
        guard let entries = node.entries, !entries.isEmpty else {
            root.file.fault(node.mark, "`fields` must be a mapping of names to fields, not \(node.kind)")
            return []
        }
        return entries.compactMap { Field($0, in: root.file) }
    }
}
