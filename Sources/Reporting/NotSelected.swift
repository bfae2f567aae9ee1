internal import Records

/// Records that a setting does not take, from warnings as `skipped: not selected by the setting health_types: heart_rate`.
struct NotSelected {
    let setting: String
    /// What the records are of, the most frequent first.
    private(set) var words: [String] = []
    private var count = 0

    private static let beginning = "skipped: " + SkipReason.notSelected
    /// Words that are named.
    private static let most = 6

    /// Those of all settings, and the warnings that are none of them.
    static func split(_ warnings: Counter) -> (found: [NotSelected], others: Counter) {
        var (found, others): ([NotSelected], Counter) = ([], Counter())
        for entry in warnings.sorted(by: { $0.count > $1.count }) {
            let parts = entry.name.dropFirst(beginning.count).split(separator: ": ", maxSplits: 1).map(String.init)
            guard entry.name.hasPrefix(beginning), let setting = parts.first else {
                others.add(entry.name, entry.count)
                continue
            }
            let place = found.firstIndex { $0.setting == setting } ?? found.count
            if place == found.count { found.append(NotSelected(setting: setting)) }
            found[place].count += entry.count
            found[place].words += parts.dropFirst()
        }
        return (found, others)
    }

    /// Warnings with one line for each setting.
    static func together(_ warnings: Counter) -> Counter {
        var (found, counted) = split(warnings)
        for one in found {
            let named = one.words.prefix(most).joined(separator: ", ")
            let more = one.words.count > most ? " and \(one.words.count - most) more" : ""
            counted.add(beginning + one.setting + (named.isEmpty ? "" : ": \(named)\(more)"), one.count)
        }
        return counted
    }

    /// The setting that takes all of them, and nothing else.
    var remedy: [String]? {
        words.isEmpty || words.count > Self.most ? nil : ["--set", "\(setting)=\(words.joined(separator: ";"))"]
    }
}
