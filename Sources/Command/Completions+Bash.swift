extension Completions {
    /// For bash 4 or later, without the package bash-completion.
    static var bash: String {
        var script = """
            # bash completion for scorebook
            _scorebook() {
                local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb= second= i
                COMPREPLY=()
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case ${COMP_WORDS[i]} in
                        -*) ;;
                        *) if [[ -z $verb ]]; then verb=${COMP_WORDS[i]}; else second=${COMP_WORDS[i]}; break; fi ;;
                    esac
                done
                local words= kind=
                case $verb in
                    '') words=\(quoted((CommandTable.names + ["--help", "--version"]).joined(separator: " "))) ;;

            """
        for name in CommandTable.names { script += verbCase(name) }
        return script + """
                esac
                case $kind in
                    files) COMPREPLY=($(compgen -f -- "$word")) ; compopt -o filenames 2>/dev/null ;;
                    folders) COMPREPLY=($(compgen -d -- "$word")) ; compopt -o filenames 2>/dev/null ;;
                    *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
                esac
            }
            complete -F _scorebook scorebook

            """
    }

    private static func verbCase(_ name: String) -> String {
        let options = options(of: name)
        var lines = "        \(name))\n            case $previous in\n"
        for option in options where option.placeholder != nil {
            lines += "                \(switches(option).joined(separator: "|"))) \(assignment(option.completion)) ;;\n"
        }
        let all = options.map { "--\($0.name)" }.joined(separator: " ")
        lines += "                *) if [[ $word == -* ]]; then words=\(quoted(all))\n"
        let second = secondWords(of: name).compactMap(\.verb.words.last)
        if !second.isEmpty {
            lines += "                elif [[ -z $second ]]; then words=\(quoted(second.joined(separator: " ")))\n"
        }
        return lines + "                else \(assignment(arguments(of: name))); fi ;;\n            esac ;;\n"
    }

    private static func assignment(_ completion: Option.Completion) -> String {
        switch completion {
        case .nothing: "words="
        case .files: "kind=files"
        case .folders: "kind=folders"
        case .words(let words): "words=\(quoted(words.joined(separator: " ")))"
        case .commands: "words=\(quoted(CommandTable.names.joined(separator: " ")))"
        }
    }
}
