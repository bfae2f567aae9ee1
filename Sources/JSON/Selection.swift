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

/// A selection as the walk reads it, with a table of keys for each of its nodes.
struct SelectionTable {
    struct Node {
        var slot: Int32
        var firstElement: Int32
        var elementCount: Int32
    }

    let nodes: UnsafeMutablePointer<Node>
    /// Of each node, the keys of its objects.
    let tables: UnsafeMutablePointer<KeyTable>
    let count: Int
    private let elements: UnsafeMutablePointer<(index: Int32, node: Int32)>
    private let selection: Selection
    let slots: Int

    init(_ selection: Selection) {
        self.selection = selection
        slots = selection.slots
        count = selection.nodes.count
        nodes = .allocate(capacity: count)
        tables = .allocate(capacity: count)
        elements = .allocate(capacity: max(1, count))
        var used = 0
        for (number, node) in selection.nodes.enumerated() {
            (nodes + number).initialize(
                to: Node(
                    slot: Int32(node.slot), firstElement: Int32(used), elementCount: Int32(node.elements.count)))
            (tables + number).initialize(to: KeyTable())
            for element in node.elements {
                (elements + used).initialize(to: (Int32(element.index), Int32(element.node)))
                used += 1
            }
        }
    }

    func deallocate() {
        for number in 0..<count { tables[number].deallocate() }
        tables.deallocate()
        nodes.deallocate()
        elements.deallocate()
    }

    /// The node below `node` to which a key leads, or -1.
    func child(of node: Int32, _ key: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard node >= 0 else { return -1 }
        for known in selection.nodes[Int(node)].keys where key.elementsEqual(known.key) { return Int32(known.node) }
        return -1
    }

    /// The node below `node` to which an element leads, or -1.
    @inline(__always)
    func child(of node: Int32, element: Int32) -> Int32 {
        guard node >= 0 else { return -1 }
        let first = nodes[Int(node)].firstElement
        for at in Int(first)..<Int(first + nodes[Int(node)].elementCount) where elements[at].index == element {
            return elements[at].node
        }
        return -1
    }
}
