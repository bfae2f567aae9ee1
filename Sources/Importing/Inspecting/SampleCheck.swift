public import Definitions
internal import Discovering
internal import Filing
internal import Loading
internal import Normalising
internal import Records
internal import Reporting

/// The samples of formats beside what they were read as when their goldens were recorded.
///
/// The golden of `strong.csv` is `strong.csv.golden` beside it: the format, the counts, a line per record with its tables and
/// values, a line per reject. No database takes part.
public struct SampleCheck: Sendable {
    /// What became of one sample.
    public enum Verdict: Sendable, Equatable {
        case same
        /// - Parameter isRefused: whether the file is refused, so that its golden has only the reason.
        case recorded(isRefused: Bool)
        /// There is no golden.
        case new
        /// The first line that differs, with the text of both; nil where one of them has no such line.
        case differs(line: Int, golden: String?, found: String?)
        case notWritten
    }

    private static let ending = ".golden"
    fileprivate static let head = "format "
    private static let anyone = "00000000-0000-4000-8000-000000000000"

    private let pipelines: Pipelines
    private let settings: [(name: String, value: String)]

    public init(_ pipelines: Pipelines, settings: [(name: String, value: String)]) {
        self.pipelines = pipelines
        self.settings = settings
    }

    /// Names of the samples in a folder; nil where there is no such folder.
    public static func samples(in folder: String) -> [String]? {
        guard let names = try? FolderListing.visibleNames(in: folder) else { return nil }
        return names.filter { !$0.hasSuffix(ending) }.sorted()
    }

    /// Compares a sample with its golden, or records it.
    public func check(_ path: String, records: Bool) -> Verdict {
        let found = text(of: path)
        let golden = TextFile.bytes(of: path + Self.ending).map { String(decoding: $0, as: UTF8.self) }
        if golden == found { return .same }
        if records {
            do { try NewFile.write(Array(found.utf8), to: path + Self.ending, .passing) } catch { return .notWritten }
            return .recorded(isRefused: !found.hasPrefix(Self.head))
        }
        guard let golden else { return .new }
        let (old, new) = (lines(of: golden), lines(of: found))
        let line = zip(old, new).prefix { $0 == $1 }.count
        return .differs(
            line: line + 1, golden: line < old.count ? old[line] : nil, found: line < new.count ? new[line] : nil)
    }

    private func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// What the file is read as.
    func text(of path: String) -> String {
        var request = RunRequest(mode: .validate, inputs: [path])
        request.owner = Self.anyone
        request.settings = settings
        let listing = RecordListing()
        let hooks = Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false })
        let run = Import(
            request: request, pipelines: pipelines, database: nil, hooks: hooks, listing: listing, sinks: nil)
        let end = run.execute()
        var lines = run.report.units.filter { $0.format == nil || listing.lines.isEmpty }.map { unit in
            "\(unit.format ?? "no format"): \(unit.status.rawValue), \(unit.reason ?? "")"
        }
        if run.report.units.isEmpty, listing.lines.isEmpty { lines.append("\(end)") }
        return (lines + listing.lines).joined(separator: "\n") + "\n"
    }
}

/// A sink that lists what records become.
private final class RecordListing: UnitSink {
    private(set) var lines: [String] = []

    func take(_ unit: PreparedUnit) throws {
        defer { unit.file.forget() }
        var ledger = Ledger()
        var skipped = Counter()
        var warnings = Counter()
        var records: [String] = []
        let feed = unit.records()
        while let batch = try feed.next() {
            ledger.read += batch.raw.recordCount
            for (reason, count) in batch.skipped.sorted(by: { $0.key < $1.key }) { skipped.add(reason, count) }
            warnings.add(batch.warnings)
            ledger.rejected += batch.rejected.count
            records += rows(of: batch)
            records += batch.rejected.map { index, defects in
                let place = batch.raw.position(at: index)
                return "reject \(place.record), line \(place.line): "
                    + defects.map { "\($0.field) \($0.code.rawValue)" }.joined(separator: ", ")
            }
        }
        ledger.skipped = skipped.reduce(0) { $0 + $1.count }
        lines.append(SampleCheck.head + unit.match.format.name)
        lines.append(
            "read \(ledger.read), valid \(ledger.read - ledger.rejected - ledger.skipped), rejected \(ledger.rejected), "
                + "skipped \(ledger.skipped)")
        lines += skipped.map { "skipped, \($0.name): \($0.count)" }
        lines += warnings.map { "warning, \($0.name): \($0.count)" }
        lines += records
    }

    /// A line for each row that kept records give: the record's number, the tables, and the values by field.
    private func rows(of batch: MappedBatch) -> [String] {
        var lines: [String] = []
        for index in 0..<batch.count where batch.isKept(index) {
            for part in batch.parts {
                for rows in part.rows where rows.present[index] == 1 {
                    let tables = zip(part.plan.tables, rows.tables).filter { $1.present[index] == 1 }
                        .map { $0.0.table.name.replacing("public.", with: "") }
                    let values = rows.columns.compactMap { column -> String? in
                        guard let column, column.hasValue(index) else { return nil }
                        return "\(column.field)=\(ValueText.of(column, index, in: batch.raw))"
                    }
                    lines.append(
                        "\(batch.raw.number(at: index)) \(tables.joined(separator: "+")): "
                            + values.joined(separator: ", "))
                }
            }
        }
        return lines
    }
}
