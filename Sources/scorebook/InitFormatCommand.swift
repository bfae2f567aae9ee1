import Command
import Definitions
import Filing
import Glibc
import Importing
import Records
import Reporting

/// `scorebook init format FILE`: a definition that loads, from a file of an unknown format.
enum InitFormatCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        guard let path = invocation.arguments.first else { return .usage }
        var options = invocation.options
        var workspace = Workspace(options)
        // The folder that the definition goes into is read with the others, where it has no faults.
        let target = options.out.map { folder(of: $0) } ?? Drafting.overlay(of: workspace)
        if let target, !workspace.folders.contains(where: { Drafting.isSame($0, target) }), access(target, F_OK) == 0,
            !Workspace.holdsDatasets(target)
        {
            if Pipelines.open(workspace.folders + [target]).1.isEmpty {
                options.pipelines = workspace.folders + [target]
                workspace = Workspace(options)
            } else if Pipelines.open(workspace.folders).1.isEmpty {
                let check = "scorebook check --pipelines \(target.asShellWord)"
                let text = "\(target) has faults, and is not compared with this file: `\(check)` lists them."
                console.say(text.escapedForTerminal + "\n")
            }
        }
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        let drafting = Drafting(
            path: path, options: options, workspace: workspace, pipelines: pipelines, console: console)
        do { return try drafting.run() } catch let fault as DraftFault {
            console.complain("\(path): \(fault.message)", hint: fault.hint)
            return fault.isUsage ? .usage : .badInput
        } catch {
            return console.fail(
                reading: error, at: path, hint: "A definition can be proposed for CSV, JSON and JSON Lines.")
        }
    }
}

extension InitFormatCommand {
    /// The folder of definitions that --out lies in: `mine` of `mine/games/formats/dupr.yaml`.
    private static func folder(of out: String) -> String? {
        let parts = out.split(separator: "/")
        guard parts.count > 3, parts[parts.count - 2] == "formats" else { return nil }
        return (out.hasPrefix("/") ? "/" : "") + parts.dropLast(3).joined(separator: "/")
    }
}

/// One call of the command.
struct Drafting {
    let path: String
    let options: Options
    let workspace: Workspace
    let pipelines: Pipelines
    let console: Console

    private static let mostQuestions = 3

    func run() throws -> ExitCode {
        if let dataset = options.dataset, pipelines.dataset(named: dataset) == nil {
            let fault = pipelines.unknownDataset(dataset)
            throw DraftFault(fault.message, hint: fault.hint ?? "", isUsage: true)
        }
        let name = try chosenName()
        // A draft that is written again is no reason against itself.
        let others = pipelines.formats.filter { $0.name != name }
        var draft = try FormatDraft(
            of: path, named: name, answers: DraftAnswers(), over: pipelines, formats: others)
        if let known = draft.known {
            let folder = workspace.folders.dropFirst().last {
                pipelines.format(named: known)?.path.hasPrefix("\($0)/") == true
            }
            let given = folder.map { " --pipelines \($0.asShellWord)" } ?? ""
            throw DraftFault(
                "the format \(known) reads this file already",
                hint:
                    "Import it: scorebook run \(path.asShellWord)\(given). A second definition for it would make "
                    + "recognition ambiguous.")
        }
        draft.answers = try answers(for: draft)
        if !isInteractive || options.questions == .answered {
            try answerSilently(&draft)
        } else if !ask(&draft) {
            return .unsatisfied
        }
        if let fault = draft.fault { throw fault }
        return try finish(draft)
    }

    // Names and places.

    /// A format is named as its file is; one that is there already keeps its name.
    private func chosenName() throws -> String {
        let given = options.out.flatMap { $0 == "-" ? nil : $0 }
        let name = Self.name(given ?? path)
        if let given {
            let stem = Self.stem(given)
            guard given.hasSuffix(".yaml"), stem == name else {
                throw DraftFault(
                    "a definition's file has a name like '\(name).yaml', not '\(given.split(separator: "/").last ?? "")'",
                    hint: "Use small letters, digits and dashes; a format is named as its file.", isUsage: true)
            }
        }
        // A draft of ours is read as a format, too, when it is written again.
        guard let other = pipelines.format(named: name), !isOwn(other) else { return name }
        guard given == nil else {
            throw DraftFault(
                "format '\(name)' already exists, in \(other.path)", hint: "Choose another name for --out.",
                isUsage: true)
        }
        return pipelines.format(named: "own-\(name)").map { isOwn($0) } ?? true ? "own-\(name)" : "own-\(name)-2"
    }

