/// The way through a document to its records: a stack of the arrays and objects above them.
struct Route {
    var walk: Walk
    private var patterns = Patterns([])
    private var isChecking = false
    /// The containers on the way, outermost first, and the node of each.
    private let frames: UnsafeMutablePointer<Walk.Frame>
    private let nodes: UnsafeMutablePointer<Int>
    private let tables: UnsafeMutablePointer<UnsafeMutablePointer<KeyTable>?>
    private var depth = 0
    private var state = State.ended

    private enum State {
        /// A value whose token was passed.
        case value(Int, node: Int)
        /// The same, after the record that it is.
        case inside(Int, node: Int)
        case after
        case ended
    }

    init(_ walk: Walk) {
        self.walk = walk
        frames = .allocate(capacity: walk.maxDepth + 1)
        nodes = .allocate(capacity: walk.maxDepth + 1)
        tables = .allocate(capacity: walk.maxDepth + 1)
        tables.initialize(repeating: nil, count: walk.maxDepth + 1)
    }

    func deallocate() {
        for depth in 0...walk.maxDepth { tables[depth].map(KeyTable.free) }
        tables.deallocate()
        frames.deallocate()
        nodes.deallocate()
        walk.deallocate()
    }

    /// - Parameter isChecking: whether records are only checked, and what is wrong outside of them is thrown.
    mutating func open(_ text: UnsafePointer<UInt8>, _ length: Int, _ patterns: Patterns, isChecking: Bool) {
        self.patterns = patterns
        self.isChecking = isChecking
        depth = 0
        walk.flaws.removeAll()
        walk.allowance = walk.maxDepth
        walk.open(text, limit: length, window: 1 << 14)
        state = .value(walk.next(), node: 0)
    }

    /// Start of the object that stands `level` objects above the innermost one.
    func object(above level: Int) -> Int? {
        var left = level
        for index in stride(from: depth - 1, through: 0, by: -1) where frames[index].isObject {
            if left == 0 { return frames[index].start }
            left -= 1
        }
        return nil
    }

    mutating func next() throws(JSONFault) -> Document.Record? {
        while true {
            switch state {
            case .value(let position, let node) where node >= 0 && patterns.nodes[node].record >= 0:
                return try record(at: position, node)
            case .value(let position, let node):
                try enter(position, node)
            case .inside(let position, let node):
                walk.restart(at: position)
                try enter(walk.next(), node)
            case .after:
                try advance()
            case .ended:
                return nil
            }
        }
    }

    private mutating func record(at position: Int, _ node: Int) throws(JSONFault) -> Document.Record {
        walk.flaws.removeAll(keepingCapacity: true)
        if !isChecking { walk.slices.update(repeating: .absent, count: walk.selection.slots) }
        walk.taken = 0
        walk.allowance = walk.maxDepth - depth
        guard walk.value(at: position, node: isChecking ? -1 : 0) else { throw failure(at: position) }
        var stop = walk.ahead
        while stop > position, [0x20, 0x09, 0x0A, 0x0D].contains(walk.text[stop - 1]) { stop -= 1 }
        state = patterns.nodes[node].isLeaf ? .after : .inside(position, node: node)
        return Document.Record(pattern: patterns.nodes[node].record, range: position..<stop)
    }

    /// Goes into a container on the way to records, or passes a value that holds none.
    private mutating func enter(_ position: Int, _ node: Int) throws(JSONFault) {
        let first = walk.byte(position)
        let isObject = first == Walk.brace
        guard node >= 0, !patterns.nodes[node].isLeaf, isObject || first == Walk.bracket else {
            walk.flaws.removeAll(keepingCapacity: true)
            walk.allowance = walk.maxDepth - depth
            guard walk.value(at: position, node: -1) else { throw failure(at: position) }
            try refuseFlaws()
            state = .after
            return
        }
        guard depth < walk.maxDepth else { throw JSONFault(.tooDeep, at: position) }
        let frame = frames + depth
        frame.initialize(
            to: Walk.Frame(
                isObject: isObject, node: -1, element: 0, expected: 0, stamp: 0, keys: 0, start: position, table: nil))
        nodes[depth] = node
        if isObject {
            let table = table(at: depth)
            frame.pointee.table = table
            frame.pointee.stamp = table.pointee.begin()
        }
        depth += 1
        let inner = walk.next()
        if walk.byte(inner) == first + 2 {
            depth -= 1
            state = .after
        } else if isObject {
            try member(at: inner, node)
        } else {
            state = .value(inner, node: patterns.child(of: node, element: 0))
        }
    }

    private mutating func advance() throws(JSONFault) {
        let token = walk.next()
        guard depth > 0 else {
            if let failure = walk.failure { throw failure }
            guard token >= walk.limit else { throw JSONFault(.surplus, at: token) }
            state = .ended
            return
        }
        let frame = frames + (depth - 1)
        let mark = walk.byte(token)
        if mark == Walk.comma {
            let inner = walk.next()
            if frame.pointee.isObject {
                try member(at: inner, nodes[depth - 1])
            } else {
                frame.pointee.element &+= 1
                let node = patterns.child(of: nodes[depth - 1], element: Int(frame.pointee.element))
                state = .value(inner, node: node)
            }
        } else if mark == (frame.pointee.isObject ? Walk.brace : Walk.bracket) + 2 {
            depth -= 1
        } else {
            _ = walk.fail(.expected(frame.pointee.isObject ? .commaOrBrace : .commaOrBracket), at: token)
            throw failure(at: token)
        }
    }

    private mutating func member(at token: Int, _ node: Int) throws(JSONFault) {
        guard walk.byte(token) == Walk.quote else {
            _ = walk.fail(.expected(.key), at: token)
            throw failure(at: token)
        }
        walk.flaws.removeAll(keepingCapacity: true)
        let key = walk.plainKey(at: token)
        guard walk.key(at: token, frames + (depth - 1)) != nil else { throw failure(at: token) }
        try refuseFlaws()
        let colon = walk.next()
        guard walk.byte(colon) == Walk.colon else {
            _ = walk.fail(.expected(.colon), at: colon)
            throw failure(at: colon)
        }
        state = .value(walk.next(), node: patterns.child(of: node, key: key))
    }

    private func refuseFlaws() throws(JSONFault) {
        if let flaw = walk.flaws.first { throw flaw }
    }

    private func failure(at position: Int) -> JSONFault { walk.failure ?? JSONFault(.expected(.value), at: position) }

    private func table(at depth: Int) -> UnsafeMutablePointer<KeyTable> {
        if let known = tables[depth] { return known }
        let table = UnsafeMutablePointer<KeyTable>.allocate(capacity: 1)
        table.initialize(to: KeyTable())
        tables[depth] = table
        return table
    }
}

/// A step down from a value.
public enum Step: Hashable, Sendable {
    case key([UInt8])
    /// An element of an array, the first being 0.
    case index(Int)
    /// Every element of an array.
    case each
}

/// A value that was asked for: where it stands in the text, and how it is to be read.
public struct Slice: Hashable, Sendable {
    public enum Kind: UInt8, Sendable {
        /// Not there, or null.
        case absent
        /// A string without escapes, its quotes left out.
        case string
        /// A string with escapes, its quotes left out.
        case escaped
        /// A number, `true` or `false` as it stands.
        case word
        /// An array or object as it stands.
        case container
    }

    public var start: Int
    public var length: Int32
    public var kind: Kind

    public static let absent = Slice(start: 0, length: 0, kind: .absent)
}
