internal import Glibc

/// A walk over the tokens of a text that checks the grammar and takes what a selection wants.
///
///     text:    {"id": 7, "note": "a \" b"}        tokens: where each starts; a window of them at a time
///              ^^   ^ ^^  ^    ^ ^       ^
///
/// A string ends at the last quote before the next token: its inner bytes are looked at only where the window holds a
/// backslash at all. The text must be readable for eight bytes beyond its end.
struct Walk {
    struct Frame {
        var isObject: Bool
        var node: Int32
        /// Element of the array.
        var element: Int32
        /// Entry that the next key is compared with first.
        var expected: Int32
        var stamp: UInt32
        var keys: Int32
        var start: Int
        var table: UnsafeMutablePointer<KeyTable>?
    }

    var text: UnsafePointer<UInt8>
    /// Where the text ends.
    var limit = 0
    // The window: tokens from `origin` on; the position after the last of them is that of the next token, or the limit.
    var origin = 0
    var positions: UnsafePointer<UInt32>
    var at = 0
    var end = 0
    var isLast = true
    var hasEscapes = false
    var windowSize = 0

    let indexer = Indexer()
    /// What stands for the tokens of a text without any.
    let none: UnsafeMutablePointer<UInt32>
    let frames: UnsafeMutablePointer<Frame>
    let maxDepth: Int
    /// Most levels that the value in hand may have.
    var allowance: Int
    let selection: SelectionTable
    /// Tables of the keys of objects of which nothing is wanted, by depth.
    let tables: UnsafeMutablePointer<UnsafeMutablePointer<KeyTable>?>
    /// Values taken, by slot.
    let slices: UnsafeMutablePointer<Slice>
    /// Slots that have been filled, or met and found null.
    var taken = 0
    /// Whether a walk ends once every slot was met.
    var endsWhenComplete = false
    /// Why the walk ended, if not at the end of its value.
    var failure: JSONFault?
    /// What is JSON and yet wrong, in the value in hand.
    var flaws: [JSONFault] = []

    static let mostFlaws = 16
    static let mostKeys = 1 << 14
    static let largestWindow = 1 << 18

    init(_ selection: Selection, maxDepth: Int, slices: UnsafeMutablePointer<Slice>) {
        self.maxDepth = maxDepth
        allowance = maxDepth
        self.selection = SelectionTable(selection)
        self.slices = slices
        slices.initialize(repeating: .absent, count: selection.slots)
        frames = .allocate(capacity: maxDepth + 1)
        tables = .allocate(capacity: maxDepth + 1)
        tables.initialize(repeating: nil, count: maxDepth + 1)
        none = .allocate(capacity: 4)
        none.initialize(repeating: 0, count: 4)
        text = UnsafeRawPointer(none).assumingMemoryBound(to: UInt8.self)
        positions = UnsafePointer(none)
    }

    /// Frees what the walk holds; it is not to be used afterwards.
    func deallocate() {
        none.deallocate()
        frames.deallocate()
        for depth in 0...maxDepth { tables[depth].map(KeyTable.free) }
        tables.deallocate()
        selection.deallocate()
    }

    /// Notes why the walk cannot go on.
    @inline(never)
    mutating func fail(_ kind: JSONFault.Kind, at position: Int) -> Bool {
        if failure == nil { failure = JSONFault(position >= limit ? .truncated : kind, at: min(position, limit)) }
        return false
    }

    @inline(never)
    mutating func note(_ kind: JSONFault.Kind, at position: Int) {
        if flaws.count < Self.mostFlaws { flaws.append(JSONFault(kind, at: position)) }
    }

    @inline(__always)
    func byte(_ position: Int) -> UInt8 { position < limit ? text[position] : 0 }

    /// Position of the next token, which is not passed; the limit at the end.
    @inline(__always)
    var ahead: Int { min(origin + Int(positions[at]), limit) }

    /// Passes a token; its position, or the limit at the end.
    @inline(__always)
    mutating func next() -> Int {
        if at == end, !refill() { return limit }
        let position = origin + Int(positions[at])
        at += 1
        return position
    }
}
