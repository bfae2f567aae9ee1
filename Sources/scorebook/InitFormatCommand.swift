import Command
import Definitions
import Glibc
import Importing
import Reporting

/// `scorebook init format FILE`: a first definition to go on from.
enum InitFormatCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let options = invocation.options
        guard let path = invocation.arguments.first else { return .usage }
        guard let pipelines = Workspace(options).pipelines(console) else { return .configuration }
        guard let dataset = options.dataset.map({ pipelines.dataset(named: $0) }) ?? pipelines.datasets.first,
            options.dataset != nil || pipelines.datasets.count == 1
        else {
            console.complain(
                options.dataset == nil ? "which dataset the format feeds is not said" : "there is no such dataset",
                hint: "Give --dataset, one of: \(pipelines.datasets.map(\.name).joined(separator: ", "))")
            return .usage
        }
        let draft: FormatDraft
        do {
            draft = try FormatDraft(
                of: path, named: name(options.out ?? path), dataset: dataset, formats: pipelines.formats)
        } catch {
            return console.fail(
                reading: error, at: path, hint: "A first definition can be made of CSV, JSON and JSON Lines.")
        }
        if let out = options.out { makeFolder(of: out) }
        guard let target = OutputFile(options.out, console) else {
            console.complain(
                "\(options.out ?? "") cannot be written: \(String(cString: strerror(errno)))",
                hint: "Choose another --out path; existing files are not overwritten.")
            return .cannotWrite
        }
        target.write(draft.text)
        guard target.finish() else {
            console.complain("the file could not be written to its end", hint: "Is the disk full?")
            return .cannotWrite
        }
        for doubt in draft.doubts { console.narrate("In doubt: \(doubt.escapedForTerminal)") }
        if let out = options.out {
            let overlay = out.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
            let isOverlay = out.hasSuffix("/\(dataset.name)/formats/\(out.split(separator: "/").last ?? "")")
            let given =
                isOverlay && overlay != "Pipelines" ? " --pipelines \(overlay.isEmpty ? "." : overlay.asShellWord)" : ""
            console.narrate(
                """
                Complete \(out), then:
                  scorebook check\(given)
                  scorebook validate \(path.asShellWord)\(given)
                """)
        } else {
            console.narrate(
                """
                Save it with --out mine/\(dataset.name)/formats/NAME.yaml, then:
                  scorebook check --pipelines mine
                """)
        }
        return .success
    }

    /// Makes the folders that a file is to lie in; whether the file can be written shows when it is.
    private static func makeFolder(of path: String) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/").dropLast() {
            made += part + "/"
            mkdir(made, 0o755)
        }
    }

    /// A format's name is that of its file.
    private static func name(_ path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
        let plain = stem.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let name = String(plain).split(separator: "-").joined(separator: "-")
        return name.first?.isLetter == true ? name : "format-\(name)"
    }
}
