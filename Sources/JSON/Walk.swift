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
    /// Whether a token of the window may hold a backslash.
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

extension Walk {
    /// Starts at the token that stands at `position` of a text that is held as a whole.
    ///
    /// - Parameter window: bytes to look for tokens in, at first; it doubles from there.
    mutating func open(_ text: UnsafePointer<UInt8>, limit: Int, from position: Int = 0, window: Int) {
        self.text = text
        self.limit = limit
        failure = nil
        windowSize = min(window, Self.largestWindow)
        find(from: position)
    }

    /// Finds the tokens up to the limit at once.
    mutating func openWhole(from start: Int) {
        (at, end, isLast, origin) = (0, 0, true, start)
        positions = UnsafePointer(none)
        switch indexer.index(text + start, limit - start) {
        case .found(let positions, let count): use(positions, from: start, tokens: count)
        case .blank: break
        case .fault(let kind): failure = located(kind, start..<limit)
        }
    }

    /// Goes on with the token that stands at `position`.
    mutating func restart(at position: Int) {
        if position >= origin, position < origin + Int(positions[end]), end > 0 {
            // Within the window: the token is found by halving.
            var (low, high) = (0, end)
            while low < high {
                let middle = (low + high) / 2
                if origin + Int(positions[middle]) < position { low = middle + 1 } else { high = middle }
            }
            at = low
            return
        }
        find(from: position)
    }

    /// Goes on to the next window; false at the end of the text.
    mutating func refill() -> Bool {
        guard !isLast, failure == nil else { return false }
        find(from: origin + Int(positions[end]))
        windowSize = min(windowSize * 2, Self.largestWindow)
        return at < end
    }

    /// Finds the tokens of a chunk that starts outside strings.
    ///
    ///     ..., "weight", 82.4, "da|te": ...       a chunk that ends inside a string ends before that string instead;
    ///     ..., "weight", 82|.4, "date": ...       of others the last token may be cut: it starts the next chunk
    private mutating func find(from start: Int) {
        var (start, size) = (start, windowSize)
        at = 0
        end = 0
        while true {
            var stop = start + size < limit ? start + size : limit
            while stop < limit, stop > start, text[stop] & 0xC0 == 0x80 { stop -= 1 }
            isLast = stop == limit
            var outcome = indexer.index(text + start, stop - start)
            if case .fault(.openString) = outcome, !isLast {
                stop = lastQuote(before: stop, after: start)
                outcome = stop > start ? indexer.index(text + start, stop - start) : .blank
                if stop == start {
                    size *= 2
                    continue
                }
                if case .found(let positions, let count) = outcome {
                    use(positions, from: start, tokens: count)
                    return
                }
            }
            switch outcome {
            case .found(let positions, let count) where isLast || count > 1:
                use(positions, from: start, tokens: isLast ? count : count - 1)
                return
            case .found:
                size *= 2
            case .blank where isLast:
                origin = start
                positions = UnsafePointer(none)
                return
            case .blank:
                start = stop
            case .fault(let kind):
                failure = located(kind, start..<stop)
                isLast = true
                origin = start
                positions = UnsafePointer(none)
                return
            }
        }
    }

    private mutating func use(_ found: UnsafePointer<UInt32>, from start: Int, tokens: Int) {
        origin = start
        positions = found
        end = tokens
        hasEscapes = indexer.hasBackslash
    }

    /// The last quote before `stop` that no backslash escapes: the start of the string that is open there.
    private func lastQuote(before stop: Int, after start: Int) -> Int {
        var at = stop - 1
        while at > start {
            if text[at] == 0x22 {
                var backslashes = 0
                while at - 1 - backslashes >= start, text[at - 1 - backslashes] == 0x5C { backslashes += 1 }
                if backslashes % 2 == 0 { return at }
            }
            at -= 1
        }
        return start
    }

    /// Where in a chunk a fault is, as near as one look at its bytes shows.
    func located(_ kind: JSONFault.Kind, _ chunk: Range<Int>) -> JSONFault {
        var opened: Int?
        var at = chunk.lowerBound
        while at < chunk.upperBound {
            let byte = text[at]
            if let start = opened {
                if byte == 0x5C {
                    at += 1
                } else if byte == 0x22 {
                    opened = nil
                } else if byte < 0x20, kind == .controlCharacter || kind == .openString {
                    return JSONFault(kind, at: kind == .openString ? start : at)
                }
            } else if byte == 0x22 {
                opened = at
            }
            at += 1
        }
        return JSONFault(kind, at: kind == .openString ? opened ?? chunk.lowerBound : chunk.lowerBound)
    }
}
