/// Records of JSON Lines: one value a line.
///
/// The lines of a chunk are looked through at once; where one of them breaks a rule, each on its own.
public final class Lines {
    // One thread owns this object, and none of its methods calls another.
    @exclusivity(unchecked) private var walk: Walk
    private let slots: Int
    private var isBroken = false
    /// Values taken of the last line, by slot.
    public let slices: UnsafeMutablePointer<Slice>

    public init(_ selection: Selection, maxDepth: Int) {
        slots = selection.slots
        slices = .allocate(capacity: max(1, slots))
        walk = Walk(selection, maxDepth: maxDepth, slices: slices)
    }

    deinit {
        walk.deallocate()
        slices.deallocate()
    }

    /// What is JSON and yet wrong in the last line.
    public var flaws: [JSONFault] { walk.flaws }
    public var isFlawless: Bool { walk.flaws.isEmpty }

    /// Takes up whole lines, which must be readable for eight bytes beyond their end.
    public func open(_ text: UnsafePointer<UInt8>, _ chunk: Range<Int>) {
        walk.openLines(text, chunk)
        isBroken = walk.failure != nil
    }

    /// Reads the line that stands at `line`, without its break; why it is none.
    public func read(_ line: Range<Int>) -> JSONFault? {
        if isBroken { walk.openLines(walk.text, line) }
        return walk.readLine(line, slots: slots)
    }

    /// Text of a string with escapes; the number of bytes, at most as many as the slice has.
    public static func unescape(
        _ text: UnsafePointer<UInt8>, _ length: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        Walk.unescape(text, length, to: target)
    }
}

extension Walk {
    /// Finds the tokens of a chunk at once.
    fileprivate mutating func openLines(_ text: UnsafePointer<UInt8>, _ chunk: Range<Int>) {
        windowSize = max(1, chunk.count)
        let (start, limit) = (chunk.lowerBound, chunk.upperBound)
        self.text = text
        self.limit = limit
        failure = nil
        openWhole(from: start)
    }

    fileprivate mutating func readLine(_ line: Range<Int>, slots: Int) -> JSONFault? {
        limit = line.upperBound
        if let failure { return failure }
        while at > 0, origin + Int(positions[at - 1]) >= line.lowerBound { at -= 1 }
        while at < end, origin + Int(positions[at]) < line.lowerBound { at += 1 }
        if !flaws.isEmpty { flaws.removeAll(keepingCapacity: true) }
        slices.update(repeating: .absent, count: slots)
        taken = 0
        let windowHasEscapes = hasEscapes
        if hasEscapes { hasEscapes = holdsEscapes(line.lowerBound, line.count) }
        defer { hasEscapes = windowHasEscapes }
        defer { failure = nil }
        if readFlat() { return nil }
        if failure != nil || !flaws.isEmpty {
            failure = nil
            flaws.removeAll(keepingCapacity: true)
        }
        slices.update(repeating: .absent, count: slots)
        guard value(at: next(), node: 0) else { return failure }
        return ahead < limit ? JSONFault(.surplus, at: ahead) : nil
    }
}
