/// The types of scalars by the core schema of YAML 1.2: `no`, `on` and `12:30` are text.
extension Node {
    /// Whether this is the plain scalar `null`, `~` or nothing at all.
    public var isNull: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
    }

    /// The text of a scalar as written; nil for null, sequences and mappings.
    public var text: String? {
        guard case .scalar(let text, _) = content, !isNull else { return nil }
        return text
    }

    /// `true` or `false` where it stands plain.
    public var boolean: Bool? {
        guard case .scalar(let text, .plain) = content else { return nil }
        switch text {
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return nil
        }
    }

    /// A whole decimal number where it stands plain.
    public var integer: Int? {
        guard case .scalar(let text, .plain) = content else { return nil }
        return Int(text)
    }

    /// The elements of a sequence.
    public var elements: [Node]? {
        guard case .sequence(let nodes) = content else { return nil }
        return nodes
    }

    /// The entries of a mapping in the order of the text.
    public var entries: [Entry]? {
        guard case .mapping(let entries) = content else { return nil }
        return entries
    }

    /// What kind of node this is, for messages.
    public var kind: String {
        switch content {
        case .scalar(_, .plain):
            isNull ? "nothing" : boolean != nil ? "true or false" : integer != nil ? "a number" : "a text"
        case .scalar: "a text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
