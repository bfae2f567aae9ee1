public import Reporting

/// Compares the files of a format with those of earlier runs: what its vendor has changed shows before anybody misses data.
public enum SourceDrift {
    /// As many earlier runs are compared with.
    public static let base = 10
    /// Records that say something of a column that is empty.
    static let fewestRecords = 10
    /// Rejects that say something of their share.
    static let fewestRejects = 10

    /// What is different in `profile`; nothing where there is no earlier run.
    public static func changes(
        in profile: FormatProfile, since earlier: some Collection<FormatProfile>
    ) -> [RunReport.SourceChange] {
        guard !earlier.isEmpty, profile.files > 0 else { return [] }
        return columns(profile, earlier) + units(profile, earlier) + rejects(profile, earlier)
    }

    private static func columns(
        _ profile: FormatProfile, _ earlier: some Collection<FormatProfile>
    ) -> [RunReport.SourceChange] {
        func change(_ kind: RunReport.SourceChange.Kind, _ name: String) -> RunReport.SourceChange {
            RunReport.SourceChange(format: profile.format, kind: kind, name: name)
        }
        let known = Set(earlier.flatMap(\.columns).map(\.name))
        // One that is read may be left out by a vendor, and is expected.
        var changes = profile.columns.filter { $0.filled == nil && !known.contains($0.name) }.map {
            change(.columnNew, $0.name)
        }
        let now = Dictionary(profile.columns.map { ($0.name, $0) }) { first, _ in first }
        for name in earlier.first?.columns.map(\.name) ?? [] {
            let before = earlier.map { one in (of: one, column: one.columns.first { $0.name == name }) }
            guard let column = now[name] else {
                // What not every file had may be missing by chance.
                if profile.columns.count < FormatProfile.mostColumns,
                    before.allSatisfy({ $0.column?.files == $0.of.files })
                {
                    changes.append(change(.columnGone, name))
                }
                continue
            }
            guard column.filled == 0, profile.records >= fewestRecords else { continue }
            if before.allSatisfy({ ($0.column?.filled ?? 0) > 0 }) { changes.append(change(.columnEmpty, name)) }
        }
        return changes
    }

    private static func units(
        _ profile: FormatProfile, _ earlier: some Collection<FormatProfile>
    ) -> [RunReport.SourceChange] {
        let known = Set(earlier.flatMap(\.measures))
        return profile.measures.filter { !known.contains($0) }.compactMap { measure in
            let before = known.filter { $0.field == measure.field }.map(\.unit).sorted()
            // A field that had no unit is a column that is new.
            guard !before.isEmpty else { return nil }
            return RunReport.SourceChange(
                format: profile.format, kind: .unitNew, name: measure.field, now: measure.unit,
                before: before.joined(separator: ", "))
        }
    }

    private static func rejects(
        _ profile: FormatProfile, _ earlier: some Collection<FormatProfile>
    ) -> [RunReport.SourceChange] {
        let records = earlier.reduce(0) { $0 + $1.records }
        let before = records == 0 ? 0 : Double(earlier.reduce(0) { $0 + $1.rejected }) / Double(records)
        guard records > 0, profile.rejected >= fewestRejects, profile.share >= 0.01, profile.share >= 2 * before
        else { return [] }
        return [
            RunReport.SourceChange(
                format: profile.format, kind: .rejectsUp, name: nil, now: percent(profile.share),
                before: percent(before))
        ]
    }

    /// `12.5%`
    public static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
    }
}
