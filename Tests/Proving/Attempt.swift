public import Definitions
import Foundation
public import Importing
public import Loading
import Postgres
public import Reading
public import Records
public import Reporting
import Synchronization

/// What one run is asked for, and how it ended.
public struct Attempt: Sendable {
    public var mode: RunReport.Mode
    public var inputs: [String]
    public var owner: String? = Ground.maya
    public var settings: [(name: String, value: String)]
    /// The user that the run logs in as; the administrator becomes the loader by itself.
    public var user = EmbeddedCluster.loader
    public var winner = Loader.Winner.app
    public var job: Job?
    public var format: String?
    public var limit: RejectLimit?
    public var pipelines = Ground.pipelines
    public var pipelinesFolder = Ground.pipelinesFolder
    /// How often the run may ask whether to stop before it is told to; nil never stops it.
    public var patience: Int?
    /// How many pictures are looked at at once; nil: as many as there are cores.
    public var workers: Int?
    public var processorTime = ProcessorTime.Limit()

    public init(_ mode: RunReport.Mode, _ inputs: [String]) {
        self.mode = mode
        self.inputs = inputs
        settings = Ground.settings(for: inputs)
        if inputs.contains(where: Ground.holdsOwners) { owner = "payload" }
    }

    public func execute(on scratch: Scratch? = nil) -> (report: RunReport, end: RunEnd) {
        var request = RunRequest(mode: mode, inputs: inputs)
        request.limit = limit
        request.owner = owner
        request.settings = settings
        request.winner = winner
        request.job = job
        request.format = format
        if let scratch { request.photoFolder = scratch.photos }
        request.workers = workers
        request.processorTime = processorTime
        request.asOf = (1_798_675_200_000_000, "2026-12-31T00:00:00Z")
        let asked = Mutex(0)
        let patience = patience
        let hooks = Session.Hooks(
            progress: Progress(), tick: {},
            shouldStop: {
                asked.withLock { asked in
                    asked += 1
                    return patience.map { asked > $0 } ?? false
                }
            })
        let database = scratch.map { DatabaseAccess(.connection($0.url(user: user)), pipelines: pipelinesFolder) }
        let run = Import(request: request, pipelines: pipelines, database: database, hooks: hooks)
        let end = run.execute()
        return (run.report, end)
    }
}

extension Scratch {
    /// Imports files as Maya's, under the settings of the samples.
    public func run(_ inputs: String...) -> (report: RunReport, end: RunEnd) {
        Attempt(.run, inputs).execute(on: self)
    }

    public func plan(_ inputs: String...) -> (report: RunReport, end: RunEnd) {
        Attempt(.plan, inputs).execute(on: self)
    }
}

extension Ledger {
    /// Its counts in one line.
    public var line: String {
        "read \(read) = inserted \(inserted) + updated \(updated) + unchanged \(unchanged) + duplicate \(duplicate)"
            + " + rejected \(rejected) + skipped \(skipped)"
    }
}
