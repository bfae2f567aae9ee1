public import Records

extension LogLine {
    /// What became of a file.
    ///
    /// - Parameter owner: the id of the person whose file it is; nil where it is not known.
    public init(_ unit: RunReport.Unit, owner: String?, run: String) {
        let (event, level): (Event, Level) =
            switch unit.status {
            case .loaded: (.unitLoaded, .info)
            case .loadedWithRejects, .rejected: (.unitLoaded, .warning)
            case .alreadyLoaded: (.unitKnown, .info)
            case .planned: (.unitPlanned, .info)
            case .valid: (.unitChecked, .info)
            case .validWithRejects, .invalid: (.unitChecked, .warning)
            case .ignored, .rolledBack: (.unitIgnored, .detail)
            case .refused: (.unitRefused, .warning)
            case .failed, .crashed: (.unitFailed, .error)
            }
        var fields: [Field] = [
            .run(run), .source(unit.source), .owner(owner), .definition(.format, unit.format), .status(unit.status),
            .code(unit.code?.rawValue), .reason(unit.code), .sha256(unit.sha256.flatMap { $0.isEmpty ? nil : $0 }),
        ]
        switch event {
        case .unitLoaded, .unitPlanned, .unitChecked: fields += unit.ledger.logged
        default: break
        }
        self.init(level, event, fields)
    }
}

extension Ledger {
    /// The counts as fields of a log line.
    public var logged: [LogLine.Field] {
        [
            .count("read", read), .count("inserted", inserted), .count("updated", updated),
            .count("unchanged", unchanged), .count("duplicate", duplicate), .count("rejected", rejected),
            .count("skipped", skipped), .count("valid", valid),
        ]
    }
}
