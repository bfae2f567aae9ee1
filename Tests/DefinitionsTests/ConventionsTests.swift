import Definitions
import Foundation
import Testing

/// What a format need not say: it is read as one that says it.
@Suite struct ConventionsTests {
    private static let dataset = """
        dataset: A probe
        owner: {user_id: users.id}
        key: [source_key, kind]
        columns:
          source_key: {type: text}
          until: {type: date}
        tables:
          probes:
            identity: [kind, start_at]
            columns:
              kind: {type: text, required: true, one_of: [throw, run], measures: amount}
              amount: {type: decimal}
              start_at: {type: instant, required: true}
              day: {type: date, required: true, mapping: {from: start_at, as: local-date}}
              source: {type: text, required: true, mapping: {constant: "{vendor}"}}
              origin: {type: text, required: true, one_of: [acme_two, other], mapping: {constant: "{vendor_key}"}}

        """

    private static let whole = """
        format: Acme Two (list)
        dataset: probe
        reader: csv
        recognise:
          - [Date, Thrown, Ran]
        fields:
          start_at: {from: Date, as: local-time}
          day: {from: Date, as: local-date}
          source: {constant: Acme Two}
          origin: {constant: acme_two}
        unpivot:
          - fields: {kind: {constant: throw}, amount: {from: Thrown}}
          - fields: {kind: {constant: run}, amount: {from: Ran, number: either}}

        """

    private static let short = """
        format: Acme Two (list)
        reader: csv
        recognise: [Date, Thrown, Ran]
        fields:
          start_at: {from: Date, as: local-time}
        measures:
          throw: Thrown
          run: {from: Ran, number: either}

        """

    private func read(_ format: some StringProtocol) throws -> (Format?, [String]) {
        var fixture = Fixture()
        for (file, text) in [(Fixture.File.dataset, Self.dataset), (.format, String(format))] {
            let old = try #require(fixture.texts[file])
            fixture = try #require(fixture.replacing(old, text, in: file))
        }
        let (pipelines, lines) = try fixture.load()
        return (pipelines.formats.first { $0.name == "one" }, lines.filter { $0.contains("formats/one.yaml") })
    }

    /// Its mapping, and the sets of columns by which it is known.
    private func meaning(_ format: String) throws -> String {
        let (read, faults) = try read(format)
        #expect(faults.isEmpty, "\(faults)")
        let format = try #require(read)
        let records = format.records.map { record -> String in
            let fields = record.fields.sorted { $0.field < $1.field }
            return "\(record.dataset) \(record.key) \(fields) \(record.unpivot)"
        }
        return "\(format.recognise) \(records.joined())"
    }

    @Test func `A short definition means what the long one says`() throws {
        #expect(try meaning(Self.short) == meaning(Self.whole))
    }

    @Test(
        "a definition that says it itself is not overruled",
        arguments: [
            ("fields:", "fields:\n  source: {from: Maker}", "Maker"),
            ("fields:", "fields:\n  day: {from: Day}", "Day"),
            ("reader", "dataset: probe\nkey: [kind]\nreader", "[\"kind\"]"),
        ])
    func said(_ old: String, _ new: String, _ expected: String) throws {
        let meaning = try meaning(Self.short.replacingOccurrences(of: old, with: new))
        #expect(meaning.contains(expected), "\(meaning)")
    }

    @Test func `What a dataset names as its key is the key where each row has it`() throws {
        let named = Self.short.replacingOccurrences(of: "fields:", with: "fields:\n  source_key: {from: Id}")
        let key = "[\"source_key\", \"kind\"]"
        #expect(try meaning(named).contains(key))
        #expect(try !meaning(Self.short).contains(key))
    }

    @Test(
        "the maker is the title before its bracket",
        arguments: ["Acme Two", "Acme Two(list)", "Acme Two  (list)", "Acme Two (list (old))"])
    func maker(_ title: String) throws {
        let meaning = try meaning(Self.short.replacingOccurrences(of: "Acme Two (list)", with: title))
        #expect(meaning == (try self.meaning(Self.whole)))
    }

    @Test func `A maker that is none of those known is said to be the title's`() throws {
        let (_, faults) = try read(Self.short.replacingOccurrences(of: "Acme Two", with: "My Scale"))
        let told = "1:9: `My Scale` is no `origin` that is known: map the field"
        #expect(faults.contains { $0.hasSuffix(told) }, "\(faults)")
        #expect(faults.contains { $0.contains("required field `origin` is not mapped") }, "\(faults)")
    }

    @Test func `What every case maps itself is not the maker`() throws {
        let cases = """
            unpivot:
              - fields: {kind: {constant: throw}, amount: {from: Thrown}, origin: {constant: other}}
              - fields: {kind: {constant: run}, amount: {from: Ran}, origin: {constant: other}}

            """
        let text = Self.short.replacingOccurrences(of: "Acme Two", with: "My Scale")
        let start = try #require(text.range(of: "measures:")).lowerBound
        #expect(try read(text[..<start] + cases).1 == [])
    }

    @Test func `A case without the key of the others is faulted`() throws {
        let cases = """
            unpivot:
              - fields: {kind: {constant: throw}, amount: {from: Thrown}, source_key: {from: Id}}
              - fields: {kind: {constant: run}, amount: {from: Ran}}

            """
        let start = try #require(Self.short.range(of: "measures:")).lowerBound
        let faults = try read(Self.short[..<start] + cases).1
        #expect(faults.contains { $0.contains("key field `source_key` is not mapped for every row") }, "\(faults)")
    }

    @Test func `A case with a moment of its own has the day of it`() throws {
        let own = """
            unpivot:
              - fields: {kind: {constant: run}, amount: {from: Ran}, start_at: {from: Began, as: local-time}}

            """
        let text = Self.short.replacingOccurrences(of: "recognise:", with: own + "recognise:")
        let (format, faults) = try read(text)
        #expect(faults.isEmpty, "\(faults)")
        let cases = try #require(format?.records.first?.unpivot)
        let days = cases.map { one in one.fields.first { $0.field == "day" }?.from ?? [] }
        #expect(days == [[], [], ["Began"]])
    }

    @Test func `A folder that is no dataset's is named`() throws {
        let folder = try Fixture().written()
        defer { folder.remove() }
        let formats = URL(fileURLWithPath: folder.path).appendingPathComponent("prboe/formats")
        try FileManager.default.createDirectory(at: formats, withIntermediateDirectories: true)
        try Data(Self.short.utf8).write(to: formats.appendingPathComponent("three.yaml"))
        let lines = CheckReport(path: folder.path, environment: [:]).lines
        let own = lines.filter { $0.contains("three.yaml") }
        #expect(own.count == 1 && own[0].contains("unknown dataset `prboe`; did you mean `probe`?"), "\(lines)")
    }
}
