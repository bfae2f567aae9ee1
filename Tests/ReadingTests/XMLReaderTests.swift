import Definitions
import Reading
import Records
import Testing
import XML

@Suite struct XMLReaderTests {
    static let definition = XMLReaderDefinition(
        root: "HealthData", records: ["Record", "Workout"],
        refuse: [.init(root: "ClinicalDocument", because: "another")])

    static let document = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!ATTLIST Record type CDATA #REQUIRED
        ]>
        <HealthData locale="en_GB">
         <ExportDate value="2024-05-02"/>
         <Record type="A" unit="kg" value="80.5"/>
         <Correlation type="C">
          <Record type="A" value="80.5"/>
         </Correlation>
         <Record
           value="&lt;7" type="B">
          <MetadataEntry key="Zone" value="Europe/Paris"/>
          <MetadataEntry key="Zone" value="second"/>
          <MetadataEntry key="Other" value=""/>
         </Record>
         <Workout duration="30"><Statistics type="E" sum="200"/><Name> a <b>c</b></Name>
          <Route><File path="/x"/></Route></Workout>
        </HealthData>

        """

    static let columns = [
        "@record", "type", "value", "../locale", "MetadataEntry[key=Zone]@value", "MetadataEntry[key=Other]@value",
        "Statistics[type=E]@sum", "Name", "Route/File@path", "duration",
    ]

    static func read(
        _ text: String, _ definition: XMLReaderDefinition = definition, columns: [String] = columns, chunk: Int = .max,
        select: [Int]? = nil
    ) -> Transcript {
        Transcript(
            XMLReader(MemorySource(Array(text.utf8), chunk: chunk), definition, columns: columns), select: select)
    }

    @Test func `Children of the root are records, with attributes, children and what is around them`() {
        let read = Self.read(Self.document)
        #expect(read.error == nil)
        #expect(
            read.lines.map(\.cells) == [
                ["Record", "A", "80.5", "en_GB", nil, nil, nil, nil, nil, nil],
                ["Record", "B", "<7", "en_GB", "Europe/Paris", "", nil, nil, nil, nil],
                ["Workout", nil, nil, "en_GB", nil, nil, "200", " a c", "/x", "30"],
            ])
        #expect(read.lines.map(\.line) == [7, 11, 17])
        #expect(read.lines.map(\.record) == [1, 2, 3])
        #expect(read.lines.map(\.raw)[0] == "<Record type=\"A\" unit=\"kg\" value=\"80.5\"/>")
        #expect(read.lines.map(\.raw)[2].hasSuffix("</Route></Workout>"))
        let bytes = Array(Self.document.utf8)
        for line in read.lines { #expect(bytes[line.offset...].starts(with: Array(line.raw.utf8))) }
        #expect(read.account.total == bytes.count)
    }

    @Test(arguments: [1, 7, 64, 1000])
    func `Pieces of any size read the same`(chunk: Int) {
        #expect(Self.read(Self.document, chunk: chunk) == Self.read(Self.document))
    }

    @Test func `Asked columns only`() {
        let read = Self.read(Self.document, select: [2, 0])
        #expect(read.lines.map(\.cells) == [["80.5", "Record"], ["<7", "Record"], [nil, "Workout"]])
    }

    @Test func `Records of several depths have each what is around them`() {
        let definition = XMLReaderDefinition(root: "HealthData", records: ["Record", "Correlation/Record"])
        let inner = "<Record a='in'/>"
        let read = Self.read(
            """
            <HealthData locale='l'>\(inner)<Correlation type='C'>\(inner)\(inner)</Correlation>\(inner)\
            <Correlation type='D'>\(inner)</Correlation>\(inner)</HealthData>
            """, definition, columns: ["../locale", "../type", "../../locale"])
        let root: [String?] = ["l", nil, nil]
        #expect(
            read.lines.map(\.cells) == [root, [nil, "C", "l"], [nil, "C", "l"], root, [nil, "D", "l"], root])
    }

    @Test func `Many batches read as one would`() {
        var text = "<HealthData locale='x'>\r\n"
        let count = 60_000
        for index in 0..<count {
            text += "<Record type='T\(index % 7)' value='\(index)'>\r\n<MetadataEntry key='Zone' value='\(index)é'/>"
            text += index % 1000 == 0 ? "\u{B}</Record>\r\n" : "</Record>\r\n"
        }
        text += "</HealthData>"
        let read = Self.read(text)
        #expect(read.error == nil)
        #expect(read.lines.count == count)
        let bytes = Array(text.utf8)
        var wrong = 0
        for (index, line) in read.lines.enumerated() {
            let isRight =
                line.cells[2] == "\(index)" && line.cells[4] == "\(index)é" && line.line == 2 + 2 * index
                && line.record == index + 1 && line.raw.hasSuffix("</Record>")
                && bytes[line.offset...].starts(with: Array(line.raw.utf8))
            if !isRight { wrong += 1 }
        }
        #expect(wrong == 0)
        #expect(Self.read(text, chunk: 4099) == read)
    }

    @Test func `A record longer than a batch keeps its first bytes, those around it all`() {
        let entry = "<MetadataEntry key='k' value='\(String(repeating: "x", count: 900))'/>\n"
        let long = String(repeating: entry, count: 3000) + "<MetadataEntry key='Zone' value='late'/>\n"
        let text =
            "<HealthData>\n<Record type='A'/>\n<Record type='B'>\n\(long)</Record>\n<Record type='C'/>\n</HealthData>"
        for chunk in [Int.max, 10_007] {
            let read = Self.read(text, chunk: chunk)
            #expect(read.error == nil)
            #expect(read.lines.map { $0.cells[1] } == ["A", "B", "C"])
            #expect(read.lines.map { $0.cells[4] } == [nil, "late", nil])
            #expect(read.lines.map(\.line) == [2, 3, 3 + 3000 + 3])
            #expect(read.lines[1].raw.hasPrefix("<Record type='B'>\n<MetadataEntry"))
            #expect(read.lines[1].raw.utf8.count > 100_000)
            #expect(read.lines[2].raw == "<Record type='C'/>")
        }
    }

    @Test func `Two megabytes in an attribute reject that record only`() {
        let text =
            "<HealthData>\n<Record value='\(String(repeating: "A", count: 2_000_000))'/>\n<Record value='1'/></HealthData>"
        let read = Self.read(text, columns: ["value"])
        #expect(read.error == nil)
        #expect(read.lines.map(\.cells) == [[nil], ["1"]])
        #expect(read.lines.map(\.defects) == [["cell_too_long@13 value"], []])
        #expect(read.lines.map(\.line) == [2, 3])
    }

    @Test func `Megabytes between records are nothing`() {
        let blank = String(repeating: " \n", count: 3_000_000)
        let noise = "<!-- \(String(repeating: "<Record type='no'/>\n", count: 100_000)) -->"
        let text = "<HealthData>\n\(blank)<Record type='A'/>\(noise)<Record type='B'/></HealthData>"
        let read = Self.read(text)
        #expect(read.lines.map { $0.cells[1] } == ["A", "B"])
        #expect(read.lines.map(\.line) == [3_000_002, 3_100_002])
        #expect(read.lines.map(\.raw) == ["<Record type='A'/>", "<Record type='B'/>"])
    }

    @Test func `Records deeper down, and what is around each`() {
        let text =
            "<d><day on='1'><meal x='a'/><meal x='b'/></day><meal x='no'/><day><meal x='c'/></day><x><day><meal/></day></x></d>"
        let definition = XMLReaderDefinition(root: "d", records: ["day/meal"])
        let read = Self.read(text, definition, columns: ["@record", "../on", "x"])
        #expect(read.lines.map(\.cells) == [["meal", "1", "a"], ["meal", "1", "b"], ["meal", nil, "c"]])
    }

    @Test func `A document may be one record`() {
        let read = Self.read("<Record type='A' value='0.162'>\n</Record>\n")
        #expect(read.lines.map { Array($0.cells.prefix(3)) } == [["Record", "A", "0.162"]])
    }

    @Test func `Without names every child of the root is a record`() {
        let read = Self.read(
            "<a><b x='1'/><c x='2'><b x='3'/></c></a>", XMLReaderDefinition(), columns: ["@record", "x"])
        #expect(read.lines.map(\.cells) == [["b", "1"], ["c", "2"]])
    }

    @Test(arguments: [
        ("", ReadError.empty),
        ("<ClinicalDocument/>", .xmlRefused(root: "ClinicalDocument", because: "another")),
        ("<gpx/>", .xmlRoot(found: "gpx", wanted: "HealthData")),
        ("<HealthData><Record/>", .xml(XMLError(.truncated, line: 1, offset: 21))),
        ("<HealthData/><HealthData/>", .xml(XMLError(.trailing, line: 1, offset: 13))),
    ])
    func `Other documents are refused`(text: String, error: ReadError) {
        for chunk in [Int.max, 1] { #expect(Self.read(text, chunk: chunk).error == error) }
    }

    @Test(arguments: [
        "a b", "", "@x", "../", "A[b]@c", "A[b=c", "A/@b", "A@", "A@b/c", "../../",
    ])
    func `A name that names nothing is absent`(name: String) {
        #expect(Self.read("<HealthData><Record a='1'/></HealthData>", columns: [name]).lines.map(\.cells) == [[nil]])
    }
}
