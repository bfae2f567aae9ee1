internal import Records

/// What formats take settings for, so that `check` finds a job's value that no format can use.
struct SettingUses {
    /// Settings that the engine reads by these words.
    private static let words = [
        "date_order": ["mdy", "dmy"], "decimal_mark": [".", ","], "lossy": ["record", "field"],
    ]

    /// All names that the formats and the engine know.
    let names: [String]
    private let formats: [Format]

    init(_ pipelines: Pipelines) {
        names = pipelines.settings
        formats = pipelines.formats
    }

    /// Why a value cannot be used by any format of these datasets; nil where one can.
    func refusal(of value: String, for name: String, datasets: [String]) -> (message: String, suggestion: String?)? {
        if let words = Self.words[name] {
            if words.contains(value.lowercased()) { return nil }
            return (
                "`\(name)` is \(words.joined(separator: " or ")), not `\(value)`",
                Suggestion.name(near: value, among: words)
            )
        }
        let mappings = formats.filter { !Set($0.datasets).isDisjoint(with: datasets) }.flatMap(\.records)
            .flatMap(\.allFields)
        let zones = mappings.flatMap { $0.zone + $0.dayZone }
        if name == "zone" || zones.contains(.setting(name)) {
            if (try? TimeZone(named: value)) != nil { return nil }
            return ("unknown time zone `\(value)`; write one as in America/New_York", nil)
        }
        let measured = mappings.filter { $0.unit.contains(.setting(name)) }.map(\.conversion)
        guard !measured.isEmpty else { return nil }
        let words = measured.flatMap(\.units).flatMap(\.words)
        let suggestion = Suggestion.name(near: value, among: words)
        guard let unit = Unit(word: value) else { return ("`\(name)`: unknown unit `\(value)`", suggestion) }
        if measured.contains(where: { $0.kind == nil || $0.kind == unit.kind }) { return nil }
        let kinds = Set(measured.map(\.rawValue)).sorted().joined(separator: " or ")
        return ("`\(name)`: `\(value)` is a unit of \(unit.kind.rawValue), not of \(kinds)", suggestion)
    }
}
