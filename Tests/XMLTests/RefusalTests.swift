import Testing
import XML

@Suite struct RefusalTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var document: [UInt8]
        var error: XMLError
        var testDescription: String { name }

        init(_ name: String, _ document: String, _ kind: XMLError.Kind, line: Int = 1, offset: Int) {
            self.init(name, bytes: Array(document.utf8), kind, line: line, offset: offset)
        }

        init(_ name: String, bytes: [UInt8], _ kind: XMLError.Kind, line: Int = 1, offset: Int) {
            self.name = name
            document = bytes
            error = XMLError(kind, line: line, offset: offset)
        }
    }

    static let cases: [Case] = [
        Case("nothing", "", .truncated, offset: 0),
        Case("no end tag", "<a>\n<b/>\n", .truncated, line: 3, offset: 9),
        Case("cut in an attribute", "<a>\n<b x=\"1", .truncated, line: 2, offset: 4),
        Case("a second root", "<a/>\n<b/>", .trailing, line: 2, offset: 5),
        Case("text behind the root", "<a/>x", .trailing, offset: 4),
        Case("wrong end tag", "<a></b>", .notWellFormed(.tagMismatch), offset: 5),
        Case("an attribute twice", "<a x='1' x='2'/>", .notWellFormed(.duplicateAttribute), offset: 9),
        Case("character 0", "<a x='&#0;'/>", .notWellFormed(.characterReference), offset: 6),
        Case("NUL", "<a x='\0'/>", .notWellFormed(.invalidToken), offset: 6),
        Case(
            "Latin-1 said to be UTF-8", bytes: Array("<a x='".utf8) + [0xE9, 0x27, 0x2F, 0x3E],
            .notWellFormed(.invalidToken), offset: 6),
        Case("an unknown entity", "<a>&nbsp;</a>", .entityUsed, offset: 3),
        Case("an entity declared", "<!DOCTYPE a [\n<!ENTITY x 'y'>]><a/>", .entityDeclared, line: 2, offset: 14),
        Case("a parameter entity", "<!DOCTYPE a [%x;]><a/>", .entityDeclared, offset: 13),
        Case("an external DTD", "<!DOCTYPE a SYSTEM 'http://127.0.0.1:9/'><a/>", .externalDTD, offset: 19),
        Case("a public DTD", "<!DOCTYPE a PUBLIC \"-//x\" \"x\"><a/>", .externalDTD, offset: 19),
        Case("two DOCTYPEs", "<!DOCTYPE a><!DOCTYPE b [<!ENTITY x 'y'>]><a/>", .secondDoctype, offset: 12),
        Case("UTF-16", bytes: [0xFF, 0xFE, 0x3C, 0, 0x61, 0], .utf16, offset: 0),
        Case("an encoding that is not read", "<?xml version='1.0' encoding='koi8-r'?><a/>", .encoding, offset: 30),
    ]

    @Test(arguments: cases)
    func `A document is refused where its fault is`(_ test: Case) {
        for chunk in [Int.max, 1, 5] {
            #expect(Listener.listen(test.document, chunk: chunk).error == test.error)
        }
    }

    /// What is too much of something, made when it is tried.
    enum Excess: CaseIterable {
        case depth, attributes, names, tag, doctype, controls

        var document: [UInt8] {
            switch self {
            case .depth: Array(String(repeating: "<a>", count: 100_000).utf8)
            case .attributes: Array("<a \((0..<100_000).map { "a\($0)='1'" }.joined(separator: " "))/>".utf8)
            case .names: Array("<a>\((0..<300_000).map { "<name\($0)/>" }.joined())</a>".utf8)
            case .tag: Array("<a x='".utf8) + [UInt8](repeating: 0x78, count: 20_000_000)
            case .doctype: Array("<!DOCTYPE a [".utf8) + [UInt8](repeating: 0x20, count: 2_000_000)
            case .controls: Array("<a x='".utf8) + [UInt8](repeating: 0x0B, count: 200_000)
            }
        }

        var error: XMLError.Kind {
            switch self {
            case .depth: .tooDeep(limit: 256)
            case .attributes: .tooManyAttributes(limit: 4096)
            case .names, .tag: .tooLarge
            case .doctype: .prologTooLong
            case .controls: .binary
            }
        }
    }

    @Test(arguments: Excess.allCases)
    func `Too much of anything is refused`(_ excess: Excess) {
        let limits = excess == .attributes ? Limits() : Limits(memory: 8 << 20)
        #expect(Listener.listen(excess.document, chunk: 1 << 16, limits: limits).error?.kind == excess.error)
    }
}
