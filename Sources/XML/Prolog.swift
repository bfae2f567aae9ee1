/// What stands before the root element, its DOCTYPE blanked out: no declaration in it is ever parsed.
///
///     <?xml ... ?>  <!-- ... -->  <!DOCTYPE HealthData [ ... ]>  <HealthData ...
///                                 ^                           ^  ^
///                                 blanks, line breaks kept ---+  from here on nothing is looked at
///
/// Exporters write DOCTYPEs that are no XML (an ATTLIST that never closes), so markup within the brackets is not
/// matched: the DOCTYPE ends with the first `]` and `>` outside of quotes, comments and processing instructions. One
/// that declares entities or refers to another file is refused, and so is a second one.
struct Prolog {
    enum State: Equatable {
        case outside
        case comment
        case instruction
        /// In the DOCTYPE, before its bracket.
        case doctype
        case subset
        case quote(UInt8)
        case subsetComment
        case subsetInstruction
        /// After the bracket that may close the subset.
        case closing
        case done
    }

    private(set) var bytes: [UInt8] = []
    private var state = State.outside
    private var at = 0
    private var doctypeStart: Int?
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Whether the root element was reached.
    var isDone: Bool { state == .done }

    /// How many bytes stand before the root element, once it was reached.
    var end: Int { at }

    /// Takes no bytes: what is parsed begins with the root element.
    mutating func skip() { state = .done }

    /// Takes more bytes and looks at as many of them as can be decided.
    mutating func add(_ more: UnsafeRawBufferPointer, isFinal: Bool) throws(XMLError) {
        bytes.append(contentsOf: more)
        if at == 0, bytes.count < 3, !isFinal { return }
        if at == 0 {
            if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { throw error(.utf16) }
            if bytes.starts(with: [0x3C, 0]) || bytes.starts(with: [0, 0x3C]) { throw error(.utf16) }
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
        }
        // The longest word that decides anything is `<!DOCTYPE`.
        while state != .done, at < bytes.count, isFinal || at + 9 <= bytes.count { try step() }
        if state != .done, at > limit { throw error(.prologTooLong) }
    }

    private mutating func step() throws(XMLError) {
        switch state {
        case .outside: try stepOutside()
        case .comment: leave("-->", to: .outside)
        case .instruction: leave("?>", to: .outside)
        case .subsetComment: leave("-->", to: .subset)
        case .subsetInstruction: leave("?>", to: .subset)
        case .doctype: try stepDoctype()
        case .subset: try stepSubset()
        case .quote(let mark):
            if bytes[at] == mark { state = .subset }
            at += 1
        case .closing:
            if bytes[at] == UInt8(ascii: ">") {
                endDoctype()
            } else if ![0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) {
                state = .subset
            } else {
                at += 1
            }
        case .done: break
        }
    }

    private mutating func stepOutside() throws(XMLError) {
        if stands("<!--") {
            (state, at) = (.comment, at + 4)
        } else if stands("<?") {
            (state, at) = (.instruction, at + 2)
        } else if stands("<!DOCTYPE") {
            if doctypeStart != nil { throw error(.secondDoctype) }
            (state, doctypeStart, at) = (.doctype, at, at + 9)
        } else if bytes[at] == UInt8(ascii: "<") || ![0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) {
            // The root element, or what the parser will say is none.
            state = .done
        } else {
            at += 1
        }
    }

    private mutating func stepDoctype() throws(XMLError) {
        switch bytes[at] {
        case UInt8(ascii: "["): state = .subset
        case UInt8(ascii: ">"): return endDoctype()
        // Only the name of another file stands in quotes here.
        case UInt8(ascii: "\""), UInt8(ascii: "'"): throw error(.externalDTD)
        default: break
        }
        at += 1
    }

    private mutating func stepSubset() throws(XMLError) {
        if stands("<!--") {
            (state, at) = (.subsetComment, at + 4)
        } else if stands("<?") {
            (state, at) = (.subsetInstruction, at + 2)
        } else if stands("<!ENTITY") || bytes[at] == UInt8(ascii: "%") {
            throw error(.entityDeclared)
        } else {
            switch bytes[at] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .quote(bytes[at])
            case UInt8(ascii: "]"): state = .closing
            default: break
            }
            at += 1
        }
    }

    private mutating func leave(_ end: StaticString, to next: State) {
        if stands(end) {
            (state, at) = (next, at + end.utf8CodeUnitCount)
        } else {
            at += 1
        }
    }

    private func stands(_ word: StaticString) -> Bool {
        guard at + word.utf8CodeUnitCount <= bytes.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where bytes[at + index] != word.utf8Start[index] { return false }
        return true
    }

    private mutating func endDoctype() {
        at += 1
        for index in (doctypeStart ?? at)..<at where bytes[index] != 0x0A && bytes[index] != 0x0D {
            bytes[index] = 0x20
        }
        state = .outside
    }

    private func error(_ kind: XMLError.Kind) -> XMLError {
        let passed = bytes[..<min(at, bytes.count)]
        return XMLError(kind, line: 1 + passed.count { $0 == 0x0A }, offset: passed.count)
    }
}
