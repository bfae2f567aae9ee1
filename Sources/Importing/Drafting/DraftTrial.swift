public import Definitions
internal import Discovering
internal import Loading
internal import Normalising
internal import Records
internal import Reporting

/// What a drafted definition makes of the file that it was drafted from, all of it, as `check` and `validate` find it.
public struct DraftTrial: Sendable {
    /// Faults of the definition; empty where it loads.
    public var faults: [Fault]
    /// A format whose files have the same columns, as the faults say it.
    public var rival: String?
    /// Records that were read, are valid, were rejected and passed over.
    public var read = 0
    public var valid = 0
    public var rejected = 0
    public var skipped = 0
    /// Why the whole file was refused.
    public var refusal: String?
    /// The columns with defects and how many records have them, without values.
    public var causes: [(column: String, count: Int)] = []
    /// The first rows as they would be stored: their fields and values, for the terminal of who gave the file.
    public var rows: [[(field: String, value: String)]] = []
    /// The first and the last day.
    public var days: (first: String, last: String)?
    /// The numbers of each field, or of each measure, of the first twenty.
    public var figures: [Figure] = []

    public struct Figure: Sendable {
        public var name: String
        public var count = 0
        public var sum = 0.0
        public var least = Double.infinity
        public var most = -Double.infinity

        /// The least, the most and the sum, as people read them.
        public var shown: [Double] { [least, most, sum].map { ($0 * 100).rounded() / 100 } }

        mutating func add(_ value: Double) {
            (count, sum) = (count + 1, sum + value)
            (least, most) = (min(least, value), max(most, value))
        }
    }

    /// Reads the whole file, without a database.
    ///
    /// - Parameters:
    ///   - path: where the definition is to be, for the messages of faults.
    ///   - base: the definitions that it lies over.
    public init(_ draft: FormatDraft, at path: String, of file: String, over base: Pipelines) {
        // What was written before under this name is written again.
        var base = base
        base.formats.removeAll { $0.name == draft.name }
        let (pipelines, faults) = base.adding(Array(draft.text.utf8), at: path)
        self.faults = faults
        rival =
            faults.lazy.compactMap { fault in
                let other = fault.path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) }
                return fault.message.hasPrefix("every header of format") && other != draft.name ? other : nil
            }.first
        guard faults.isEmpty else { return }
        var request = RunRequest(mode: .validate, inputs: [file])
        request.format = draft.name
        // Everybody's records are looked at.
        request.settings = draft.settings.filter { $0.name != draft.personSetting }.map {
            // No zone is chosen for the days that are shown.
            (name: $0.name, value: $0.name == "zone" ? "UTC" : $0.value)
        }
        request.recordText = .redacted
        let hooks = Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false })
        let preview = Preview()
        let run = Import(
            request: request, pipelines: pipelines, database: nil, hooks: hooks, listing: preview, sinks: nil)
        let end = run.execute()
        (read, rejected, skipped) = (preview.read, preview.rejected, preview.skipped)
        valid = read - rejected - skipped
        (rows, days, figures) = (preview.rows, preview.days, preview.figures)
        refusal = run.report.units.first { $0.status == .refused || $0.status == .failed }?.reason
        if refusal == nil, read == 0 { refusal = "\(end)" }
        causes = preview.causes.map { (column: $0.key, count: $0.value) }.sorted {
            ($1.count, $0.column) < ($0.count, $1.column)
        }
    }
}

/// A sink that counts records and keeps the first rows.
private final class Preview: UnitSink {
    private(set) var (read, rejected, skipped) = (0, 0, 0)
    private(set) var rows: [[(field: String, value: String)]] = []
    private(set) var causes: [String: Int] = [:]
    private(set) var days: (first: String, last: String)?
    private(set) var figures: [DraftTrial.Figure] = []
    private var places: [String: Int] = [:]
    private static let mostFigures = 20
    private static let most = 5

    func take(_ unit: PreparedUnit) throws {
        defer { unit.file.forget() }
        let feed = unit.records()
        while let batch = try feed.next() {
            read += batch.raw.recordCount
            skipped += batch.skipped.reduce(0) { $0 + $1.value }
            rejected += batch.rejected.count
            for (_, defects) in batch.rejected {
                // A record that breaks two rules of a column is one record.
                for column in Set(defects.map { $0.column.isEmpty ? $0.field : $0.column }) {
                    causes[column, default: 0] += 1
                }
            }
            look(at: batch)
        }
    }

    private func look(at batch: MappedBatch) {
        for index in 0..<batch.count where batch.isKept(index) {
            for part in batch.parts {
                for found in part.rows where found.present[index] == 1 {
                    let columns = found.columns.compactMap { $0 }.filter { $0.hasValue(index) }
                    let row = columns.map { (field: $0.field, value: ValueText.of($0, index, in: batch.raw)) }
                    if rows.count < Self.most { rows.append(row.filter { $0.field != "zone" }) }
                    let measure = row.first { Self.measureFields.contains($0.field) }?.value
                    for (column, cell) in zip(columns, row) { note(column, cell.field, cell.value, measure) }
                }
            }
        }
    }

    private static let dayFields: Set = ["recorded_date", "started_at", "local_day", "played_on"]
    private static let measureFields: Set = ["metric_type", "type"]

    private func note(_ column: Column, _ field: String, _ text: String, _ measure: String?) {
        if Self.dayFields.contains(field) {
            let day = String(text.prefix(10))
            days = days.map { (min($0.first, day), max($0.last, day)) } ?? (day, day)
        }
        guard column.type == .decimal || column.type == .integer, let value = Double(text) else { return }
        let name = field == "value" ? measure?.filter { $0 != "\"" } ?? field : field
        let place = places[name] ?? figures.count
        if place == figures.count {
            // A log of many names has too many to look at.
            guard figures.count < Self.mostFigures else { return }
            places[name] = place
            figures.append(DraftTrial.Figure(name: name))
        }
        figures[place].add(value)
    }
}
