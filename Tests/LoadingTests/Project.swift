import Definitions
import Foundation
import Glibc
import Importing
import Loading
import Postgres
import Records
import Reporting

/// A project of its own with an embedded cluster, Maya's family and files to import.
struct Project {
    let folder: String
    let pipelines: Pipelines
    let database: DatabaseAccess
    private let cluster: EmbeddedCluster

    static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    private static let header = "date,metric,value,unit,id,event_id,notes,display\n"

    init(_ name: String) throws {
        folder = "/tmp/scorebook-\(name)-\(getpid())"
        mkdir(folder, 0o755)
        let path = Self.root + "/Pipelines"
        pipelines = CheckReport(path: path).pipelines
        database = DatabaseAccess(.embedded(home: "\(folder)/.scorebook"), pipelines: path)
        cluster = try EmbeddedCluster(home: "\(folder)/.scorebook")
        _ = try database.prepareSchema()
        try administrator().run(Self.text(of: Self.root + "/Samples/family.sql"))
    }

    func remove() {
        try? cluster.remove()
        for name in ["log.csv", "plan.json"] { unlink("\(folder)/\(name)") }
        rmdir("\(folder)/.scorebook")
        rmdir(folder)
    }

    /// The definitions, with another text in one file.
    func changed(_ file: String, _ old: String, _ new: String) throws -> Pipelines {
        let copy = "\(folder)/changed"
        try FileManager.default.copyItem(atPath: Self.root + "/Pipelines", toPath: copy)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let text = try String(contentsOfFile: "\(copy)/\(file)", encoding: .utf8)
        let changed = text.replacing(old, with: new)
        guard changed != text else { throw DatabaseError(.usage, "\(file) has no such text") }
        try changed.write(toFile: "\(copy)/\(file)", atomically: false, encoding: .utf8)
        let report = CheckReport(path: copy)
        guard report.faults.isEmpty else { throw DatabaseError(.usage, report.lines.joined(separator: "\n")) }
        return report.pipelines
    }

    func administrator(_ database: String? = nil) throws -> Connection {
        try Connection.open(cluster.target(database: database))
    }

    /// Values by the source's id of the metric log, and notes, of all rows.
    func values() throws -> [String] {
        try administrator().rows(
            "select value || coalesce(' ' || notes, '') from public.performance_metrics order by value, notes"
        ).compactMap { $0[0] }
    }

    func write(_ lines: [String]) {
        guard let file = fopen("\(folder)/log.csv", "we") else { return }
        defer { fclose(file) }
        fputs(Self.header + lines.map { $0 + "\n" }.joined(), file)
    }

    static func text(of path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[0..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var hooks: Session.Hooks {
        Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false })
    }

    var request: RunRequest {
        var request = RunRequest(mode: .run, inputs: ["\(folder)/log.csv"])
        request.owner = "maya.rivera@example.org"
        request.limit = RejectLimit("100%")
        return request
    }

    /// Imports a metric log of these lines.
    @discardableResult
    func load(_ lines: [String]) -> RunReport {
        write(lines)
        return run(request).report
    }

    func run(_ request: RunRequest, _ pipelines: Pipelines? = nil) -> (report: RunReport, end: RunEnd, plan: PlanFile) {
        let run = Import(request: request, pipelines: pipelines ?? self.pipelines, database: database, hooks: hooks)
        let end = run.execute()
        return (run.report, end, run.planFile())
    }

    func rollBack(_ run: String, isDescribed: Bool = false) -> (report: RunReport, end: RunEnd) {
        let rollback = RollbackRun(
            run: run, isDescribed: isDescribed, pipelines: pipelines, database: database, hooks: hooks)
        let end = rollback.execute()
        return (rollback.report, end)
    }

    func replay(_ pipelines: Pipelines) -> RunReport {
        let replay = ReplayRun(run: nil, pipelines: pipelines, database: database, hooks: hooks)
        _ = replay.execute()
        return replay.report
    }
}
