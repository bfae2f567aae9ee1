/// Finds the word that somebody meant.
enum Spelling {
    /// The nearest of the known words, if it is near enough to be a slip of the finger.
    static func suggestion(for word: String, among known: some Sequence<String>) -> String? {
        let limit = max(1, word.count / 3)
        var best: (word: String, distance: Int)?
        for candidate in known {
            let distance = distance(word.lowercased(), candidate.lowercased())
            if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// Least number of letters to insert, delete, change or swap with their neighbour (optimal string alignment).
    ///
    ///          ""  w  e  i      row i-2  |
    ///      ""   0  1  2  3      row i-1  |  only three rows are kept
    ///      w    1  0  1  2      row i    |
    static func distance(_ first: String, _ second: String) -> Int {
        let a = Array(first)
        let b = Array(second)
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var older: [Int] = []
        var old = Array(0...b.count)
        for i in 1...a.count {
            var row = [i]
            for j in 1...b.count {
                var least = min(old[j] + 1, row[j - 1] + 1, old[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { least = min(least, older[j - 2] + 1) }
                row.append(least)
            }
            older = old
            old = row
        }
        return old[b.count]
    }
}
