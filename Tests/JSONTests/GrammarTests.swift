import JSON
import Testing

@Suite("The grammar of RFC 8259")
struct GrammarTests {
    @Test("accepted", arguments: Case.accepted)
    func accepted(_ item: Case) {
        #expect(documentFault(item.text) == nil)
        #expect(lineFault(item.text) == nil)
    }

    @Test("refused", arguments: Case.refused)
    func refused(_ item: Case) {
        #expect(documentFault(item.text) != nil)
        #expect(lineFault(item.text) != nil)
    }

    @Test("a bad line leaves its neighbours alone", arguments: Case.refused)
    func neighbours(_ item: Case) {
        guard !item.text.contains(0x0A), !item.text.allSatisfy({ $0 == 0x20 }) else { return }
        let good = Array("{\"a\":1}\n".utf8)
        let held = Held(good + item.text + [0x0A] + good)
        let lines = Lines(Selection(), maxDepth: 512)
        lines.open(held.bytes, 0..<held.count)
        let middle = good.count..<good.count + item.text.count
        #expect(lines.read(0..<good.count - 1) == nil)
        #expect(lines.read(middle) != nil)
        #expect(lines.read(middle.upperBound + 1..<held.count - 1) == nil)
    }

    @Test("every beginning of a document is refused")
    func truncated() {
        let text = Array(#"{"data": [{"a": "x\n\u00e9é", "b": [-1.5e+3, true, null]}, {}], "end": "🏃"}"#.utf8)
        for count in 0..<text.count { #expect(documentFault(Array(text[..<count])) != nil, "\(count) bytes") }
        #expect(documentFault(text) == nil)
    }

    @Test("depth")
    func depth() {
        #expect(documentFault(Array("[[[1]]]".utf8), maxDepth: 3) == nil)
        #expect(documentFault(Array("[[[1]]]".utf8), maxDepth: 2)?.kind == .tooDeep)
        #expect(documentFault(Array("[[[]]]".utf8), maxDepth: 2)?.kind == .tooDeep)
    }
}
