import Definitions
import Reading
import Records
import Seeding
import Testing

@Suite struct XMLPartsTests {
    struct Document: CustomTestStringConvertible, Sendable {
        var name: String
        var text: [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ text: String) { (self.name, self.text) = (name, Array(text.utf8)) }

        init(_ name: String, bytes: [UInt8]) { (self.name, text) = (name, bytes) }
    }

    private static let definition = XMLReaderDefinition(
        root: "HealthData", records: ["Record", "Workout", "Correlation/Record"],
        refuse: [.init(root: "ClinicalDocument", because: "another")])

    private static let columns = [
        "@record", "type", "value", "../locale", "../type", "MetadataEntry[key=Zone]@value", "Workout", "Note",
    ]

    private static let opening = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- <HealthData> is below -->
        <!DOCTYPE HealthData [
        <!ATTLIST Record type CDATA #REQUIRED
        ]>
        <HealthData locale="en>GB" other='"'>

        """

    /// Elements of every kind, with what looks like others in comments, quotes and CDATA.
    private static func content(_ count: Int) -> String {
        var text = ""
        for number in 0..<count {
            switch number % 9 {
            case 1: text += " <Correlation type='C'>\n  <Record type='in' value='\(number)'/>\n </Correlation>\n"
            case 2: text += " <!-- </HealthData> <Record type='never'/> \" -->\n"
            case 3: text += " <Record type=\"it's > all\" value='\"\(number)/'>\r\n</Record>\r"
            case 4: text += " <?pi <Record type='never'/> ?><Other><Record type='deep'/></Other>\n"
            case 5: text += " <Record type='c'><Note><![CDATA[</Record><Record>]]>é\(number)</Note></Record>\n"
            case 6: text += "<Record type='\u{0B}x\u{0B}y' value='\u{0B}'/>"
            case 7: text += " <Workout type='w'>\n  <MetadataEntry key='Zone' value='&lt;\(number)'/></Workout>\n"
            default: text += " <Record type='T' value='\(number)'/>\n"
            }
        }
        return text
    }

    private static let whole = opening + content(300) + "</HealthData>\n<!-- end -->\n"

    static let documents = [
        Document("whole", whole),
        Document("with a mark", "\u{FEFF}" + whole),
        Document("no end", opening + content(100)),
        Document("cut in a tag", String(whole.dropLast(400))),
        Document("something behind", whole + "<Record/>"),
        Document("a second root's end", opening + content(40) + "</HealthData></HealthData>"),
        Document("empty root", "<HealthData/>"),
        Document("root without content", "<HealthData></HealthData>"),
        Document("another root", "<Other>" + content(50) + "</Other>"),
        Document("a refused root", "<ClinicalDocument>" + content(50) + "</ClinicalDocument>"),
        Document("a record is the root", "<Record type='r'>" + content(50) + "</Record>"),
        Document("a document type within", opening + content(30) + "<!DOCTYPE x>" + content(30) + "</HealthData>"),
        Document("an entity", opening + content(30) + "<Record type='&x;'/>" + content(30) + "</HealthData>"),
        Document(
            "a value without quotes", opening + content(30) + "<Record type=a>b='/>" + content(30) + "</HealthData>"),
        Document(
            "crossed tags", opening + content(30) + "<Record><a><b></a></b></Record>" + content(30) + "</HealthData>"),
        Document("a comment that does not end", opening + content(30) + "<!-- " + content(30) + "</HealthData>"),
        Document("a NUL", opening + content(30) + "<Record type='\0'/>" + content(30) + "</HealthData>"),
        Document(
            "one long record",
            opening + content(30) + "<Record type='l'><Note>" + String(repeating: "long ", count: 5000)
                + "</Note></Record>" + content(30) + "</HealthData>"),
        Document(
            "Latin-1",
            bytes: Array("<?xml version='1.0' encoding='ISO-8859-1'?><HealthData locale='".utf8)
                + [0xE9] + Array("'>".utf8)
                + (0..<200).flatMap { Array("<Record type='".utf8) + [0xFC] + Array("' value='\($0)'/>".utf8) }
                + Array("</HealthData>".utf8)),
        Document(
            "UTF-16",
            bytes: Array("\u{FEFF}<HealthData></HealthData>".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
        Document("not XML", "type,value\na,1\n"),
        Document("nothing", ""),
    ]

    /// What a document gave: records with their places, characters dropped, or why it was refused.
    struct Outcome {
        var rows: [String] = []
        var dropped = 0
        var error: ReadError?
    }

    private static func reader(_ text: [UInt8], chunk: Int, partSize: Int) -> XMLReader {
        XMLReader(MemorySource(text, chunk: chunk), definition, columns: columns, partSize: partSize)
    }

    private static func alone(_ text: [UInt8]) -> Outcome {
        let reader = reader(text, chunk: .max, partSize: 1)
        let batch = reader.makeBatch()
        var outcome = Outcome()
        do throws(ReadError) {
            while try reader.read(into: batch) { outcome.add(batch) }
        } catch { outcome.error = error }
        return outcome
    }

    private static func inParts(_ text: [UInt8], threads: Int, chunk: Int, partSize: Int) throws -> Outcome {
        let reader = reader(text, chunk: chunk, partSize: partSize)
        let pieces = try (0...2 * threads).map { _ in (reader.makeBatch(), try #require(try reader.makeParser())) }
        let ahead = ReadAhead(pieces, from: reader, threads: threads) { (reader, piece) throws(ReadError) in
            try reader.take(into: piece.0)
        } finish: {
            { (piece) throws(ReadError) in try piece.1.parse(piece.0) }
        }
        var outcome = Outcome()
        do throws(ReadError) {
            while let piece = try ahead.next() {
                piece.0.firstRecord = outcome.rows.count + 1
                outcome.add(piece.0)
                ahead.recycle(piece)
            }
        } catch { outcome.error = error }
        ahead.stop()
        return outcome
    }

    @Test("parts parsed side by side give what one reader gives", arguments: documents, [0, 2])
    func parts(document: Document, threads: Int) throws {
        let expected = Self.alone(document.text)
        for (chunk, partSize) in [(Int.max, 1 << 19), (Int.max, 2000), (77, 700), (4096, 5000)] {
            let found = try Self.inParts(document.text, threads: threads, chunk: chunk, partSize: partSize)
            #expect(found.error == expected.error)
            // What stands before a fault may have been given out or not.
            if expected.error == nil {
                #expect(found.difference(from: expected) == nil)
            } else {
                #expect(expected.rows.starts(with: found.rows) || found.rows.starts(with: expected.rows))
            }
        }
    }

    @Test("a byte that is wrong shows at the same place", arguments: 0..<4)
    func mutations(seed: UInt64) throws {
        var random = Seeded(seed)
        let marks = Array("<>/\"'!-[]&;\0\u{0B} a".utf8)
        var refused = 0
        for _ in 0..<40 {
            var text = Array(Self.whole.utf8)
            let place = Int.random(in: Self.opening.utf8.count..<text.count, using: &random)
            text[place] = marks[Int.random(in: 0..<marks.count, using: &random)]
            let expected = Self.alone(text)
            let found = try Self.inParts(text, threads: 0, chunk: .max, partSize: 1500)
            #expect(found.error == expected.error, "byte \(place) made \(text[place])")
            if expected.error == nil {
                #expect(found.difference(from: expected) == nil, "byte \(place) made \(text[place])")
            }
            refused += expected.error == nil ? 0 : 1
        }
        #expect((5..<40).contains(refused))
    }
}

extension XMLPartsTests.Outcome {
    /// The first thing in which they differ.
    fileprivate func difference(from other: Self) -> String? {
        for (row, theirs) in zip(rows, other.rows) where row != theirs { return "\(row) instead of \(theirs)" }
        if rows.count != other.rows.count { return "\(rows.count) rows instead of \(other.rows.count)" }
        return dropped == other.dropped ? nil : "\(dropped) characters dropped instead of \(other.dropped)"
    }

    fileprivate mutating func add(_ batch: RawBatch) {
        dropped += batch.droppedCharacters
        for row in 0..<batch.count {
            let position = batch.position(at: row)
            let cells = (0..<batch.columnCount).map { batch.text(of: batch.column($0)[row]) ?? "-" }
            let raw = batch.text(of: batch.spans[row]) ?? ""
            rows.append("\(position.record) \(position.line) \(position.byteOffset) \(cells) \(raw)")
        }
    }
}
