internal import Definitions
internal import Normalising
internal import Reading
internal import Records

/// The mapping plans of earlier files: most files of a folder have one of a few formats and headers.
final class MappingPlanCache {
    struct Key: Equatable {
        var format: String
        var header: [String]
        var settings: [String: String]
        var ownership: Ownership
    }

    private var plans: [(key: Key, number: Int, plan: MappingPlan)] = []
    private var last = 0
    /// The definitions' hashes by format.
    private var hashes: [String: String] = [:]

    /// Few, because a key is compared with each.
    private static let most = 8

    /// The plan with its number, which no other plan of the run has.
    func plan(
        _ key: Key, make: () throws -> MappingPlan
    ) throws -> (number: Int, plan: MappingPlan) {
        if let found = plans.first(where: { $0.key == key }) { return (found.number, found.plan) }
        let plan = try make()
        if plans.count == Self.most { plans.removeFirst() }
        last += 1
        plans.append((key, last, plan))
        return (last, plan)
    }

    /// The hash of what a format and its datasets mean.
    func definitions(of format: Format, text: () -> String) -> String {
        if let known = hashes[format.name] { return known }
        var digest = Digest()
        digest.add(text())
        let hash = Hex.text(digest.finish())
        hashes[format.name] = hash
        return hash
    }
}
