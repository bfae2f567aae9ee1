/// The records of one document that is held as a whole.
///
///     data.metrics[*].data[*]     where the records stand
///     qty, source.name            what is taken of each
///     ../name                     what is taken of the object that holds their array, one level up
///
/// The document is checked to its end before the first record is given. Memory is that of its text.
public final class Document {
    /// A record: which pattern it is of, and where it stands.
    public struct Record: Sendable {
        public var pattern: Int
        public var range: Range<Int>
    }

    private let given: Patterns?
    private static let array = Patterns([[.each]])
    private static let single = Patterns([[]])
    private var route: Route
    private var parents: [Parents] = []
    private let count: Int
    private let ownCount: Int
    /// Values taken of the last record, by slot: its own, then those of each level of parents.
    public let slices: UnsafeMutablePointer<Slice>

    /// - Parameters:
    ///   - patterns: where records stand; none: elements of the array at the root, or else the root.
    ///   - parents: what is wanted of the objects that hold a record, the nearest first.
    public init(patterns: [[Step]], record: Selection, parents levels: [Selection], maxDepth: Int) {
        given = patterns.isEmpty ? nil : Patterns(patterns)
        ownCount = record.slots
        count = levels.reduce(record.slots) { $0 + $1.slots }
        slices = .allocate(capacity: max(1, count))
        route = Route(Walk(record, maxDepth: maxDepth, slices: slices))
        var first = record.slots
        for level in levels {
            parents.append(Parents(level, maxDepth: maxDepth, slices: slices + first))
            first += level.slots
        }
    }

    deinit {
        route.deallocate()
        for level in parents { level.walk.deallocate() }
        slices.deallocate()
    }

    /// What is JSON and yet wrong in the last record.
    public var flaws: [JSONFault] { route.walk.flaws }

    /// Takes up a document and checks it; its text must stay, readable for eight bytes beyond its end.
    public func open(_ text: UnsafePointer<UInt8>, length: Int) throws(JSONFault) {
        let first = (0..<length).first { ![0x20, 0x09, 0x0A, 0x0D].contains(text[$0]) }
        guard let first else { throw JSONFault(.blank, at: 0) }
        let patterns = given ?? (text[first] == Walk.bracket ? Self.array : Self.single)
        route.open(text, length, patterns, isChecking: true)
        while try route.next() != nil {}
        route.open(text, length, patterns, isChecking: false)
        for level in parents.indices { parents[level].start = nil }
    }

    /// The next record, in the order of the text; nil after the last.
    public func next() throws(JSONFault) -> Record? {
        guard let record = try route.next() else { return nil }
        for level in parents.indices { parents[level].read(route, above: level) }
        return record
    }
}

/// What is taken of the objects one level above records.
private struct Parents {
    var walk: Walk
    let slots: Int
    /// Where the object starts of which the values are.
    var start: Int?

    init(_ selection: Selection, maxDepth: Int, slices: UnsafeMutablePointer<Slice>) {
        walk = Walk(selection, maxDepth: maxDepth, slices: slices)
        walk.endsWhenComplete = true
        slots = selection.slots
    }

    /// Reads the object that stands `level` objects above the one that holds the record, if not read already.
    ///
    /// A window starts small: most fields stand before the array that they describe.
    mutating func read(_ route: Route, above level: Int) {
        guard slots > 0 else { return }
        let object = route.object(above: level)
        guard object != start || object == nil else { return }
        start = object
        walk.slices.update(repeating: .absent, count: slots)
        walk.taken = 0
        guard let object else { return }
        walk.open(route.walk.text, limit: route.walk.limit, from: object, window: 512)
        // The document is known to be whole.
        _ = walk.value(at: walk.next(), node: 0)
    }
}

/// What is wrong with a JSON text, and where.
public struct JSONFault: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        // What makes a text no JSON.
        case notUTF8
        case controlCharacter
        case openString
        case badEscape
        case badNumber
        case badWord
        /// Something stands where this was expected.
        case expected(Expectation)
        /// The text ends too early.
        case truncated
        case tooDeep
        /// Something follows the value.
        case surplus
        /// There is nothing but blanks.
        case blank
        case noMemory
        // What is JSON and nevertheless has no meaning that all readers share.
        case duplicateKey
        case loneSurrogate
        case nulCharacter
        case tooManyKeys
    }

    /// What the grammar wants at a place.
    public enum Expectation: Hashable, Sendable {
        case value
        case key
        case colon
        case commaOrBrace
        case commaOrBracket
    }

    public var kind: Kind
    /// Offset of the first byte of what is wrong, or of the token that holds it.
    public var position: Int

    public init(_ kind: Kind, at position: Int) {
        self.kind = kind
        self.position = position
    }
}
