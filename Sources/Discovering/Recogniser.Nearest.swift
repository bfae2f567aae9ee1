internal import Definitions
internal import Records

extension Recogniser {
    /// The format that a file of none comes nearest to.
    public struct Nearest: Sendable {
        public let format: String
        /// Columns of one of its sets that the file does not have.
        public let missing: [String]
        /// Those of them that it seems to have under a name that was mistyped.
        let misspelt: [(name: String, found: String)]
        /// How far it is away; what is compared first stands first.
        private let distance: (missing: Int, absent: Int, slips: Int)

        /// Sets with more missing columns are not near.
        private static let mostMissing = 3
        /// Columns beyond these are not looked at.
        private static let mostNames = 200

        /// The nearest of all sets of all formats; nil where none comes near.
        public init?(among opinions: [Opinion]) {
            let near = opinions.flatMap { opinion in
                opinion.sets.lazy.filter { Self.hasAny(of: $0, opinion) }.compactMap { set in
                    Nearest(opinion.format, set.map { Self.spelt($0, opinion) }, in: opinion.names)
                }
            }
            guard let nearest = near.min(by: { $0.distance < $1.distance }) else { return nil }
            self = nearest
        }

        /// Whether the file has a column of a set in any spelling: to none of the others it is near.
        private static func hasAny(of set: [String], _ opinion: Opinion) -> Bool {
            set.contains { column in
                opinion.names.contains(column)
                    || opinion.spellings[column]?.contains(where: opinion.names.contains) ?? false
            }
        }

        private init?(_ format: String, _ set: [String], in names: Set<String>) {
            let missing = set.filter { !names.contains($0) }
            let present = set.count - missing.count
            guard !missing.isEmpty, missing.count <= Self.mostMissing, present > 0 else { return nil }
            var misspelt: [(name: String, found: String)] = []
            // Short words are near to others: `data` is not `date`.
            for found in names.subtracting(set).sorted().prefix(Self.mostNames) where Self.leaf(found).count > 4 {
                let left = missing.filter { name in
                    Self.parent(name) == Self.parent(found) && !misspelt.contains { $0.name == name }
                }
                guard let leaf = Suggestion.name(near: Self.leaf(found), among: left.map(Self.leaf)) else { continue }
                if let name = left.first(where: { Self.leaf($0) == leaf }) { misspelt.append((name, found)) }
            }
            // Sets of two names are near to everything, unless both of them are there.
            guard present + misspelt.count > missing.count - misspelt.count else { return nil }
            self.format = format
            self.missing = missing
            self.misspelt = misspelt
            distance = (
                2 * missing.count - misspelt.count, -present,
                misspelt.reduce(0) { $0 + Suggestion.distance($1.name, $1.found) }
            )
        }

        /// A column in the spelling that the file has, or has mistyped; its own where it has none of them.
        private static func spelt(_ column: String, _ opinion: Opinion) -> String {
            guard let others = opinion.spellings[column] else { return column }
            let all = [column] + others
            if let present = all.first(where: opinion.names.contains) { return present }
            let names = opinion.names.sorted().prefix(mostNames).filter { $0.count > 4 }
            return names.lazy.compactMap { Suggestion.name(near: $0, among: all) }.first ?? column
        }

        /// The last name of a path in JSON; a column's name where there is none.
        private static func leaf(_ name: String) -> String {
            name.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? name
        }

        private static func parent(_ name: String) -> Substring { name.dropLast(leaf(name).count) }

        /// What keeps the file from being of that format; names of columns and formats only.
        public var reason: String {
            let absent = missing.filter { name in !misspelt.contains { $0.name == name } }.map { "\"\($0)\"" }
            let misses = absent.isEmpty ? "" : ", but the file has no \(absent.joined(separator: ", "))"
            let meant = misspelt.map { " (expected \"\($0.name)\", found \"\($0.found)\")" }
            return "the closest format is \(format)\(misses)\(meant.joined())"
        }
    }
}
