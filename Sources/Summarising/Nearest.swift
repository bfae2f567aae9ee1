/// The word of a list that a misspelt one most likely means.
func nearest(to word: String, among words: [String]) -> String? {
    let ranked = words.map { (word: $0, distance: editDistance(Array(word.utf8), Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(2, word.utf8.count / 3) ? best.word : nil
}

/// `; did you mean x?`, or nothing.
func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean \($0)?" } ?? ""
}

private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var previous = Array(0...right.count)
    for (row, byte) in left.enumerated() {
        var current = [row + 1]
        for (column, other) in right.enumerated() {
            current.append(
                min(previous[column] + (byte == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1))
        }
        previous = current
    }
    return previous[right.count]
}
