import Proving
import Testing

/// Standard input, which gives its bytes once.
@Suite struct StandardInputTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    private func scorebook(_ words: String..., from path: String) throws -> Program.Result {
        try Program(
            words + ["--owner", Ground.maya, "-o", "json"], environment: ["DATABASE_URL": scratch.url()],
            launcher: ["sh", "-c", "cat '\(path)' | \"$0\" \"$@\""]
        ).finish()
    }

    @Test(arguments: ["run", "validate", "plan"])
    func `It is taken whole beside other files`(verb: String) throws {
        let one = try scratch.file("a.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
        let other = try scratch.file("b.csv", Log.withIDs(["b,2026-05-02,velocity,71,mph"]))
        let result = try scorebook(verb, "-i", "-", "-i", other, from: one)
        #expect(result.code == 0 && result.ledger["read"] == 2, "\(result.output)")
    }

    @Test func `A plan that is to be saved cannot be made of it`() throws {
        let path = try scratch.file("a.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
        let result = try scorebook("plan", "-i", "-", "--out", "\(scratch.folder)/plan.json", from: path)
        #expect(result.code == 2 && result.complaints.contains("standard input"), "\(result.complaints)")
    }
}
