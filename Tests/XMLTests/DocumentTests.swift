import Testing
import XML

@Suite struct DocumentTests {
    /// A document and what a listener writes down.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var document: String
        var events: [String]
        var dropped = 0
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "attributes in any order, line breaks between them",
            document: "<a\n y='2'\r\n x=\"1\"/>", events: ["0 1 <a y=2 x=1", "19 1 >"]),
        Case(
            name: "entities of XML itself", document: "<a x='&lt;&amp;&#233;'>&gt;</a>",
            events: ["0 1 <a x=<&é", "text >", "31 1 >"]),
        Case(
            name: "CDATA is text", document: "<a><![CDATA[<b>]]></a>", events: ["0 1 <a", "text <b>", "22 1 >"]),
        Case(
            name: "a DOCTYPE leaves its place empty", document: "<!DOCTYPE a [ <!ELEMENT a ANY> ]>\n<a/>",
            events: ["34 1 <a", "38 1 >"]),
        Case(
            name: "brackets in quotes and comments of a DOCTYPE",
            document:
                "<?xml version='1.0'?><!-- x --><!DOCTYPE a [ <!-- ]> ' --> <?p ]> ?> <!X \"]>\" ']>' ] x ]> <a/>",
            events: ["90 1 <a", "94 1 >"]),
        Case(
            name: "an ATTLIST that is not closed",
            document: "<!DOCTYPE a [\n<!ATTLIST a x CDATA #REQUIRED\n<!ELEMENT b EMPTY>\n>\n]>\n<a x='1'/>",
            events: ["68 1 <a x=1", "78 1 >"]),
        Case(name: "a DOCTYPE without brackets", document: "<!DOCTYPE a><a/>", events: ["12 1 <a", "16 1 >"]),
        Case(
            name: "control characters are dropped, offsets stay", document: "<a x='W\u{B}a\u{1}tch'><b/>\u{B}<b/></a>",
            events: ["0 1 <a x=Watch", "15 2 <b", "19 2 >", "20 2 <b", "24 2 >", "28 1 >"], dropped: 3),
        Case(
            name: "byte order mark", document: "\u{FEFF}<!DOCTYPE a><a/>", events: ["15 1 <a", "19 1 >"]),
        Case(
            name: "XInclude is an element like others",
            document: "<a><xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='/etc/passwd'/></a>",
            events: [
                "0 1 <a", "3 2 <xi:include xmlns:xi=http://www.w3.org/2001/XInclude href=/etc/passwd", "78 2 >",
                "82 1 >",
            ]),
    ]

    @Test(arguments: cases)
    func `A document is heard the same in any pieces`(_ test: Case) {
        let document = Array(test.document.utf8)
        for chunk in [Int.max, 1, 2, 3, 7, 64] {
            for pauses in [false, true] {
                let heard = Listener.listen(document, chunk: chunk, pauses: pauses)
                #expect(heard.error == nil)
                #expect(heard.events == test.events)
                #expect(heard.dropped == test.dropped)
            }
        }
    }

    @Test func `Latin-1 becomes UTF-8, offsets are those of the file`() {
        let document = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a x='Montr".utf8) + [0xE9] + Array("'/>".utf8)
        #expect(Listener.listen(document).events == ["43 1 <a x=Montré", "58 1 >"])
    }

    @Test func `Cut anywhere a document is not whole`() {
        let document = Array("<?xml version='1.0'?>\n<!DOCTYPE a [<!ELEMENT a ANY>]><a x='1'><b>text</b>é</a>".utf8)
        #expect(Listener.listen(document).error == nil)
        for end in 0..<document.count {
            #expect(Listener.listen(Array(document[..<end])).error != nil, "\(end) bytes")
            #expect(Listener.listen(Array(document[..<end]), chunk: 1).error != nil, "\(end) bytes, one by one")
        }
    }
}
