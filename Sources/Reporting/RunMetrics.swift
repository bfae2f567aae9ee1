internal import Records

/// The last run of a job as figures in the text format of Prometheus, for node_exporter's textfile collector.
///
/// Labels are the job, words of Scorebook, nothing of a person. There are no timestamps: the collector refuses them.
public struct RunMetrics: Sendable {
    public var report: RunReport
    public var job: String
    /// Whether the run ended with exit code 0.
    public var isGood: Bool
    /// Seconds since 1970.
    public var finished: Int
    /// When a run of the job last ended well; nil where none is known.
    public var lastGood: Int?
    /// Records that wait for a replay; nil where the database cannot be asked.
    public var openRejects: Int?
    /// Files that wait in the job's folders, by folder.
    public var waiting: [(place: String, files: Int)] = []

    public init(_ report: RunReport, job: String, isGood: Bool, finished: Int) {
        self.report = report
        self.job = job
        self.isGood = isGood
        self.finished = finished
    }

    private static let lastGoodName = "scorebook_last_success_timestamp_seconds"

    /// The file's text.
    public var text: String {
        var page = ExpositionPage(labels: [("job", job)])
        page.add("scorebook_last_run_timestamp_seconds", "When the last run ended, in seconds since 1970.", finished)
        if let lastGood {
            page.add(Self.lastGoodName, "When a run last ended with exit code 0, in seconds since 1970.", lastGood)
        }
        page.add("scorebook_last_run_success", "Whether the last run ended with exit code 0.", isGood ? 1 : 0)
        page.add(
            "scorebook_last_run_status", "The status of the last run: 1 for the one that it has.", by: "status",
            RunReport.Status.allCases.map { ($0.rawValue, $0 == report.status ? 1 : 0) })
        page.add("scorebook_last_run_duration_seconds", "How long the last run took.", report.seconds)
        let ledger = report.ledger
        page.add(
            "scorebook_last_run_records", "Records of the last run by outcome; their sum is what was read.",
            by: "outcome",
            [
                ("inserted", ledger.inserted), ("updated", ledger.updated), ("unchanged", ledger.unchanged),
                ("duplicate", ledger.duplicate), ("rejected", ledger.rejected), ("skipped", ledger.skipped),
            ])
        page.add(
            "scorebook_last_run_files", "Files of the last run by what became of them.", by: "status",
            RunReport.Unit.Status.ofRuns.map { status in
                (status.rawValue, report.units.count { $0.status == status })
            })
        page.add(
            "scorebook_last_run_source_changes", "Columns, units and shares of rejects that changed with the last run.",
            by: "kind",
            RunReport.SourceChange.Kind.allCases.map { kind in
                (kind.rawValue, report.sourceChanges.count { $0.kind == kind })
            })
        if let openRejects {
            page.add("scorebook_open_rejects", "Records that were rejected and not replayed since.", openRejects)
        }
        page.add("scorebook_waiting_files", "Files in the job's folders after the run.", by: "place", waiting)
        return page.text
    }

    /// When a run last ended well, as an earlier file says: what remains where the database cannot be asked.
    public static func lastGood(of job: String, in text: String) -> Int? {
        let start = lastGoodName + ExpositionPage.labels([("job", job)]) + " "
        let line = text.split(separator: "\n").first { $0.hasPrefix(start) }
        return line.flatMap { Int($0.dropFirst(start.count)) }
    }
}

extension RunReport.Unit.Status {
    /// What may become of a file of a run.
    static let ofRuns: [Self] = [
        .loaded, .loadedWithRejects, .rejected, .alreadyLoaded, .ignored, .refused, .failed,
        .crashed,
    ]
}

/// Families of gauges as text: `# HELP`, `# TYPE`, then a line per sample.
private struct ExpositionPage {
    private(set) var text = ""
    /// Of each sample.
    private let common: [(name: String, value: String)]

    init(labels: [(name: String, value: String)]) { common = labels }

    mutating func add(_ name: String, _ help: String, _ value: Int) { add(name, help, [([], String(value))]) }

    mutating func add(_ name: String, _ help: String, _ value: Double) {
        add(name, help, [([], value.isFinite ? String((value * 1000).rounded() / 1000) : "NaN")])
    }

    mutating func add(_ name: String, _ help: String, by label: String, _ samples: [(String, Int)]) {
        add(name, help, samples.map { ([(label, $0.0)], String($0.1)) })
    }

    private mutating func add(
        _ name: String, _ help: String, _ samples: [(labels: [(name: String, value: String)], value: String)]
    ) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
        for sample in samples { text += "\(name)\(Self.labels(common + sample.labels)) \(sample.value)\n" }
    }

    /// `{job="nightly",status="failed"}`
    static func labels(_ labels: [(name: String, value: String)]) -> String {
        let texts = labels.map { label in
            let value = label.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
                "\n", with: "\\n")
            return "\(label.name)=\"\(value)\""
        }
        return "{\(texts.joined(separator: ","))}"
    }
}
