internal import YAML

/// The same records as JSON: `also: {json: {records: ["[*]"]}, jsonl: {}}` beside `reader: {csv: {}}`.
///
/// Of the format `metric-log` come `metric-log-json` and `metric-log-jsonl`, whose records have keys where the CSV has
/// columns of the same names.
struct OtherReaders {
    /// What is written in another way, or is said once for all.
    private static let own = ["format", "title", "reader", "also", "aliases", "recognise", "without", "ignore"]

    /// As they would be written.
    private(set) var definitions: [Node] = []

    static let keys = KeyTable<Void>("other readers") { keys in
        keys.add("json", .object("other_reader"), "One JSON document.") { _, _, _ in }
        keys.add("jsonl", .object("other_reader"), "JSON Lines.") { _, _, _ in }
    }

    /// Beside the options of the reader.
    static let readerKeys = KeyTable<Void>("other reader") { keys in
        keys.add(
            "recognise", Format.setsOfColumns,
            "Sets of keys; default: the format's sets of columns. Keys without values may be missing in JSON."
        ) { _, _, _ in }
    }

    init(_ root: Section, _ node: Node) {
        guard let section = Section(node, Self.keys.title, keys: Self.keys.names, in: root.file) else { return }
        if root["reader"]?.entries?.first?.key != "csv" {
            root.file.fault(node.mark, "`also` is allowed only beside the reader csv")
        }
        guard let name = root.text("format"), let title = root.text("title") else { return }
        let kept = root.entries.filter { !Self.own.contains($0.key) }
        for entry in section.entries {
            // Keys without values may be missing in JSON, so its sets may be smaller.
            let recognise = entry.value.entries?.first { $0.key == "recognise" }?.value ?? root["recognise"]
            let options = Node(
                content: .mapping((entry.value.entries ?? []).filter { $0.key != "recognise" }), mark: entry.value.mark)
            let choice = Node.Entry(key: entry.key, keyMark: entry.keyMark, value: options)
            let reader = Node.Entry(
                key: "reader", keyMark: entry.keyMark, value: Node(content: .mapping([choice]), mark: entry.keyMark))
            guard let definition = ReaderDefinition(reader.value, in: root.file) else { continue }
            var entries = [reader]
            func add(_ key: String, _ node: Node) { entries.append(.init(key: key, keyMark: node.mark, value: node)) }
            func list(_ names: [String], _ mark: Mark) -> Node { .list(names.map { .text($0, at: mark) }, at: mark) }
            let form = entry.key == "json" ? "JSON" : "JSON Lines"
            add("format", .text("\(name)-\(entry.key)", at: entry.keyMark))
            add("title", .text("\(title), as \(form)", at: entry.keyMark))
            if let node = recognise {
                let sets = (node.elements ?? []).flatMap { definition.names(of: root.file.texts(in: $0)) }
                add("recognise", .list(sets.map { list($0, node.mark) }, at: node.mark))
            }
            if let node = root["without"] {
                let names = definition.names(of: root.file.texts(in: node)).flatMap(\.self)
                add("without", list(names, node.mark))
            }
            definitions.append(Node(content: .mapping(kept + entries), mark: root.mark))
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
