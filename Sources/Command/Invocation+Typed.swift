public import Reporting

extension Invocation {
    /// The command line, for commands to copy: with those of its options that decide what is read and how.
    public var typedCommand: TypedCommand {
        let shared = ["database", "pipelines"]
        let left =
            CommandTable.commonOptions.map(\.name) + ["input", "report", "out", "dry-run", "watch", "sweep", "plan"]
        func words(_ isWanted: (String) -> Bool) -> [String] {
            typed.filter { isWanted($0.name) }.flatMap { option -> [String] in
                guard let value = option.value else { return ["--\(option.name)"] }
                return value.hasPrefix("-") ? ["--\(option.name)=\(value)"] : ["--\(option.name)", value]
            }
        }
        var options: [RunReport.Mode: [String]] = [:]
        for (mode, verb) in [(RunReport.Mode.run, Verb.run), (.validate, .validate), (.plan, .plan)] {
            let known = CommandTable.command(verb)?.options.map(\.name) ?? []
            options[mode] = words { known.contains($0) && !left.contains($0) }
        }
        let mode = RunReport.Mode(rawValue: verb.rawValue)
        let isImport = mode.map { options[$0] != nil } == true && self.options.plan == nil
        return TypedCommand(
            isImport ? self.options.inputs + arguments : [], options: options,
            common: words(shared.contains))
    }
}
