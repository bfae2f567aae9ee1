public import Definitions
internal import Discovering

/// Files that wait in a job's folders.
public struct JobBacklog: Sendable {
    /// To be taken by the next run, or still settling.
    public var inbox = 0
    /// Refused ones.
    public var quarantine = 0

    public init() {}

    public init(of job: Job) {
        let files = Inbox(
            owners: job.owner == "folder" ? .firstFolder : .one, settleSeconds: 0, ignoredNames: job.ignore)
        inbox = job.inbox.map { files.discover([$0]).candidates.count } ?? 0
        quarantine = job.quarantine.map { files.discover([$0]).candidates.count } ?? 0
    }
}
