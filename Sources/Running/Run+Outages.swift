internal import Definitions
internal import Discovering
internal import Loading
internal import Records
internal import Reporting

/// What the system did not give or take during a run, or somebody was still writing: no fault of any file.
struct Outages {
    /// Files that could not be read and wait for the next run.
    var files = 0
    /// Pictures that could not be looked at, and wait for the next run.
    var pictures = 0
    /// What keeps some of them back until it is corrected.
    var heldBack: RunEnd?
    /// Why files that are done with are still in the inbox.
    var unmoved: String?

    /// How the run ends for them; nil where every file was taken.
    var end: RunEnd? {
        guard files > 0 || pictures > 0 else { return nil }
        let what =
            files > 0
            ? "\(files) of the files could not be read or kept" : "\(pictures) of the photos could not be looked at"
        return heldBack ?? .temporary("\(what) now; the others were taken, the report names them")
    }
}

extension Run {
    func postpone(_ candidate: Candidate, _ unit: PreparedUnit, _ reason: String) {
        postpone(
            candidate,
            Refusal(
                reason: reason, sha256: unit.key.sha256, bytes: unit.file.bytes, format: unit.match.format.name,
                cause: .outage))
    }

    /// A file that could not be read to its end as it was stays for the next run; the others go on.
    func postpone(_ candidate: Candidate, _ refusal: Refusal) {
        outages.files += 1
        hooks.log(LogLine(.error, "unit failed", .run(report.run), .count("read", 0)))
        report.units.append(
            RunReport.Unit(
                source: shown(candidate), sha256: refusal.sha256.map(Hex.text), bytes: refusal.bytes,
                format: refusal.format, status: .failed, reason: refusal.reason))
    }
}
