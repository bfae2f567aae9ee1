internal import Records

/// Completion scripts, made of the command table.
public enum Completions {
    /// The script for a shell.
    public static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// First words with their summaries: a group has that of its topic.
    static var firstWords: [(name: String, summary: String)] {
        CommandTable.names.map { name in
            let family = CommandTable.commands(named: name)
            if let command = family.first(where: { $0.verb.words.count == 1 }) { return (name, command.summary) }
            return (name, family.compactMap(\.verb.words.last).joined(separator: ", "))
        }
    }

    /// Second words of `name`.
    static func secondWords(of name: String) -> [Command] {
        CommandTable.commands(named: name).filter { $0.verb.words.count == 2 }
    }

    /// Options of all commands that begin with `name`, each once, with help.
    static func options(of name: String) -> [Option] {
        var seen: Set<String> = []
        let all = CommandTable.commands(named: name).flatMap(\.options) + CommandTable.commonOptions
        return (all + [Help.always[0]]).filter { seen.insert($0.name).inserted }
    }

    /// What the arguments of a command may be.
    static func arguments(of name: String) -> Option.Completion {
        let all = CommandTable.commands(named: name).flatMap(\.arguments).map(\.completion)
        return all.first { $0 != .nothing } ?? .nothing
    }

    /// What the argument after the first word may be, where that stands for a whole command.
    static func argumentsAlone(of name: String) -> Option.Completion {
        let alone = CommandTable.commands(named: name).first { $0.verb.words.count == 1 || $0.standsForGroup }
        return alone?.arguments.first?.completion ?? .nothing
    }

    /// What `help` has pages of.
    static var pages: String {
        (CommandTable.names + Help.Topic.allCases.map(\.rawValue) + RefusalCode.allCases.map(\.rawValue))
            .joined(separator: " ")
    }

