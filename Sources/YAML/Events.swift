internal import CYAML

/// One step through a YAML text.
struct Event {
    enum Kind {
        case scalar(String, Node.Style)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd, alias, documentStart, end, other
    }
    var kind: Kind
    var mark: Mark
    var hasAnchor = false
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
            event.hasAnchor = scalar.anchor != nil
            event.hasTag = scalar.tag != nil
        case YAML_SEQUENCE_START_EVENT:
            event.kind = .sequenceStart
            event.hasAnchor = raw.data.sequence_start.anchor != nil
            event.hasTag = raw.data.sequence_start.tag != nil
        case YAML_MAPPING_START_EVENT:
            event.kind = .mappingStart
            event.hasAnchor = raw.data.mapping_start.anchor != nil
            event.hasTag = raw.data.mapping_start.tag != nil
        case YAML_SEQUENCE_END_EVENT: event.kind = .sequenceEnd
        case YAML_MAPPING_END_EVENT: event.kind = .mappingEnd
        case YAML_ALIAS_EVENT: event.kind = .alias
        case YAML_DOCUMENT_START_EVENT: event.kind = .documentStart
        case YAML_STREAM_END_EVENT, YAML_NO_EVENT: event.kind = .end
        default: break
        }
        return event
    }

    private func mark(_ mark: yaml_mark_t) -> Mark { Mark(line: mark.line + 1, column: mark.column + 1) }

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
