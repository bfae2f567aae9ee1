import CSV
import Definitions
import Foundation
import Reading
import Records
import Testing

/// What is too long is rejected where it stands; the rest of the file goes on.
@Suite struct LimitTests {
    static func transcript(_ middle: [UInt8], limits: Limits = Limits()) -> Transcript {
        let bytes = Array("a,b\n1,2\n".utf8) + middle + Array("3,4\n".utf8)
        let transcript = Transcript(MemorySource(bytes), limits: limits)
        #expect(transcript.account.total == bytes.count)
        return transcript
    }

    static func run(_ count: Int, _ byte: Character = "x") -> [UInt8] {
        [UInt8](repeating: byte.asciiValue ?? 0, count: count)
    }

    @Test func `A cell of exactly the limit is read`() {
        let limit = Limits().cell
        for text in [Self.run(limit), [0x22] + Self.run(limit) + [0x22]] {
            let lines = Self.transcript(text + Array(",2\n".utf8)).lines
            #expect(lines.map { $0.cells.first??.utf8.count } == [1, limit, 1])
            #expect(lines.allSatisfy { $0.defects.isEmpty })
        }
    }

    @Test func `A longer cell rejects its record`() {
        let limit = Limits().cell
        for text in [Self.run(limit + 1), [0x22] + Self.run(limit + 1) + [0x22], Self.run(3 * limit)] {
            let lines = Self.transcript(text + Array(",2\n".utf8)).lines
            #expect(lines.map(\.line) == [2, 3, 4])
            #expect(lines.map { $0.defects.count } == [0, 1, 0])
            #expect(lines[1].defects[0].hasPrefix("cell_too_long@"))
        }
    }

    @Test func `As many equal names as a table may have columns take time in proportion`() throws {
        var definition = CSVReaderDefinition()
        definition.duplicateNames = .number
        let most = Limits().columns
        let bytes = Array(String(repeating: "a,", count: most - 1).utf8) + Array("a\n".utf8)
        var header: [String] = []
        let time = try ContinuousClock().measure {
            header = try CSVReader(MemorySource(bytes), definition).header
            var head = try CSVHead(bytes + bytes, isWhole: true)
            #expect(head.candidates(definition, delimiter: 0x2C).first?.names == Set(header))
        }
        #expect(header.count == most && header.first == "a" && header.last == "a#\(most)" && Set(header).count == most)
        // Half a minute where each began to count from 2.
        #expect(time < .seconds(5))
    }