    static func switches(_ option: Option) -> [String] {
        (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
    }

    /// A text in single quotes of a POSIX shell.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

/// Shells that completions are written for.
public enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

extension Completions {
    /// For bash 4 or later, without the package bash-completion.
    ///
    /// Bash takes a word apart at `=`, so the words are those of the line; of a reply it wants what follows the `=`.
    static var bash: String {
        var script = """
            # bash completion for scorebook
            _scorebook() {
                local line=${COMP_LINE:0:COMP_POINT} program=$1 verb= second= i
                local -a typed
                read -ra typed <<< "$line"
                [[ $line == *[[:space:]] ]] && typed+=("")
                local last=$((${#typed[@]} - 1))
                local word=${typed[last]} previous=${typed[last-1]}
                if [[ $word == --*=* ]]; then previous=${word%%=*} word=${word#*=}; fi
                COMPREPLY=()
                for ((i = 1; i < last; i++)); do
                    case ${typed[i]} in
                        -*) ;;
                        *) if [[ -z $verb ]]; then verb=${typed[i]}; else second=${typed[i]}; break; fi ;;
                    esac
                done
                local words= kind= names=
                case $verb in
                    '') words=\(quoted((CommandTable.names + ["--help", "--version"]).joined(separator: " "))) ;;

            """
        for name in CommandTable.names { script += bashCase(name) }
        return script + """
                esac
                if [[ -n $names ]]; then words+=" $("$program" completions $names 2>/dev/null)"; fi
                case $kind in
                    files)
                        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; compgen -f -- "$word")
                        compopt -o filenames 2>/dev/null ;;
                    folders) mapfile -t COMPREPLY < <(compgen -d -- "$word"); compopt -o filenames 2>/dev/null ;;
                    *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") ;;
                esac
                if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
                if [[ $word == *=* && $COMP_WORDBREAKS == *=* ]]; then
                    COMPREPLY=("${COMPREPLY[@]#"${word%=*}="}")
                fi
            }
            complete -F _scorebook scorebook

            """
    }

    private static func bashCase(_ name: String) -> String {
        let options = options(of: name)
        var lines = "        \(name))\n            case $previous in\n"
        for option in options where option.placeholder != nil {
            lines += "                \(switches(option).joined(separator: "|"))) \(assignment(option.completion)) ;;\n"
        }
        let all = options.map { "--\($0.name)" }.joined(separator: " ")
        lines += "                *) if [[ $word == -* ]]; then words=\(quoted(all))\n"
        let second = secondWords(of: name).compactMap(\.verb.words.last)
        if !second.isEmpty {
            let alone = assignment(argumentsAlone(of: name))
            let choice = "\(alone); words+=\(quoted(" " + second.joined(separator: " ")))"
            lines += "                elif [[ -z $second ]]; then \(choice)\n"
        }
        return lines + "                else \(assignment(arguments(of: name))); fi ;;\n            esac ;;\n"
    }

    private static func assignment(_ completion: Option.Completion) -> String {
        switch completion {
        case .nothing: "words="
        case .files: "kind=files"
        case .folders: "kind=folders"
        case .words(let words): "words=\(quoted(words.joined(separator: " ")))"
        case .commands: "words=\(quoted(pages))"
        case .names(let list): "names=\(list.rawValue)"
        case .namesOrFiles(let list): "kind=files names=\(list.rawValue)"
        }
    }
}

extension Completions {
    static var fish: String {
        var script = """
            # fish completion for scorebook
            complete -c scorebook -f
            complete -c scorebook -s h -l help -d 'Explain the command.'
            complete -c scorebook -n __fish_use_subcommand -s V -l version -d 'Print the version.'

            """
        for (name, summary) in firstWords {
            script += "complete -c scorebook -n __fish_use_subcommand -a \(name) -d \(fishQuoted(summary))\n"
        }
        for name in CommandTable.names {
            let seen = "'__fish_seen_subcommand_from \(name)'"
            for command in secondWords(of: name) {
                let word = command.verb.words.last ?? ""
                script += "complete -c scorebook -n \(seen) -a \(word) -d \(fishQuoted(command.summary))\n"
            }
            if let words = offer(arguments(of: name)) { script += "complete -c scorebook -n \(seen)\(words)\n" }
            for option in options(of: name) where option.name != "help" {
                let short = option.short.map { " -s \($0)" } ?? ""
                let value = option.placeholder == nil ? "" : value(option.completion)
                let about = fishQuoted(option.summary)
                script += "complete -c scorebook -n \(seen)\(short) -l \(option.name)\(value) -d \(about)\n"
            }
        }
        return script
    }

    /// Files are offered only where the value is one.
    private static func value(_ completion: Option.Completion) -> String {
        switch completion {
        case .files, .namesOrFiles: " -r" + (offer(completion) ?? "")
        default: " -x" + (offer(completion) ?? "")
        }
    }

    private static func offer(_ completion: Option.Completion) -> String? {
        switch completion {
        case .nothing: nil
        case .files: " -F"
        case .folders: " -a '(__fish_complete_directories)'"
        case .words(let words): " -a \(fishQuoted(words.joined(separator: " ")))"
        case .commands: " -a \(fishQuoted(pages))"
        case .names(let list): " -a '(scorebook completions \(list.rawValue) 2>/dev/null)'"
        case .namesOrFiles(let list): " -F -a '(scorebook completions \(list.rawValue) 2>/dev/null)'"
        }
    }

    /// Fish escapes quotes and backslashes inside of single quotes.
    private static func fishQuoted(_ text: String) -> String {
        var quoted = "'"
        for character in text { quoted += "'\\".contains(character) ? "\\\(character)" : String(character) }
        return quoted + "'"
    }
}

extension Completions {
    /// A function for `fpath`, or to be sourced after `compinit`.
    static var zsh: String {
        var script = """
            #compdef scorebook
            _scorebook() {
                local context state state_descr line
                typeset -A opt_args
                _arguments -C '(- *)'{-h,--help}'[explain the command]' '(- *)'{-V,--version}'[print the version]' \\
                    '1: :->verb' '*:: :->rest'
                case $state in
                    verb)
                        local -a verbs
                        verbs=(\(firstWords.map { described($0.name, $0.summary) }.joined(separator: " ")))
                        _describe command verbs ;;
                    rest)
                        case $words[1] in

            """
        for name in CommandTable.names { script += zshCase(name) }
        return script + """
                        esac ;;
                esac
            }
            if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _scorebook "$@"; else compdef _scorebook scorebook; fi

            """
    }

    private static func zshCase(_ name: String) -> String {
        var specs = options(of: name).map(spec)
        let second = secondWords(of: name)
        if !second.isEmpty {
            let words = "compadd -- \(second.compactMap(\.verb.words.last).joined(separator: " "))"
            let action = action(argumentsAlone(of: name))
            let alone = action.hasPrefix("{") ? String(action.dropFirst().dropLast()) : action
            specs.append(quoted("1:action:{\(alone.isEmpty ? words : "\(words); \(alone)")}"))
        }
        specs.append(quoted("*:argument:" + action(arguments(of: name))))
        return "                \(name)) _arguments \(specs.joined(separator: " \\\n                    ")) ;;\n"
    }

    private static func spec(_ option: Option) -> String {
        let about = "[" + option.summary.filter { !"[]:\\".contains($0) } + "]"
        let value = option.placeholder.map { ":\($0.filter { $0 != ":" }):\(action(option.completion))" } ?? ""
        let names = switches(option)
        // A value follows as a word, or after `=`.
        let taking = names.map { $0.hasPrefix("--") && option.placeholder != nil ? "\($0)=" : $0 }
        let repeats = option.times == .repeatedly ? "*" : "(\(names.joined(separator: " ")))"
        guard names.count > 1 else {
            return quoted((option.times == .repeatedly ? "*" : "") + taking[0] + about + value)
        }
        return quoted(repeats) + "{\(taking.joined(separator: ","))}" + quoted(about + value)
    }

    private static func action(_ completion: Option.Completion) -> String {
        switch completion {
        case .nothing: ""
        case .files: "_files"
        case .folders: "_files -/"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .commands: "(\(pages))"
        case .names(let list): "{\(zshNames(list))}"
        case .namesOrFiles(let list): "{\(zshNames(list)); _files}"
        }
    }

    private static func zshNames(_ list: NameList) -> String {
        "compadd -S \"\" -- ${(f)\"$(scorebook completions \(list.rawValue) 2>/dev/null)\"}"
    }

    private static func described(_ name: String, _ summary: String) -> String {
        quoted("\(name):\(summary.filter { $0 != ":" })")
    }
}
