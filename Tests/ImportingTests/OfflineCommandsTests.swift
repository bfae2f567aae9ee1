import Foundation
import Testing

/// Commands that need no database, as a caller sees them.
@Suite struct OfflineCommandsTests {
    let root = CommandsProject.root

    func call(_ line: String) -> CommandsProject.Outcome {
        CommandsProject.call(line.split(separator: " ").map(String.init), in: root)
    }

    private func reasons(_ outcome: CommandsProject.Outcome) -> [String] {
        (outcome.object["units"] as? [[String: Any]] ?? []).compactMap { $0["reason"] as? String }
    }

    @Test func `Files are validated without an owner`() {
        let outcome = call("validate --input Samples/hevy.csv --set zone=America/New_York --max-rejects 9 -o json")
        #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
        #expect((outcome.object["unchecked"] as? [String])?.contains("owners") == true)
    }

    @Test func `All settings that are missing are listed at once, with one command`() {
        let outcome = call("validate --input Samples/strong.csv --input Samples/hittrax.csv -o json")
        #expect(outcome.code == 65)
        #expect(
            Set(reasons(outcome)) == [
                """
                "Date" has no time zone; this file does not say the unit of "Weight"; \
                add --set zone=America/New_York --set weight_unit=kg (or lb)
                """,
                #"this file does not say the unit of "Velo"; add --set speed_unit=mph (or km/h, m/s)"#,
            ])
        let options = ["zone=America/New_York", "weight_unit=kg", "speed_unit=mph"].map { "--set \($0)" }
        for option in options { #expect(outcome.errors.contains(option), "\(outcome.errors)") }
        #expect(outcome.errors.contains("scorebook validate --input Samples/strong.csv --input Samples/hittrax.csv"))
    }

    @Test func `Files that name several people are validated without the owner's name`() {
        let outcome = call("validate --input Samples/rapsodo-athletes.csv --max-rejects 9 -o json")
        #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
        #expect((outcome.object["unchecked"] as? [String])?.contains { $0.hasPrefix("whose record each is") } == true)
    }
}
