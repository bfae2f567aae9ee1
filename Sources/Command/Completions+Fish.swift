extension Completions {
    static var fish: String {
        var script = """
            # fish completion for scorebook
            complete -c scorebook -f
            complete -c scorebook -s h -l help -d 'Explain the command.'
            complete -c scorebook -n __fish_use_subcommand -s V -l version -d 'Tell the version.'

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
                let value = option.placeholder == nil ? "" : " -r" + (offer(option.completion) ?? "")
                let about = fishQuoted(option.summary)
                script += "complete -c scorebook -n \(seen)\(short) -l \(option.name)\(value) -d \(about)\n"
            }
        }
        return script
    }

    private static func offer(_ completion: Option.Completion) -> String? {
        switch completion {
        case .nothing: nil
        case .files: " -F"
        case .folders: " -a '(__fish_complete_directories)'"
        case .words(let words): " -a \(fishQuoted(words.joined(separator: " ")))"
        case .commands: " -a \(fishQuoted(CommandTable.names.joined(separator: " ")))"
        }
    }

    /// Fish escapes quotes and backslashes inside of single quotes.
    private static func fishQuoted(_ text: String) -> String {
        var quoted = "'"
        for character in text { quoted += "'\\".contains(character) ? "\\\(character)" : String(character) }
        return quoted + "'"
    }
}
