internal import Discovering
internal import Postgres

/// Files in groups for engines: all of a family are in one, in their order.
///
/// Loads of one owner follow each other, and members of a family share its summaries: in two groups they would wait for one
/// another. Families with few bytes are together, so that their files are loaded in batches over one connection.
struct FamilyGroups {
    /// What an open file, a fork and a connection's share of it cost, as bytes of reading.
    private static let bytesOfFile = 16 << 10
    /// What a process costs that begins for a group: its definitions, its connection, the first statements of each.
    private static let bytesOfStart = 2 << 20
    /// Groups for each session that loads, so that none waits long for the last; fewer where the starts would cost more
    /// than a tenth, but never less than two.
    private static let groupsOfSlot = (usual: 8, least: 2)

    /// The place of each file's group, from 1, by the file's place.
    private(set) var groups: [Int]

    /// - Parameters:
    ///   - families: the family of each file, by any name.
    ///   - bytes: of each file.
    ///   - most: bytes of files that are put together.
    init(families: [String], bytes: [Int], most: Int, slots: Int) {
        var weights: [String: Int] = [:]
        var firsts: [String: Int] = [:]
        for (place, family) in families.enumerated() {
            weights[family, default: 0] += bytes[place] + Self.bytesOfFile
            if firsts[family] == nil { firsts[family] = place }
        }
        let total = weights.values.reduce(0, +)
        let share = total / max(1, slots)
        let limit = min(
            most, max(share / Self.groupsOfSlot.usual, min(share / Self.groupsOfSlot.least, 10 * Self.bytesOfStart), 1))
        // The largest first: a long one that begins last is what all others wait for.
        let order = weights.keys.sorted {
            (-weights[$0, default: 0], firsts[$0, default: 0]) < (-weights[$1, default: 0], firsts[$1, default: 0])
        }
        var numbers: [String: Int] = [:]
        var (number, filled) = (0, 0)
        for family in order {
            let weight = weights[family, default: 0]
            if number == 0 || filled + weight > limit {
                number += 1
                filled = 0
            }
            numbers[family] = number
            filled += weight
        }
        groups = families.map { numbers[$0, default: 1] }
    }

    /// The family of each user, named by one of its members or by its id; users without one are their own.
    static func families(of users: [String], on connection: Connection) throws -> [String: String] {
        var parents: [String: String] = [:]
        func root(_ name: String) -> String {
            var name = name
            while let parent = parents[name], parent != name { name = parent }
            return name
        }
        let rows = try connection.transaction {
            connection.later.run(
                "select pg_catalog.set_config('scorebook.owners', \(bind: users.joined(separator: ",")), true)")
            return try connection.rows(
                """
                select member.user_id, member.family_unit_id from public.family_members as member
                where member.user_id = any (\(bind: users)::uuid[]) order by 1, 2
                """)
        }
        for row in rows {
            let (user, family): (String, String) = (try row["user_id"], try row["family_unit_id"])
            let (first, second) = (root(user), root(family))
            if first != second { parents[first] = second }
        }
        return Dictionary(uniqueKeysWithValues: Set(users).map { ($0, root($0)) })
    }
}
