/// Which columns of a file are meant by other spellings: letters of another case, blanks more or fewer.
struct ColumnSpellings {
    /// What is meant by the names that are not a format's own.
    private(set) var meant: [String: String] = [:]
    /// The file's names, in the format's spelling where it has one.
    private(set) var names: Set<String>

    /// - Parameters:
    ///   - columns: the format's own names; `{n}` in one stands for a number.
    init(_ names: Set<String>, for columns: [String]) {
        self.names = names
        let own = Set(columns)
        var unknown: [String: String] = [:]
        for name in names.sorted() where !own.contains(name) {
            let folded = Self.folded(name)
            if unknown[folded] == nil { unknown[folded] = name }
        }
        guard !unknown.isEmpty else { return }
        for column in columns where !self.names.contains(column) {
            guard let range = column.firstRange(of: "{n}") else {
                if let name = unknown[Self.folded(column)] { take(name, for: column) }
                continue
            }
            let (start, end) = (
                Self.folded(String(column[..<range.lowerBound])), Self.folded(String(column[range.upperBound...]))
            )
            for (folded, name) in unknown where folded.hasPrefix(start) && folded.hasSuffix(end) {
                let number = folded.dropFirst(start.count).dropLast(end.count)
                guard !number.isEmpty, number.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { continue }
                take(name, for: column.replacing("{n}", with: number))
            }
        }
    }

    private mutating func take(_ name: String, for column: String) {
        guard meant[name] == nil, names.insert(column).inserted else { return }
        names.remove(name)
        meant[name] = column
    }

    private static func folded(_ name: String) -> String {
        let blanks: Set<Character> = [" ", "\t", "\u{A0}", "\u{202F}"]
        return String(name.lowercased().filter { !blanks.contains($0) })
    }
}