    /// Whether a format's file is the one that is to be written.
    private func isOwn(_ format: Format) -> Bool {
        guard let out = options.out else { return format.path.hasPrefix(overlay + "/") }
        return Self.isSame(format.path, out)
    }

    static func isSame(_ path: String, _ other: String) -> Bool {
        var (one, two) = (stat(), stat())
        guard stat(path, &one) == 0, stat(other, &two) == 0 else { return path == other }
        return one.st_dev == two.st_dev && one.st_ino == two.st_ino
    }

    private static func stem(_ path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    }

    private static func name(_ path: String) -> String {
        let plain = stem(path).lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let name = String(plain).split(separator: "-").joined(separator: "-")
        return name.first?.isLetter == true ? name : "format-\(name)"
    }

    private var overlay: String { Self.overlay(of: workspace) }

    /// The folder over the shipped definitions that a person's own lie in.
    static func overlay(of workspace: Workspace) -> String {
        workspace.folders.last { $0 != workspace.folder && !Workspace.holdsDatasets($0) } ?? "mine"
    }

    /// Where the definition goes; nil: to stdout.
    private func target(_ draft: FormatDraft) -> String? {
        if let out = options.out { return out == "-" ? nil : out }
        guard console.output.isInteractive else { return nil }
        return "\(overlay)/\(draft.dataset)/formats/\(draft.name).yaml"
    }

    // What people say.

    private func answers(for draft: FormatDraft) throws -> DraftAnswers {
        var answers = DraftAnswers()
        answers.dataset = options.dataset ?? folderDataset()
        answers.order = options.dateOrder
        for given in options.columnUnits {
            let names = draft.columns.filter { $0 == given.column }
            let near = draft.columns.filter { $0.lowercased() == given.column.lowercased() }
            guard let column = names.first ?? (near.count == 1 ? near.first : nil) else {
                throw DraftFault(
                    "--unit: the file has no column '\(given.column)'",
                    hint: Suggestion.question(given.column, among: draft.columns)
                        ?? "Columns: \(draft.columns.joined(separator: ", "))", isUsage: true)
            }
            guard draft.isUnit(given.unit) else {
                throw DraftFault(
                    "--unit: unknown unit '\(given.unit)'",
                    hint: "Units: \(Unit.allCases.map(\.symbol).joined(separator: ", ")).", isUsage: true)
            }
            answers.units[column] = given.unit
        }
        return answers
    }

    /// The dataset whose folder --out lies in; nil where that is none's.
    private func folderDataset() -> String? {
        guard let out = options.out, out != "-" else { return nil }
        let parts = out.split(separator: "/").map(String.init)
        guard parts.count >= 3, parts[parts.count - 2] == "formats" else { return nil }
        return pipelines.dataset(named: parts[parts.count - 3])?.name
    }

    var isInteractive: Bool { isatty(0) == 1 && console.errors.isInteractive }

    /// Takes what is proposed where `--yes` says so; what decides the definition is refused otherwise.
    private func answerSilently(_ draft: inout FormatDraft) throws {
        while options.questions == .answered,
            let question = draft.questions.first(where: { !$0.isVital && $0.subject == .order })
        {
            question.record(question.choices[question.proposed], in: &draft.answers, asProposed: true)
        }
        guard let question = draft.questions.first(where: \.isVital) else { return }
        let choices = question.choices.map { "\(question.option($0))  \($0.about)" }
        throw DraftFault(
            question.subject == .dataset
                ? "it is not clear which dataset the file feeds: \(draft.datasetFinding.why)" : question.text,
            hint: (["Give one of:"] + choices.map { "  \($0)" }).joined(separator: "\n"), isUsage: true)
    }

    /// Asks on the terminal; false where the questions were left at one that must be answered.
    private func ask(_ draft: inout FormatDraft) -> Bool {
        var asked = 0
        while asked < Self.mostQuestions, let question = draft.questions.first {
            asked += 1
            guard let choice = answer(question) else {
                guard question.isVital else { return true }
                console.complain(
                    "no definition was written: this question needs an answer",
                    hint: "Give \(question.choices.map(question.option).joined(separator: " or ")).")
                return false
            }
            question.record(choice, in: &draft.answers)
        }
        return true
    }

