internal import Records

extension RunReport {
    /// What to do next, as commands to copy.
    func next(_ terminal: Terminal) -> String {
        var steps: [(command: String, why: String)] = []
        if mode == .run, ledger.rejected > 0 {
            steps.append(("scorebook rejects \(run)", "all rejects; with -o jsonl as they stand in the files"))
            steps.append(("scorebook rejects replay \(run)", "load those that a corrected definition now accepts"))
        }
        if units.contains(where: { $0.status == .refused && $0.format == nil }) {
            steps.append(("scorebook recognise FILE", "why a file was not recognised"))
        }
        if !conflicts.isEmpty, mode == .run || mode == .plan {
            steps.append(("scorebook \(mode.rawValue) ... --source-wins", "let the files win over edits in the app"))
        }
        if mode == .run, ledger.inserted + ledger.updated > 0 || tables.contains(where: { $0.deleted > 0 }) {
            steps.append(("scorebook rollback \(run) --dry-run", "what undoing this run would change"))
        }
        if mode == .validate, status == .succeeded {
            steps.append(("scorebook plan ...", "what a run would change in the database"))
        }
        if mode == .plan, ledger.inserted + ledger.updated > 0 {
            steps.append(("scorebook plan ... --out FILE", "keep the plan; then scorebook run --plan FILE"))
        }
        guard !steps.isEmpty else { return "" }
        let width = steps.reduce(0) { max($0, $1.command.columns) }
        let isNarrow = terminal.width.map { width + 4 + 40 > $0 } ?? false
        let lines = steps.map { step in
            isNarrow
                ? "  \(step.command)\n      \(terminal.paint(step.why, .aside))\n"
                : "  \(step.command.padded(to: width))  \(terminal.paint(step.why, .aside))\n"
        }
        return terminal.paint("Next", .heading) + "\n" + lines.joined()
    }
}
