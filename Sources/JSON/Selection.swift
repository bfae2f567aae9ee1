/// What is wanted of each record: paths below it, each with a slot for its value.
///
/// Paths with a common beginning share its nodes.
public struct Selection: Sendable {
    struct Node: Sendable {
        var slot = -1
        var keys: [(key: [UInt8], node: Int)] = []
        var elements: [(index: Int, node: Int)] = []
    }

    private(set) var nodes = [Node()]
    /// Number of slots.
    public private(set) var slots = 0

    public init() {}

    /// The slot of a path, which is made if it is not there; no steps are the record itself.
    public mutating func slot(of path: [Step]) -> Int {
        var at = 0
        for step in path { at = child(of: at, step) }
        if nodes[at].slot < 0 {
            nodes[at].slot = slots
            slots += 1
        }
        return nodes[at].slot
    }

    private mutating func child(of node: Int, _ step: Step) -> Int {
        switch step {
        case .key(let key):
            if let known = nodes[node].keys.first(where: { $0.key == key }) { return known.node }
            nodes.append(Node())
            nodes[node].keys.append((key, nodes.count - 1))
        case .index(let index):
            if let known = nodes[node].elements.first(where: { $0.index == index }) { return known.node }
            nodes.append(Node())
            nodes[node].elements.append((index, nodes.count - 1))
        case .each:
            // One value has one slot.
            return child(of: node, .index(0))
        }
        return nodes.count - 1
    }
}
