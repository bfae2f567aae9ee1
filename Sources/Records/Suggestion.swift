/// "Did you mean": which known names a mistyped one is close to.
public enum Suggestion {
    /// The known names close enough to `name` to be meant, closest first, at most three.
    ///
    /// Close is one slip of the finger for every three letters, or a beginning of at least two letters.
    public static func names(near name: String, among known: some Sequence<String>) -> [String] {
        let wanted = Array(name.lowercased().unicodeScalars.prefix(64))
        guard !wanted.isEmpty else { return [] }
        let allowed = max(1, (wanted.count + 1) / 3)
        var found: [(name: String, distance: Int)] = []
        for candidate in known {
            let scalars = Array(candidate.lowercased().unicodeScalars.prefix(64))
            let begins = wanted.count >= 2 && scalars.starts(with: wanted)
            let distance = begins ? 1 : editDistance(from: wanted, to: scalars)
            if distance <= allowed { found.append((candidate, distance)) }
        }
        return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
    }

    /// The names close enough to `name`, as a question; nil where none is.
    public static func question(_ name: String, among known: some Sequence<String>) -> String? {
        question(names(near: name, among: known))
    }

    /// `Did you mean a or b?`; nil without names.
    public static func question(_ names: [String]) -> String? {
        names.isEmpty ? nil : "Did you mean \(names.joined(separator: " or "))?"
    }

    /// The closest of them.
    public static func name(near name: String, among known: some Sequence<String>) -> String? {
        names(near: name, among: known).first
    }

    /// How many slips of the finger lie between two names.
    public static func distance(_ one: String, _ other: String) -> Int {
        editDistance(from: Array(one.lowercased().unicodeScalars), to: Array(other.lowercased().unicodeScalars))
    }

    /// Insertions, deletions, replacements and swaps of neighbours that lead from one name to the other.
    private static func editDistance(from: [Unicode.Scalar], to: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...to.count)
        for i in 0..<from.count {
            var row = [i + 1]
            for j in 0..<to.count {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (from[i] == to[j] ? 0 : 1))
                if i > 0, j > 0, from[i] == to[j - 1], from[i - 1] == to[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[to.count]
    }
}
