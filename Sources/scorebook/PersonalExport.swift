import Command
import Filing
import Glibc
import Importing
import Postgres
import Reporting

/// `scorebook export --owner WHO --all [--out FILE.zip]`
enum PersonalExport {
    /// The archive could not be written to its end.
    private struct Unwritten: Error {}

    static func run(of owner: String, _ workspace: Workspace, _ console: Console) -> ExitCode {
        let options = workspace.options
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        guard options.out != nil || console.output.width == nil else {
            console.complain("a zip archive cannot be shown on a terminal", hint: "Give --out FILE.zip.")
            return .usage
        }
        return workspace.withDatabase(.loader, console) { connection, _ in
            guard let target = OutputFile(options.out, console) else {
                return OutputFile.complain(options.out, console)
            }
            let archive = PersonalArchive(connection, pipelines: pipelines, photoFolder: workspace.home.photos)
            do {
                let outcome = try archive.write(of: owner) { block in
                    guard target.write(bytes: block) else { throw Unwritten() }
                }
                guard let outcome else {
                    console.complain(
                        "the owner has no account in this database",
                        hint: "Give --owner with the email or user id of an account.")
                    return .noInput
                }
                guard target.finish() else { throw Unwritten() }
                return told(outcome, console)
            } catch let error as PersonalArchive.UnreadablePhotos {
                console.complain(error.message, hint: "`scorebook doctor` shows the folder of photos.")
                return .cannotWrite
            } catch is Unwritten {
                console.complain("the file could not be written completely", hint: "Check that the disk is not full.")
                return .cannotWrite
            }
        }
    }

    private static func told(_ outcome: PersonalArchive.Outcome, _ console: Console) -> ExitCode {
        console.narrate(
            "\(outcome.rows.of("row")) of \(outcome.tables.of("table")) and \(outcome.photos.of("photo")) written")
        guard outcome.lost > 0 else { return .success }
        console.complain(
            "\(outcome.lost.of("photo")) not written: the file is not in the folder of photos, or is another one",
            hint: "`scorebook doctor` shows the folder; a job's setting photos names another.")
        return .unsatisfied
    }
}
