internal import Filing
internal import SQLDump

/// A metric of the register `scorebook.metric_types`.
public struct RegisteredMetric: Sendable {
    public enum Better: String, Sendable { case more, less, neither }

    /// What `metric_type` holds.
    public var key: String
    public var label: String
    /// The unit in which trends are computed; nil where the metric has none.
    public var unit: String?
    public var better: Better
    /// `app`, or `scorebook` for metrics that only our formats bring.
    public var origin: String
}

/// The register as the definitions hold it, read from the SQL that fills the table.
public enum MetricRegister {
    private static let table = "scorebook.metric_types"

    /// The metrics in the app's order; nil where the folder has no register that can be read.
    public static func load(_ pipelines: String) -> [RegisteredMetric]? {
        let folder = pipelines + "/scorebook"
        guard
            let name = (try? FolderListing.visibleNames(in: folder))?.first(where: { $0.hasSuffix("_metric_types.sql") }
            ),
            let bytes = TextFile.bytes(of: "\(folder)/\(name)")
        else { return nil }
        return bytes.withUnsafeBytes { try? rows($0) }.map { $0.compactMap(RegisteredMetric.init) }
    }

    /// The values of each row by their columns.
    private static func rows(_ bytes: UnsafeRawBufferPointer) throws -> [[String: String]] {
        var scanner = Scanner()
        var rows: [[String: String]] = []
        var place = 0
        while let step = try scanner.next(bytes, from: place, isFinal: true) {
            place = step.next
            guard step.event == .row, scanner.table.name == table else { continue }
            let values = zip(scanner.table.columns, scanner.values).compactMap { column, value in
                text(of: value, bytes).map { (column, $0) }
            }
            rows.append(Dictionary(values) { first, _ in first })
        }
        return rows
    }

    private static func text(of value: Value, _ bytes: UnsafeRawBufferPointer) -> String? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: value.mostBytes + 1, alignment: 1)
        defer { buffer.deallocate() }
        return value.decode(bytes, into: buffer).map { String(decoding: buffer[..<$0], as: UTF8.self) }
    }
}

extension RegisteredMetric {
    fileprivate init?(_ row: [String: String]) {
        guard let key = row["key"], let label = row["label"] else { return nil }
        let better: Better =
            switch row["lower_is_better"] {
            case "true": .less
            case "false": .more
            default: .neither
            }
        self.init(key: key, label: label, unit: row["unit"], better: better, origin: row["origin"] ?? "app")
    }
}
