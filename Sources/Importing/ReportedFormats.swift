public import Definitions
internal import Records
public import Reporting

extension RunReport {
    /// Notes what definitions say of the files' formats: whose layout only others report, and whether rejects can be replayed.
    public mutating func note(_ pipelines: Pipelines) {
        var formats: [String: Format] = [:]
        for name in Set(units.compactMap(\.format)) { formats[name] = pipelines.format(named: name) }
        for index in units.indices {
            units[index].isReported = units[index].format.flatMap { formats[$0] }?.evidence?.kind == .reported
        }
        isReplayable = units.contains { unit in
            unit.ledger.rejected > 0 && unit.format.flatMap { formats[$0] }?.replayFault == nil
        }
    }
}