    @Test(arguments: [",", ";", "\t", "|"])
    func `More columns are refused before they have names`(_ delimiter: String) throws {
        let text = "\n" + String(repeating: "a" + delimiter, count: Limits().columns) + "a\n"
        #expect(throws: ReadError.brokenHeader(line: 1, fault: .tooManyColumns)) {
            try CSVHead(Array(text.utf8), isWhole: true)
        }
        var below = try CSVHead(Array(("a" + delimiter + "b\n" + text).utf8), isWhole: true)
        let candidates = below.candidates(CSVReaderDefinition(), delimiter: Array(delimiter.utf8)[0])
        #expect(candidates.allSatisfy { $0.names.count <= 2 })
    }

    @Test func `Names of a hundred tables are found in time in proportion`() throws {
        let tables = (0..<100).map { table in
            let columns = (0..<1000).map { "c\(table)_\($0)" }.joined(separator: ", ")
            return "COPY public.t\(table) (\(columns)) FROM stdin;\n\\.\n"
        }
        var names = SQLReader.Names()
        let time = ContinuousClock().measure { names = SQLReader.names(MemorySource(Array(tables.joined().utf8))) }
        #expect(names.tables.count == 100 && names.columns.count == 20_000)
        #expect(names.columns.last == "c19_999")
        #expect(time < .seconds(5))
    }

    @Test func `A file's limit is of processor time, of all threads, and grows with its size`() throws {
        let time = ProcessorTime()
        var limit = ProcessorTime.Limit()
        (limit.milliseconds, limit.millisecondsPerMegabyte) = (0, 1_000)
        var mark = ProcessorTime.Mark.now
        try limit.check(time, bytes: 1 << 20)
        let start = ContinuousClock.now
        // Waiting costs nothing.
        while ContinuousClock.now - start < .milliseconds(300) { usleep(10_000) }
        time.add(since: &mark)
        try limit.check(time, bytes: 1 << 20)
        var workers = Workers(3) {
            var mark = ProcessorTime.Mark.now
            for round in 0..<5 {
                var digest = Digest()
                for number in 0..<100_000 { digest.add("\(round) \(number)") }
                time.add(since: &mark)
            }
        }
        workers.join()
        #expect(throws: ReadError.tooSlow(seconds: 1)) { try limit.check(time, bytes: 0) }
        try limit.check(time, bytes: 1 << 30)
    }

    @Test func `A quote left open costs one record`() {
        let rows = Array(repeating: Array("5,six\n".utf8), count: 200_000).joined()
        let lines = Self.transcript(Array("1,\"open\n".utf8) + rows).lines
        #expect(lines.count { !$0.defects.isEmpty } == 1)
        #expect(lines.count == 200_003)
        #expect(lines[1].raw == "1,\"open")
        #expect(lines.last?.line == 200_004)
    }

    @Test(arguments: [CSVReaderDefinition.Quoting.doubled, .unescaped])
    func `Open quotes on every line take time in proportion`(_ quoting: CSVReaderDefinition.Quoting) {
        var definition = CSVReaderDefinition()
        definition.quoting = quoting
        for line in ["\"\n", "\"a\n", "\"\"\"a\n", "b\",\"a\n", "\"a\",\"b\n", "\"\"\n\"a\n", "x,\"\"\"\n"] {
            let bytes =
                Array("h\n".utf8) + Array(repeating: Array(line.utf8), count: 400_000 / line.utf8.count).joined()
            let clock = ContinuousClock()
            let time = clock.measure {
                let reader = try? CSVReader(MemorySource(bytes), definition)
                guard let reader else { return }
                let batch = reader.makeBatch()
                while (try? reader.read(into: batch)) == true {}
                #expect(reader.account.total == bytes.count)
            }
            #expect(time < .seconds(30), "\(line.debugDescription)")
        }
    }

    @Test(arguments: [40, 60])
    func `A record beyond its limit is passed over in bounded memory`(_ cells: Int) {
        let limits = Limits(cell: 100_000, record: 3_000_000)
        let cell = Self.run(90_000) + [0x2C]
        let long = Array(Array(repeating: cell, count: cells).joined()) + Array("\"a\r\nb\"\r\n".utf8)
        let transcript = Self.transcript(long, limits: limits)
        #expect(transcript.lines.map(\.line) == [2, 3, 5])
        #expect(transcript.lines.map(\.record) == [1, 2, 3])
        #expect(transcript.lines[1].defects == ["record_too_long@8"])
        #expect(transcript.lines[2].cells == ["3", "4"])
    }

    @Test func `Columns up to the limit are read, more refuse the file`() {
        for (columns, error) in [(20_000, nil), (20_001, ReadError.brokenHeader(line: 1, fault: .tooManyColumns))] {
            let header = (0..<columns).map { "c\($0)" }.joined(separator: ",")
            let row = Array(repeating: "1", count: columns).joined(separator: ",")
            let transcript = Transcript(header + "\n" + row + "\n" + row)
            #expect(transcript.error == error)
            #expect(transcript.lines.map(\.cells.count) == (error == nil ? [columns, columns] : []))
        }
    }

    @Test func `A row of commas without end is one defect`() {
        let lines = Self.transcript(Self.run(5_000_000, ",") + [0x0A]).lines
        #expect(lines.map(\.defects) == [[], ["too_many_cells@8 a"], []])
    }
}
