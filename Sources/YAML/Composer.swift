internal import CYAML

/// Builds the tree of nodes from libyaml's events.
struct Composer {
    let limits: Document.Limits
    private(set) var problems: [Problem] = []
    private var nodes = 0
    /// What `&name` stands before, by its name.
    private var anchors: [String: Node] = [:]

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
        if event.hasTag {
            problems.append(Problem(mark: event.mark, message: "tags (`!...`) are not used in definitions"))
        }
        let content: Node.Content
        switch event.kind {
        case .scalar(let text, let style): content = .scalar(text, style)
        case .sequenceStart: content = .sequence(try elements(events, depth: depth))
        case .mappingStart: content = .mapping(try entries(events, depth: depth))
        case .alias: return try repeated(event, depth: depth)
        default: throw Problem(mark: event.mark, message: "the text ends too early")
        }
        let node = Node(content: content, mark: event.mark)
        if let anchor = event.anchor {
            if anchors[anchor] != nil {
                problems.append(Problem(mark: event.mark, message: "anchor `&\(anchor)` appears twice"))
            }
            anchors[anchor] = node
        }
        return node
    }

    /// What `*name` repeats; it counts as if it were written there.
    private mutating func repeated(_ event: Event, depth: Int) throws(Problem) -> Node {
        guard let node = event.anchor.flatMap({ anchors[$0] }) else {
            throw Problem(mark: event.mark, message: "`*\(event.anchor ?? "")` comes before its anchor")
        }
        nodes += node.size.nodes
        guard nodes <= limits.nodes else {
            throw Problem(mark: event.mark, message: "more than \(limits.nodes) nodes")
        }
        guard depth + node.size.depth <= limits.depth else {
            throw Problem(mark: event.mark, message: "nested deeper than \(limits.depth) levels")
        }
        return node
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
        var taken: [(place: Int, node: Node)] = []
        while true {
            let event = try events.next()
            if case .mappingEnd = event.kind { break }
            let key = try node(event, events, depth: depth + 1)
            let value = try node(try events.next(), events, depth: depth + 1)
            guard case .scalar(let name, let style) = key.content else {
                problems.append(Problem(mark: key.mark, message: "a key must be a text, not \(key.kind)"))
                continue
            }
            if name == "<<", style == .plain {
                taken += (value.elements ?? [value]).map { (entries.count, $0) }
                continue
            }
            if let first = seen[name] {
                problems.append(
                    Problem(mark: key.mark, message: "key `\(name)` appears twice, first on line \(first.line)"))
                continue
            }
            seen[name] = key.mark
            entries.append(Node.Entry(key: name, keyMark: key.mark, value: value))
        }
        return merge(taken, into: entries)
    }

    /// Takes over the keys of the mappings at `<<`, which are not there yet: what is written wins, then the first mapping.
    private mutating func merge(_ taken: [(place: Int, node: Node)], into own: [Node.Entry]) -> [Node.Entry] {
        guard !taken.isEmpty else { return own }
        var known = Set(own.map(\.key))
        var entries: [Node.Entry] = []
        var written = 0
        for (place, node) in taken {
            entries += own[written..<place]
            written = place
            if node.entries == nil {
                problems.append(Problem(mark: node.mark, message: "`<<` takes over a mapping, not \(node.kind)"))
            }
            entries += (node.entries ?? []).filter { known.insert($0.key).inserted }
        }
        return entries + own[written...]
    }
}

/// One step through a YAML text.
struct Event {
    enum Kind {
        case scalar(String, Node.Style)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd, alias, documentStart, end, other
    }
    var kind: Kind
    var mark: Mark
    /// The name behind `&` or `*`.
    var anchor: String?
    var hasTag = false
}

/// libyaml's parser over a text that outlives it.
struct Events {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeBufferPointer<UInt8>

    init(_ text: UnsafeBufferPointer<UInt8>) throws(Problem) {
        parser = .allocate(capacity: 1)
        self.text = text
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw Problem(mark: Mark(line: 1, column: 1), message: "no memory for the YAML parser")
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    func close() {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// The next event; throws where the text is no YAML.
    func next() throws(Problem) -> Event {
        var raw = yaml_event_t()
        guard yaml_parser_parse(parser, &raw) == 1 else { throw problem() }
        defer { yaml_event_delete(&raw) }
        var event = Event(kind: .other, mark: mark(raw.start_mark))
        switch raw.type {
        case YAML_SCALAR_EVENT:
            let scalar = raw.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            event.kind = .scalar(String(decoding: bytes, as: UTF8.self), style(scalar.style))
            event.anchor = name(scalar.anchor)
            event.hasTag = scalar.tag != nil
        case YAML_SEQUENCE_START_EVENT:
            event.kind = .sequenceStart
            event.anchor = name(raw.data.sequence_start.anchor)
            event.hasTag = raw.data.sequence_start.tag != nil
        case YAML_MAPPING_START_EVENT:
            event.kind = .mappingStart
            event.anchor = name(raw.data.mapping_start.anchor)
            event.hasTag = raw.data.mapping_start.tag != nil
        case YAML_SEQUENCE_END_EVENT: event.kind = .sequenceEnd
        case YAML_MAPPING_END_EVENT: event.kind = .mappingEnd
        case YAML_ALIAS_EVENT:
            event.kind = .alias
            event.anchor = name(raw.data.alias.anchor)
        case YAML_DOCUMENT_START_EVENT: event.kind = .documentStart
        case YAML_STREAM_END_EVENT, YAML_NO_EVENT: event.kind = .end
        default: break
        }
        return event
    }

    private func mark(_ mark: yaml_mark_t) -> Mark { Mark(line: mark.line + 1, column: mark.column + 1) }

    private func name(_ text: UnsafeMutablePointer<UInt8>?) -> String? { text.map { String(cString: $0) } }

    private func style(_ style: yaml_scalar_style_t) -> Node.Style {
        switch style {
        case YAML_PLAIN_SCALAR_STYLE: .plain
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
        default: .quoted
        }
    }

    private func problem() -> Problem {
        let what = parser.pointee.problem.map { String(cString: $0) } ?? "not YAML"
        guard parser.pointee.error == YAML_READER_ERROR else {
            let context = parser.pointee.context.map { " (" + String(cString: $0) + ")" } ?? ""
            return Problem(mark: mark(parser.pointee.problem_mark), message: what + context)
        }
        // libyaml gives an offset only: the text is not in UTF-8 or holds a control character.
        let before = text.prefix(parser.pointee.problem_offset)
        let start = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1
        return Problem(mark: Mark(line: line, column: column), message: what)
    }
}
