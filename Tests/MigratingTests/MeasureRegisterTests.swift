import Foundation
import Migrating
import Postgres
import Testing

/// The rows of the registers are those of `measures/`, and follow its changes.
@Suite struct MeasureRegisterTests {
    @Test func `A changed line is written by the next schema up`() throws {
        let folder = "\(FileManager.default.temporaryDirectory.path)/scorebook-measures-\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: Scratch.pipelines, toPath: folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let connection = try Scratch.app("measures")
        _ = try SchemaPlan(pipelines: folder).up(on: connection, place: .elsewhere)
        let register =
            "select key, label, unit from scorebook.metric_types where key in ('velocity', 'exit_velo', 'grip') order by key"
        #expect(
            try connection.rows(register) == [
                ["exit_velo", "Exit Velocity", "mph"], ["velocity", "Fastball Velocity", "mph"],
            ])
        // One line less, one changed and one more.
        let path = "\(folder)/measures/app.yaml"
        let lines = try String(contentsOfFile: path, encoding: .utf8)
            .replacing("Fastball Velocity", with: "Fastball").replacing(/(?m)^  exit_velo: \{[^}]*\}\n/, with: "")
        try (lines + "  grip: {label: Grip, unit: kg, better: more, digits: 1}\n").write(
            toFile: path, atomically: true, encoding: .utf8)
        let plan = try SchemaPlan(pipelines: folder)
        #expect(try plan.status(on: connection, place: .elsewhere).missing == ["measures"])
        #expect(try plan.up(on: connection, place: .elsewhere).applied == ["measures"])
        #expect(try connection.rows(register) == [["grip", "Grip", "kg"], ["velocity", "Fastball", "mph"]])
        #expect(try plan.up(on: connection, place: .elsewhere) == SchemaChange())
    }
}
