/// Where records stand in a document: paths from its root, as a tree.
struct Patterns: Sendable {
    struct Node: Sendable {
        /// The pattern that ends here, or -1.
        var record = -1
        var keys: [(key: [UInt8], node: Int)] = []
        var elements: [(index: Int, node: Int)] = []
        var each = -1

        var isLeaf: Bool { keys.isEmpty && elements.isEmpty && each < 0 }
    }

    private(set) var nodes = [Node()]

    init(_ paths: [[Step]]) {
        for (number, path) in paths.enumerated() {
            var at = 0
            for step in path { at = child(of: at, step) }
            if nodes[at].record < 0 { nodes[at].record = number }
        }
    }

    private mutating func child(of node: Int, _ step: Step) -> Int {
        let known: Int? =
            switch step {
            case .key(let key): nodes[node].keys.first { $0.key == key }?.node
            case .index(let index): nodes[node].elements.first { $0.index == index }?.node
            case .each: nodes[node].each < 0 ? nil : nodes[node].each
            }
        if let known { return known }
        nodes.append(Node())
        switch step {
        case .key(let key): nodes[node].keys.append((key, nodes.count - 1))
        case .index(let index): nodes[node].elements.append((index, nodes.count - 1))
        case .each: nodes[node].each = nodes.count - 1
        }
        return nodes.count - 1
    }

    /// The node to which a key leads, or -1.
    func child(of node: Int, key: [UInt8]) -> Int {
        node < 0 ? -1 : nodes[node].keys.first { $0.key == key }?.node ?? -1
    }

    /// The node to which an element leads, or -1.
    func child(of node: Int, element: Int) -> Int {
        guard node >= 0 else { return -1 }
        return nodes[node].elements.first { $0.index == element }?.node ?? nodes[node].each
    }
}
