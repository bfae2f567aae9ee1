import Command
import Glibc
import Postgres
import Reporting
import Running

/// `scorebook export NAME --owner WHO`
enum ExportCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let options = invocation.options
        guard let name = invocation.arguments.first else { return .usage }
        guard let owner = options.owner, owner != "payload" else {
            console.complain("whose \(name) is not said", hint: "Give --owner with an email or a user id.")
            return .usage
        }
        let workspace = Workspace(options)
        let form: Export.Form =
            options.exportFormat == .json || (options.exportFormat == nil && options.output == .json) ? .json : .csv
        return workspace.withDatabase(.administrator, console) { connection, _ throws(DatabaseError) in
            guard let target = OutputFile(options.out, console) else {
                console.complain(
                    "\(options.out ?? "") cannot be written: \(String(cString: strerror(errno)))",
                    hint: "Give --out another path; a file that is there is not overwritten.")
                return .cannotWrite
            }
            do throws(Export.Failure) {
                let outcome = try Export(connection, pipelines: workspace.folder)
                    .write(name, of: owner, as: form) { target.write($0) }
                guard target.finish() else {
                    console.complain("the file could not be written to its end", hint: "Is the disk full?")
                    return .cannotWrite
                }
                if options.out != nil { console.narrate("\(outcome.rows.of("row")) written") }
                if outcome.formulas > 0 {
                    console.narrate(
                        "\(outcome.formulas.of("cell")) would be a formula in a spreadsheet. They stand as they are, so that "
                            + "the file can be imported again: open it there as text only.")
                }
                return .success
            } catch {
                target.discard()
                switch error {
                case .database(let cause): throw cause
                case .unknownName(let known):
                    console.complain(
                        "there is nothing named '\(name)' to export", hint: "Names: \(known.joined(separator: ", "))")
                    return .usage
                case .unknownOwner:
                    console.complain(
                        "the owner is no user of this database",
                        hint: "Give --owner with an email or user id that signed up.")
                    return .noInput
                case .unreadable(let text):
                    console.complain(text, hint: "`scorebook check` tells all faults.")
                    return .configuration
                }
            }
        }
    }
}

/// stdout, or a new file that appears under its name only when it is whole.
final class OutputFile {
    private let path: String?
    private let console: Console
    private var descriptor: Int32 = -1
    private var pending: [UInt8] = []
    private var hasFailed = false

    init?(_ path: String?, _ console: Console) {
        self.path = path
        self.console = console
        guard let path else { return }
        guard access(path, F_OK) != 0 else {
            errno = EEXIST
            return nil
        }
        descriptor = open(path + ".part", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor < 0 { return nil }
    }

    func write(_ text: String) {
        pending += text.utf8
        if pending.count > 1 << 16 { flush() }
    }

    private func flush() {
        defer { pending.removeAll(keepingCapacity: true) }
        guard path != nil else { return console.write(String(decoding: pending, as: UTF8.self)) }
        var done = 0
        while done < pending.count {
            let count = pending.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return hasFailed = true }
            done += count
        }
    }

    /// Whether all of it is written.
    func finish() -> Bool {
        flush()
        guard let path else { return true }
        let isWhole = !hasFailed && fsync(descriptor) == 0
        close(descriptor)
        guard isWhole, rename(path + ".part", path) == 0 else {
            unlink(path + ".part")
            return false
        }
        return true
    }

    func discard() {
        guard let path else { return }
        close(descriptor)
        unlink(path + ".part")
    }
}
