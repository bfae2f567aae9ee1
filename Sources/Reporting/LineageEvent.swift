internal import Records

/// An event of OpenLineage 2-0-2: that a run began, or how it ended, what it read and what it wrote.
///
/// Inputs are formats, not files, whose paths name people; outputs are tables. Counts stand in it, no value of a record and
/// no owner.
public struct LineageEvent: Sendable {
    public enum Kind: String, Sendable {
        case start = "START"
        case complete = "COMPLETE"
        case fail = "FAIL"
        /// A person or the system stopped it.
        case abort = "ABORT"
    }

    /// Where the tables are.
    public struct Database: Sendable {
        /// `host:port`
        public var server: String
        public var name: String

        public init(server: String, name: String) {
            self.server = server
            self.name = name
        }
    }

    public var kind: Kind
    /// UTC, as `2026-05-31T18:30:00.123Z`.
    public var time: String
    public var report: RunReport
    /// Why it failed: a fixed sentence, since messages of a run may name files.
    public var failure: StaticText?
    public var database: Database?

    public init(
        _ kind: Kind, at time: String, of report: RunReport, failure: StaticText? = nil, database: Database? = nil
    ) {
        self.kind = kind
        self.time = time
        self.report = report
        self.failure = failure
        self.database = database
    }

    private static let producer = "urn:scorebook:\(Version.current)"
    private static let specification = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/"

    /// On one line.
    public var line: String {
        let event: JSONValue = [
            "eventType": .text(kind.rawValue), "eventTime": .text(time),
            "run": ["runId": .text(report.run), "facets": .object(runFacets)],
            "job": [
                "namespace": "scorebook", "name": .text(report.job ?? "scorebook"),
                "facets": [
                    "jobType": Self.facet(
                        "2-0-3/JobTypeJobFacet",
                        ["processingType": "BATCH", "integration": "SCOREBOOK", "jobType": "JOB"])
                ],
            ],
            "inputs": .array(inputs), "outputs": .array(outputs), "producer": .text(Self.producer),
            "schemaURL": .text(Self.specification + "RunEvent"),
        ]
        return event.line
    }

    private var runFacets: [JSONValue.Member] {
        var facets: [JSONValue.Member] = [
            .init(
                "processing_engine",
                Self.facet(
                    "1-1-1/ProcessingEngineRunFacet", ["version": .text(Version.current), "name": "scorebook"]))
        ]
        guard kind != .start else { return facets }
        var files = Counter()
        for unit in report.units { files.add(unit.status.rawValue, 1) }
        facets.append(
            .init(
                "scorebook_outcome",
                .object(
                    [
                        .init("_producer", .text(Self.producer)),
                        .init("_schemaURL", .text(Self.specification + "RunFacet")),
                        .init("status", .text(report.status.rawValue)), .init("records", report.ledger.json),
                        .init("files", .object(files.map { .init($0.name, .integer($0.count)) })),
                    ])))
        if let failure {
            facets.append(
                .init(
                    "errorMessage",
                    Self.facet(
                        "1-0-1/ErrorMessageRunFacet", ["message": .text(failure.text), "programmingLanguage": "Swift"]))
            )
        }
        return facets
    }

    /// What was read in this run, by format.
    private var inputs: [JSONValue] {
        let read = report.units.filter { [.loaded, .loadedWithRejects, .rejected].contains($0.status) }
        return Dictionary(grouping: read) { $0.format ?? "" }.sorted { $0.key < $1.key }.map { format, units in
            [
                "namespace": "scorebook/formats", "name": .text(format),
                "inputFacets": [
                    "inputStatistics": Self.facet(
                        "1-0-0/InputStatisticsInputDatasetFacet",
                        [
                            "rowCount": .integer(units.reduce(0) { $0 + $1.ledger.read }),
                            "size": .integer(units.reduce(0) { $0 + $1.bytes }), "fileCount": .integer(units.count),
                        ])
                ],
            ]
        }
    }

    /// The tables that were written to.
    private var outputs: [JSONValue] {
        guard let database else { return [] }
        return report.tables.map { table in
            [
                "namespace": .text("postgres://\(database.server)"), "name": .text("\(database.name).\(table.name)"),
                "outputFacets": [
                    "outputStatistics": Self.facet(
                        "1-0-2/OutputStatisticsOutputDatasetFacet",
                        ["rowCount": .integer(table.inserted + table.updated)])
                ],
            ]
        }
    }

    /// A facet of the specification; its name stands behind its version.
    private static func facet(_ path: String, _ members: JSONValue) -> JSONValue {
        guard case .object(let members) = members, let name = path.split(separator: "/").last else { return members }
        let schema = "https://openlineage.io/spec/facets/\(path).json#/$defs/\(name)"
        return .object([.init("_producer", .text(producer)), .init("_schemaURL", .text(schema))] + members)
    }
}
