import Definitions
import Foundation

/// A small pipelines folder of which one text may be replaced.
struct Fixture {
    enum File: String, CaseIterable {
        case dataset = "probe/dataset.yaml"
        case format = "probe/formats/one.yaml"
        case other = "probe/formats/two.yaml"
        case job = "night.yaml"
        case measures = "measures/probes.yaml"
    }

    private(set) var texts: [File: String] = [
        .dataset: """
        owner: {user_id: users.id}
        dataset: A probe
        columns:
          until: {type: date}
          checked: {type: boolean}
        rules:
          - {any_of: [amount, checked], because: says nothing}
          - {ordered: [day, until], because: ends before it starts}
        tables:
          probes:
            # A row a day.
            identity: [kind, day]
            columns:
              kind: {type: text, required: true, one_of: [throw, run]}
              amount: {type: decimal, sql: 'numeric(6,2)', min: 0, max: 100, write: keep}
              day: {type: date, required: true, min: 2000-01-01, max: now}
              event: {type: uuid, references: events.id}
              unit: {type: uuid, lookup: {units.id: {user: $owner, role: {constant: x}}}}

        """,
        .measures: """
        dataset: probe
        origin: app
        measures:
          throw: {label: A throw, unit: mph, better: more, digits: 1, usual: [1, 90], names: [pitch]}

        """,
        .format: """
        # A probe.
        format: One
        dataset: probe
        reader: {type: csv, delimiters: [","], quoting: doubled, preamble: 2, ragged: pad}
        recognise:
          - [Date, Kind, Amount, Thrower]
        without: [Amount (kg)]
        person: {from: Thrower, setting: names}
        missing: ["-"]
        skip:
          - {when: {Kind: [Rest, ""]}, because: no throw}
        fields:
          day: {from: Date, as: date, pattern: yyyy-MM-dd}
          kind: {from: Kind, map: {T: throw, R: run}, else: reject}
          amount: {from: Amount, as: speed, unit: [{from: Unit}, header, {setting: speed_unit}], to: mph}
          checked: {setting: checked}
        key: [kind, day]

        """,
        .other: """
        # A probe.
        format: Two
        dataset: probe
        reader: {type: csv}
        recognise:
          - [Date, Kind, Amount (kg)]
        fields:
          day: {from: Date}
        unpivot:
          - fields:
              kind: {constant: throw}
              amount: {from: Amount (kg)}

        """,
        .job: """
        # A probe.
        job: Night
        database: ${DATABASE_URL:-embedded}
        inbox: inbox
        owner: folder
        datasets: [probe]
        settings: {speed_unit: mph, names: A; B}
        settle: 60 s
        max_rejects: 0.5%
        pace: 25%

        """,
    ]

    /// The folder with the first occurrence of a piece of a text replaced; nil where there is none.
    func replacing(_ old: String, _ new: String, in file: File) -> Fixture? {
        guard var text = texts[file], let range = text.range(of: old) else { return nil }
        text.replaceSubrange(range, with: new)
        var fixture = self
        fixture.texts[file] = text
        return fixture
    }

    /// The fixture on disk.
    struct Folder {
        let path: String

        func path(of file: File) -> String { "\(path)/\(file.rawValue)" }
        func remove() { try? FileManager.default.removeItem(atPath: path) }
    }

    func written() throws -> Folder {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scorebook-\(UUID().uuidString)")
        for (file, text) in texts {
            let url = folder.appendingPathComponent(file.rawValue)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        return Folder(path: folder.path)
    }

    /// Pipelines and faults, the latter without the folder's path.
    func load(environment: [String: String] = [:]) throws -> (Pipelines, [String]) {
        let folder = try written()
        defer { folder.remove() }
        let report = CheckReport(path: folder.path, environment: environment)
        return (report.pipelines, report.lines.map { String($0.dropFirst(folder.path.count + 1)) })
    }
}
