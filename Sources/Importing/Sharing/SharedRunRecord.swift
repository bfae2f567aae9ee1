internal import Definitions
internal import Loading
internal import Postgres
internal import Reading
internal import Records
internal import Reporting

/// What the row of a run says to the processes that load it: what was asked for, and with which definitions.
struct SharedRunRecord {
    let id: String
    let asked: PlanFile
    /// Hash of all definitions as they were planned with.
    let definitions: String
    /// How many sessions load at the same time.
    let slots: Int
    /// The folder of photos, which all machines must see.
    let photos: String
    let isRedacted: Bool
    /// How much of the time each session loads; nil: as the job says.
    let pace: Pace?
    /// How many lines were planned so far.
    let lines: Int
    /// Whether it is closed: nothing more of it may be committed.
    let isClosed: Bool
    /// How it ended; nil as long as its end is not complete.
    let status: String?

    private static let key = "shared"

    /// The options of a run's row.
    static func options(
        _ asked: PlanFile, definitions: String, slots: Int, photos: String, isRedacted: Bool, pace: Pace?, lines: Int
    ) -> String {
        guard case .object(let members) = asked.json else { return "{}" }
        let shared: JSONValue = [
            "v": .integer(UnitLine.version), "definitions": .text(definitions), "slots": .integer(slots),
            "photos": .text(photos), "redacted": .boolean(isRedacted), "pace": .optional(pace?.text),
            "lines": .integer(lines),
        ]
        return JSONValue.object(members + [.init(key, shared)]).line
    }

    /// Reads the row of a run that `plan-units` has begun.
    init(of id: String, on connection: Connection) throws {
        let row = try connection.row(
            """
            select options::text as options, finished_at is not null as is_closed, status
            from scorebook.runs where id::text = \(bind: id) and mode = 'run'
            """)
        guard let row else {
            throw RunEnd.configuration("this database has no run \(id.prefix(8)); connect to the one that planned it")
        }
        let text: String = try row["options"]
        guard let shared = JSONValue(reading: text.utf8)?[Self.key], shared["v"] == .integer(UnitLine.version),
            let definitions = shared["definitions"]?.text, let slots = shared["slots"]?.integer,
            let photos = shared["photos"]?.text, let lines = shared["lines"]?.integer,
            let asked = try? PlanFile.read(Array(text.utf8))
        else { throw RunEnd.configuration("the run \(id.prefix(8)) was not begun by `scorebook plan-units`") }
        self.id = id
        self.asked = asked
        (self.definitions, self.slots, self.photos, self.lines) = (definitions, slots, photos, lines)
        isRedacted = shared["redacted"] == .boolean(true)
        pace = shared["pace"]?.text.flatMap(Pace.init)
        (isClosed, status) = (try row["is_closed"], try row["status"])
    }

    /// What a process is asked to do that loads a part of the run.
    func request(_ pipelines: Pipelines) throws -> RunRequest {
        if let job = asked.job, pipelines.job(named: job) == nil {
            throw RunEnd.configuration("the run's job '\(job)' is not defined here")
        }
        var request = RunRequest(applying: asked, pipelines: pipelines)
        request.applies = nil
        request.recordText = isRedacted ? .redacted : .kept
        request.pace = pace
        // A path of the job may be relative to another folder.
        request.settings.append((name: "photos", value: photos))
        request.photoFolder = photos
        request.isShare = true
        return request
    }

    /// Refuses other definitions than those the run was planned with.
    func check(_ pipelines: Pipelines) throws {
        guard pipelines.mark == definitions else {
            throw RunEnd.configuration(
                "the definitions here are not those that the run was planned with: install one version of scorebook and "
                    + "its Pipelines on all machines")
        }
    }
}

extension Pipelines {
    /// Hash of what all formats and their datasets mean.
    var mark: String {
        var digest = Digest()
        for format in formats.sorted(by: { $0.name < $1.name }) {
            digest.add(format.name)
            digest.add(format.canonicalText(with: datasets(of: format) ?? []))
        }
        return Hex.text(digest.finish())
    }
}
