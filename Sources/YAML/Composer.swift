internal import CYAML

/// Builds the tree of nodes from libyaml's events.
struct Composer {
    let limits: Document.Limits
    private(set) var problems: [Problem] = []
    private var nodes = 0

    init(limits: Document.Limits) {
        self.limits = limits
    }

    /// Reads one document; nil where the text is no YAML or breaks a limit.
    mutating func compose(_ bytes: [UInt8]) -> Node? {
        do throws(Problem) {
            return try bytes.withUnsafeBufferPointer { buffer throws(Problem) in
                let events = try Events(buffer)
                defer { events.close() }
                return try document(events)
            }
        } catch {
            problems.append(error)
            return nil
        }
    }

    private mutating func document(_ events: Events) throws(Problem) -> Node? {
        var root: Node?
        while true {
            let event = try events.next()
            switch event.kind {
            case .end:
                if root == nil {
                    problems.append(Problem(mark: event.mark, message: "the file is empty"))
                }
                return root
            case .documentStart:
                guard root == nil else {
                    throw Problem(mark: event.mark, message: "a second document; a definition is one document")
                }
            case .other: continue
            default: root = try node(event, events, depth: 1)
            }
        }
    }

    private mutating func node(_ event: Event, _ events: Events, depth: Int) throws(Problem) -> Node {
        nodes += 1
        guard nodes <= limits.nodes else {
            throw Problem(mark: event.mark, message: "more than \(limits.nodes) nodes")
        }
        guard depth <= limits.depth else {
            throw Problem(mark: event.mark, message: "nested deeper than \(limits.depth) levels")
        }
        if event.hasAnchor {
            problems.append(Problem(mark: event.mark, message: "anchors are not used in definitions"))
        }
        if event.hasTag {
            problems.append(Problem(mark: event.mark, message: "tags (`!...`) are not used in definitions"))
        }
        switch event.kind {
        case .scalar(let text, let style):
            return Node(content: .scalar(text, style), mark: event.mark)
        case .sequenceStart:
            return Node(content: .sequence(try elements(events, depth: depth)), mark: event.mark)
        case .mappingStart:
            return Node(content: .mapping(try entries(events, depth: depth)), mark: event.mark)
        case .alias:
            problems.append(Problem(mark: event.mark, message: "aliases (`*name`) are not used in definitions"))
            return Node(content: .scalar("", .plain), mark: event.mark)
        default:
            throw Problem(mark: event.mark, message: "the text ends too early")
        }
    }

    private mutating func elements(_ events: Events, depth: Int) throws(Problem) -> [Node] {
        var nodes: [Node] = []
        while true {
            let event = try events.next()
            if case .sequenceEnd = event.kind { return nodes }
            nodes.append(try node(event, events, depth: depth + 1))
        }
    }

    private mutating func entries(_ events: Events, depth: Int) throws(Problem) -> [Node.Entry] {
        var entries: [Node.Entry] = []
        var seen: [String: Mark] = [:]
        while true {
            let event = try events.next()
            if case .mappingEnd = event.kind { return entries }
            let key = try node(event, events, depth: depth + 1)
            let value = try node(try events.next(), events, depth: depth + 1)
            guard case .scalar(let name, _) = key.content else {
                problems.append(Problem(mark: key.mark, message: "a key must be a text, not \(key.kind)"))
                continue
            }
            if let first = seen[name] {
                problems.append(
                    Problem(mark: key.mark, message: "key `\(name)` stands twice, first on line \(first.line)"))
                continue
            }
            seen[name] = key.mark
            entries.append(Node.Entry(key: name, keyMark: key.mark, value: value))
        }
    }
}
