extension Completions {
    /// A function for `fpath`, or to be sourced after `compinit`.
    static var zsh: String {
        var script = """
            #compdef scorebook
            _scorebook() {
                local context state state_descr line
                typeset -A opt_args
                _arguments -C '(- *)'{-h,--help}'[explain the command]' '(- *)'{-V,--version}'[tell the version]' \\
                    '1: :->verb' '*:: :->rest'
                case $state in
                    verb)
                        local -a verbs
                        verbs=(\(firstWords.map { described($0.name, $0.summary) }.joined(separator: " ")))
                        _describe command verbs ;;
                    rest)
                        case $words[1] in

            """
        for name in CommandTable.names { script += verbCase(name) }
        return script + """
                        esac ;;
                esac
            }
            if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _scorebook "$@"; else compdef _scorebook scorebook; fi

            """
    }

    private static func verbCase(_ name: String) -> String {
        var specs = options(of: name).map(spec)
        let second = secondWords(of: name)
        if !second.isEmpty {
            specs.append(quoted("1:action:(\(second.compactMap(\.verb.words.last).joined(separator: " ")))"))
        }
        specs.append(quoted("*:argument:" + action(arguments(of: name))))
        return "                \(name)) _arguments \(specs.joined(separator: " \\\n                    ")) ;;\n"
    }

    private static func spec(_ option: Option) -> String {
        let about = "[" + option.summary.filter { !"[]:\\".contains($0) } + "]"
        let value = option.placeholder.map { ":\($0.filter { $0 != ":" }):\(action(option.completion))" } ?? ""
        let names = switches(option)
        let repeats = option.times == .repeatedly ? "*" : "(\(names.joined(separator: " ")))"
        guard names.count > 1 else {
            return quoted((option.times == .repeatedly ? "*" : "") + names[0] + about + value)
        }
        return quoted(repeats) + "{\(names.joined(separator: ","))}" + quoted(about + value)
    }

    private static func action(_ completion: Option.Completion) -> String {
        switch completion {
        case .nothing: ""
        case .files: "_files"
        case .folders: "_files -/"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .commands: "(\(CommandTable.names.joined(separator: " ")))"
        }
    }

    private static func described(_ name: String, _ summary: String) -> String {
        quoted("\(name):\(summary.filter { $0 != ":" })")
    }
}
