public import Definitions
internal import Filing

extension Job {
    /// The fault of a job whose files would go from its inbox to its inbox; nil of a sound one.
    ///
    /// What is put away there is found again by the next run, and the reasons beside refused files with it.
    public var misplacedFolder: String? {
        guard let inbox else { return nil }
        let place = AbsolutePath.planned(inbox)
        for (key, folder) in [("archive", archive), ("quarantine", quarantine)] {
            guard let folder else { continue }
            let found = AbsolutePath.planned(folder)
            let isInbox = found == place
            guard isInbox || found.hasPrefix(place.hasSuffix("/") ? place : place + "/") else { continue }
            let what = isInbox ? "is its inbox" : "lies in its inbox \(inbox)"
            return "the \(key) of the job \(name), \(folder), \(what): name a folder outside of it"
        }
        return nil
    }
}
