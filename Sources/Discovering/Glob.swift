/// A pattern of a path: `*` matches any characters but `/`, `?` one.
public struct Glob: Sendable {
    private let parts: [[Character]]

    public init(_ pattern: String) { parts = pattern.split(separator: "/").map(Array.init) }

    /// Whether the last folders and the name of a path are of this pattern.
    public func matches(endOf path: String) -> Bool {
        let names = path.split(separator: "/").map(Array.init)
        guard !parts.isEmpty, names.count >= parts.count else { return false }
        return zip(parts, names.suffix(parts.count)).allSatisfy { Self.matches($0, $1) }
    }

    /// In time of the product of both lengths at most: after a mismatch only the last `*` takes one more.
    private static func matches(_ pattern: [Character], _ name: [Character]) -> Bool {
        var (at, place) = (0, 0)
        var star: (pattern: Int, name: Int)?
        while place < name.count {
            if at < pattern.count, pattern[at] == "*" {
                star = (at, place)
                at += 1
            } else if at < pattern.count, pattern[at] == "?" || pattern[at] == name[place] {
                (at, place) = (at + 1, place + 1)
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                (at, place) = (last.pattern + 1, last.name + 1)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == "*" }
    }
}
