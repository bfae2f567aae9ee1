internal import YAML

/// The same records as JSON: `reader: [csv, {type: json, from: "[*]"}, jsonl]`.
///
/// Of the format `metric-log` come `metric-log-json` and `metric-log-jsonl`, whose records have keys where the CSV has
/// columns of the same names.
struct OtherReaders {
    /// What is written in another way, or is said once for all.
    private static let own = ["format", "reader", "aliases", "recognise", "without", "ignore"]

    /// As they would be written.
    private(set) var definitions: [(name: String, node: Node)] = []

    /// - Parameter nodes: the readers after the first.
    init(_ root: Section, _ nodes: [Node], beside first: ReaderDefinition) {
        guard !nodes.isEmpty, let title = root.text("format") else { return }
        let kept = root.entries.filter { !Self.own.contains($0.key) }
        for node in nodes {
            guard let definition = ReaderDefinition(node, in: root.file) else { continue }
            guard first.word == "csv", ["json", "jsonl"].contains(definition.word) else {
                root.file.fault(node.mark, "only readers of type json and jsonl may follow one of type csv")
                continue
            }
            // Keys without values may be missing in JSON, so its sets may be smaller.
            let recognise = node.entries?.first { $0.key == "recognise" }?.value ?? root["recognise"]
            var entries: [Node.Entry] = []
            func add(_ key: String, _ node: Node) { entries.append(.init(key: key, keyMark: node.mark, value: node)) }
            func list(_ names: [String], _ mark: Mark) -> Node { .list(names.map { .text($0, at: mark) }, at: mark) }
            add("reader", node)
            let form = definition.word == "json" ? "JSON" : "JSON Lines"
            add("format", .text("\(title), as \(form)", at: node.mark))
            if let node = recognise {
                let sets = Format.sets(in: node).flatMap { definition.names(of: root.file.texts(in: $0)) }
                add("recognise", .list(sets.map { list($0, node.mark) }, at: node.mark))
            }
            if let node = root["without"] {
                let names = definition.names(of: root.file.texts(in: node)).flatMap(\.self)
                add("without", list(names, node.mark))
            }
            definitions.append(
                ("\(root.file.name)-\(definition.word)", Node(content: .mapping(kept + entries), mark: root.mark)))
        }
    }
}

extension ReaderDefinition {
    /// The columns of a record as they are called where files are recognised, once for each place of records.
    func names(of columns: [String]) -> [[String]] {
        let paths: [String]
        switch self {
        case .json(let json): paths = json.records.isEmpty ? ["[*]"] : json.records.map(\.description)
        case .jsonl(let lines): paths = lines.records.map(\.description)
        default: paths = []
        }
        return paths.isEmpty ? [columns] : paths.map { path in columns.map { "\(path).\($0)" } }
    }
}

extension DefinitionFile {
    /// The texts of a list or of a single node; what is none is faulted where it is read.
    fileprivate func texts(in node: Node) -> [String] { (node.elements ?? [node]).compactMap(\.text) }
}

extension Node {
    /// A text that was derived, so that it is none of the words for numbers, truth and null.
    static func text(_ text: String, at mark: Mark) -> Node { Node(content: .scalar(text, .quoted), mark: mark) }

    static func list(_ nodes: [Node], at mark: Mark) -> Node { Node(content: .sequence(nodes), mark: mark) }
}
