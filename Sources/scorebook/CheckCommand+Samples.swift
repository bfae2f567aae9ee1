import Command
import Definitions
import Importing
import Reporting

/// `scorebook check --samples DIR`.
extension CheckCommand {
    /// Compares samples with their goldens, or records these; one line for each that is not the same.
    static func checkSamples(
        _ folder: String, _ pipelines: Pipelines, _ options: Options, _ console: Console
    ) -> ExitCode {
        guard let names = SampleCheck.samples(in: folder) else {
            console.complain("no such folder: '\(folder)'", hint: "--samples names the folder of the samples.")
            return .noInput
        }
        if let fault = RequestBuilder.fault(in: options.settings, pipelines) {
            console.complain(fault.message, hint: fault.hint)
            return .usage
        }
        let isTable = options.output ?? .table == .table
        // Of other forms the samples' faults are the document, as those of definitions are.
        var faults: [Fault] = []
        func tell(_ text: String, about name: String, line: Int = 1) {
            if isTable { return console.write("\(name.escapedForTerminal): \(text)\n") }
            faults.append(Fault(path: "\(folder)/\(name)", line: line, column: 1, message: text))
        }
        let check = SampleCheck(pipelines, settings: options.settings.map { ($0.name, $0.value) })
        var code = ExitCode.success
        var same = 0
        for name in names {
            let verdict = check.check("\(folder)/\(name)", records: options.goldens == .recorded)
            switch verdict {
            case .same: same += 1
            case .recorded(let isRefused):
                if isTable { tell("recorded\(isRefused ? ", as refused" : "")", about: name) }
            case .new: tell("no golden yet", about: name)
            case .differs(let line, let golden, let found):
                tell("line \(line) of its golden differs", about: name, line: line)
                guard isTable else { break }
                console.write("  - \((golden ?? "(no such line)").escapedForTerminal)\n")
                console.write("  + \((found ?? "(no such line)").escapedForTerminal)\n")
            case .notWritten:
                console.complain(
                    "\(name.escapedForTerminal).golden cannot be written", hint: "Check that you can write there.")
            }
            switch verdict {
            case .new, .differs: if code == .success { code = .unsatisfied }
            case .notWritten: code = .cannotWrite
            case .same, .recorded: break
            }
        }
        guard isTable else {
            write(faults, options.output ?? .table, below: "", console)
            return code
        }
        let done = options.goldens == .recorded ? "\(names.count - same) recorded, " : ""
        console.write("\(names.count.of("sample")): \(done)\(same) the same\n")
        if code == .unsatisfied {
            console.narrate("If the new reading is right, the same command with --record writes it down.")
        }
        return code
    }
}