    /// The answer to a question: by its number, by its word, or by Enter what is proposed; nil at the end of input.
    private func answer(_ question: DraftQuestion) -> DraftQuestion.Choice? {
        var text = question.text.escapedForTerminal + "\n"
        let width = question.choices.map(\.word.count).max() ?? 0
        for (index, choice) in question.choices.enumerated() {
            text += "  \(index + 1)  \(choice.word.padded(to: width))  \(choice.about)\n"
        }
        console.say(text)
        while true {
            let prompt = question.isVital ? "Answer: " : "Answer [\(question.proposed + 1)]: "
            guard let line = console.ask(prompt) else { return nil }
            let word = line.lowercased().filter { $0 != " " }
            if word.isEmpty, !question.isVital { return question.choices[question.proposed] }
            if let number = Int(word), question.choices.indices.contains(number - 1) {
                return question.choices[number - 1]
            }
            if let choice = question.choices.first(where: { $0.word.lowercased() == word }) { return choice }
            let enter = question.isVital ? "" : ", or Enter for \(question.proposed + 1)"
            console.say("Type a number from 1 to \(question.choices.count)\(enter).\n")
        }
    }

    // The end.

    private func finish(_ draft: FormatDraft) throws -> ExitCode {
        let target = target(draft)
        let place = target ?? "mine/\(draft.dataset)/formats/\(draft.name).yaml"
        let trial = DraftTrial(draft, at: place, of: path, over: pipelines)
        if let rival = trial.rival {
            throw DraftFault(
                "the format \(rival) has the same columns", hint: "scorebook run \(path.asShellWord) --format \(rival)")
        }
        guard trial.faults.isEmpty else {
            for fault in trial.faults { console.complain(fault.description) }
            console.complain(
                "the proposed definition does not load",
                hint: "This is a bug in scorebook: `scorebook help bugs` says how to report it.")
            return .software
        }
        guard trial.valid > 0 else {
            console.say(table(draft.findings, console.errors) + "\n" + result(trial, console.errors))
            console.complain(
                "no definition was written: it reads no record of the file",
                hint: "Correct the file, or give another --dataset.")
            return .unsatisfied
        }
        let unclear = draft.unclear + (trial.rejected > trial.valid ? ["most records are rejected"] : [])
        if !unclear.isEmpty, !isAccepted(draft, trial, unclear) {
            throw DraftFault(
                "not all of the file is understood: \(unclear.joined(separator: "; "))",
                hint:
                    "Leave what is not needed out of a copy of the file, or write the rest into the definition by hand: "
                    + "`scorebook init format` on a terminal writes it as far as it goes.")
        }
        if let target, let code = write(draft.text, to: target) { return code }
        if target == nil { console.write(draft.text) }
        show(draft, trial, target)
        return .success
    }

    /// Whether the person at the terminal accepts a definition that leaves something out.
    private func isAccepted(_ draft: FormatDraft, _ trial: DraftTrial, _ unclear: [String]) -> Bool {
        guard isInteractive, options.questions != .answered else { return false }
        var text =
            table(draft.findings, console.errors) + "\n" + result(trial, console.errors)
            + preview(trial, console.errors)
        for reason in unclear { text += "Not understood: \(reason.escapedForTerminal)\n" }
        console.say(text)
        return console.ask("Write the definition all the same? [no] ")?.lowercased().hasPrefix("y") ?? false
    }

    /// Writes the file; a code where that fails.
    private func write(_ text: String, to target: String) -> ExitCode? {
        if options.existing == .kept, access(target, F_OK) == 0 {
            console.complain("\(target) already exists", hint: "Give --force to overwrite it, or another --out.")
            return .cannotWrite
        }
        var made = target.hasPrefix("/") ? "/" : ""
        for part in target.split(separator: "/").dropLast() {
            made += part + "/"
            mkdir(made, 0o755)
        }
        do { try NewFile.write(Array(text.utf8), to: target, .lasting, for: .everyone) } catch {
            console.complain(
                "\(target) cannot be written: \(String(cString: strerror(error.code)))",
                hint: "Choose another path for --out.")
            return .cannotWrite
        }
        return nil
    }
}
