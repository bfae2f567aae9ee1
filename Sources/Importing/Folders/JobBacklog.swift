public import Definitions
internal import Discovering

/// Files that wait in a job's folders.
public struct JobBacklog: Sendable {
    /// To be taken by the next run, or still settling; with those that were loaded and stay where no archive takes them.
    public var inbox: Int { candidates.count }
    /// Refused ones.
    public var quarantine = 0
    let candidates: [Candidate]

    public init(of job: Job) {
        let files = Inbox(
            owners: job.owner == "folder" ? .firstFolder : .one, settleSeconds: 0, ignoredNames: job.ignore)
        candidates = job.inbox.map { files.discover([$0]).candidates } ?? []
        quarantine = job.quarantine.map { files.discover([$0]).candidates.count } ?? 0
    }
}
