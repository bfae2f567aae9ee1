import Foundation
import Proving
import Testing

/// The migration file that `contrib/supabase/write-migration` writes does all that `schema up` does.
@Suite struct SupabaseMigrationTests {
    private func run(_ words: [String], _ scratch: Scratch) throws -> (code: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: scratch.folder)
        process.environment = [
            "DATABASE_URL": scratch.administratorURL, "SCOREBOOK": Ground.program, "PATH": "/usr/bin:/bin",
            "SCOREBOOK_PIPELINES": Ground.pipelinesFolder, "LC_ALL": "C.UTF-8", "HOME": scratch.folder,
        ]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    @Test func `The migration makes the schema whole`() throws {
        let scratch = try Scratch(.app)
        let script = "\(Ground.package)/contrib/supabase/write-migration"
        #expect(try run([script], scratch).code == 66)
        let migrations = "\(scratch.folder)/supabase/migrations"
        try FileManager.default.createDirectory(atPath: migrations, withIntermediateDirectories: true)
        let written = try run([script], scratch)
        #expect(written.code == 0, "\(written.text)")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: migrations).first)
        #expect(name.wholeMatch(of: /\d{14}_scorebook\.sql/) != nil)
        let sql = try String(contentsOfFile: "\(migrations)/\(name)", encoding: .utf8)
        // The Supabase CLI is not psql; a password would be in the app's repository.
        for line in sql.split(separator: "\n") { #expect(!line.hasPrefix("\\") && line != "commit;") }
        #expect(!sql.lowercased().contains("password '"))

        // Nothing was changed by writing it.
        #expect(try run([Ground.program, "schema", "status", "-q"], scratch).code == 1)
        let applied = try run(
            [
                "psql", "-X", "-q", "-1", "-v", "ON_ERROR_STOP=1", "-d", scratch.administratorURL, "-f",
                "\(migrations)/\(name)",
            ],
            scratch)
        #expect(applied.code == 0, "\(applied.text.suffix(500))")
        let status = try run([Ground.program, "schema", "status"], scratch)
        #expect(status.code == 0, "\(status.text)")
        let again = try run([script], scratch)
        #expect(again.code == 0 && again.text.contains("Nothing to do"), "\(again.text)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: migrations).count == 1)
    }
}
