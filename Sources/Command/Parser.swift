internal import Records
internal import Reporting

/// Reads a command line by the command table; a pure function of its words.
///
///     scorebook run nightly -qo json --set zone=UTC -- -file
///               verb  argument  options            argument
///
/// Options may stand anywhere, before the command as well; `--` ends them. `--help` and `--version` win over all
/// else, so that help can be had for a line that is wrong.
public enum Parser {
    /// `given` are the words after the program's name; without any the first screen of help is meant.
    public static func parse(_ given: [String]) throws(UsageError) -> Invocation {
        guard !given.isEmpty else { return Invocation(.help) }
        var words = given
        if let place = verbPlaces(words).first, let name = CommandTable.aliases[words[place]] { words[place] = name }
        if let asked = help(words) { return asked }
        if let group = group(alone: words) { return Invocation(.help, arguments: [group]) }
        let (command, rest) = try self.command(in: words)
        var reading = Reading(command: command)
        var index = 0
        while index < rest.count {
            let word = rest[index]
            index += 1
            if word == "--" {
                reading.arguments += rest[index...]
                break
            } else if word.hasPrefix("--") {
                try reading.takeLong(word, rest, &index)
            } else if word.hasPrefix("-"), word != "-" {
                try reading.takeBundle(word, rest, &index)
            } else {
                reading.arguments.append(word)
            }
        }
        return try reading.invocation()
    }

    /// The command by its one or two words, and the line without them.
    private static func command(in words: [String]) throws(UsageError) -> (Command, [String]) {
        let places = verbPlaces(words)
        guard let first = places.first else {
            if let option = words.first(where: { $0.hasPrefix("-") && $0 != "--" }), !isCommon(option) {
                let known = CommandTable.commonOptions.map { "--\($0.name)" } + ["--help", "--version"]
                let name = String(option.prefix { $0 != "=" })
                throw .unknownOption(name, command: nil, suggestions: Suggestion.names(near: name, among: known))
            }
            throw .noCommand
        }
        let name = words[first]
        let family = CommandTable.commands(named: name)
        guard !family.isEmpty else {
            let known = CommandTable.names + CommandTable.commands.compactMap { $0.verb.words.last }
            var seen: Set<String> = []
            let near = Suggestion.names(near: name, among: known.filter { seen.insert($0).inserted })
            let whole = near.map { word in
                CommandTable.names.contains(word)
                    ? word : CommandTable.commands.first { $0.verb.words.last == word }?.verb.rawValue ?? word
            }
            throw .unknownCommand(name, suggestions: whole)
        }
        var rest = words
        if places.count > 1, let both = family.first(where: { $0.verb.words == [name, words[places[1]]] }) {
            rest.remove(at: places[1])
            rest.remove(at: first)
            return (both, rest)
        }
        rest.remove(at: first)
        if let alone = family.first(where: { $0.verb.words.count == 1 || $0.standsForGroup }) {
            let seconds = family.compactMap { $0.verb.words.count == 2 ? $0.verb.words.last : nil }
            if places.count > 1, alone.arguments.isEmpty, !seconds.isEmpty {
                let near = Suggestion.names(near: words[places[1]], among: seconds).map { "\(name) \($0)" }
                throw .unknownCommand("\(name) \(words[places[1]])", suggestions: near)
            }
            return (alone, rest)
        }
        let choices = family.compactMap(\.verb.words.last)
        let second = places.count > 1 ? words[places[1]] : ""
        let near = Suggestion.names(near: second, among: choices).map { "\(name) \($0)" }
        throw .unknownCommand("\(name) \(second)", suggestions: near)
    }

    /// The first word of commands that needs a second, where it is alone: `init`.
    private static func group(alone words: [String]) -> String? {
        let places = verbPlaces(words)
        guard places.count == 1 else { return nil }
        let family = CommandTable.commands(named: words[places[0]])
        let isWhole = family.contains { $0.verb.words.count == 1 || $0.standsForGroup }
        return family.isEmpty || isWhole ? nil : words[places[0]]
    }

    /// Places of words that are neither options nor, before the command, values of common options.
    private static func verbPlaces(_ words: [String]) -> [Int] {
        var places: [Int] = []
        var index = 0
        while index < words.count, places.count < 2 {
            let word = words[index]
            if word == "--" { break }
            if word.hasPrefix("-"), word != "-" {
                if takesNext(word) { index += 1 }
            } else {
                places.append(index)
            }
            index += 1
        }
        return places
    }

    private static func takesNext(_ word: String) -> Bool {
        guard !word.contains("=") else { return false }
        let known = CommandTable.commands.flatMap(\.allOptions)
        if word.hasPrefix("--") {
            return known.first { "--\($0.name)" == word }?.placeholder != nil
        }
        guard let last = word.last, word.count >= 2 else { return false }
        let letters = word.dropFirst()
        let firstWithValue = letters.firstIndex { letter in
            known.contains { $0.short == letter && $0.placeholder != nil }
        }
        return firstWithValue == letters.index(before: letters.endIndex) && last.isLetter
    }

    private static func isCommon(_ word: String) -> Bool {
        let name = word.prefix { $0 != "=" }
        return CommandTable.commonOptions.contains { option in
            name == "--\(option.name)" || (!word.hasPrefix("--") && option.short.map { name.contains($0) } ?? false)
        }
    }

    /// `help`, `--help`, `-h` and `--version`, wherever they stand before `--`.
    private static func help(_ words: [String]) -> Invocation? {
        let line = words.prefix { $0 != "--" }
        let names = verbPlaces(Array(line)).map { words[$0] }
        if line.contains("--help") || line.contains("-h") {
            guard let first = names.first, first != "help" else { return Invocation(.help) }
            let known = CommandTable.commands.contains { $0.verb.words == names }
            var options = Options()
            options.page = line.contains("--help") ? .whole : .short
            return Invocation(.help, arguments: known ? names : [first], options: options)
        }
        return line.contains("--version") || line.contains("-V") ? Invocation(.version) : nil
    }
}

extension Parser {
    /// What has been read of a command line whose command is known.
    struct Reading {
        let command: Command
        var arguments: [String] = []
        private var options = Options()
        private var given: Set<String> = []
        private var typed: [(name: String, value: String?)] = []

        init(command: Command) { self.command = command }

        /// `--name`, `--name=value` or `--name value`
        mutating func takeLong(_ word: String, _ rest: [String], _ index: inout Int) throws(UsageError) {
            let name = word.dropFirst(2).prefix { $0 != "=" }
            let attached = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
            guard let option = command.allOptions.first(where: { $0.name == name }) else {
                throw unknown("--\(name)")
            }
            try take(option, as: "--\(name)", attached, rest, &index)
        }

        /// `-q`, `-qv`, `-o json`, `-ojson`, `-qo json`
        mutating func takeBundle(_ word: String, _ rest: [String], _ index: inout Int) throws(UsageError) {
            var letters = word.dropFirst()
            while let letter = letters.popFirst() {
                guard let option = command.allOptions.first(where: { $0.short == letter }) else {
                    throw unknown("-\(letter)")
                }
                guard option.placeholder != nil else {
                    try take(option, as: "-\(letter)", nil, rest, &index)
                    continue
                }
                if letters.first == "=" { letters.removeFirst() }
                try take(option, as: "-\(letter)", letters.isEmpty ? nil : String(letters), rest, &index)
                return
            }
        }

        private mutating func take(
            _ option: Option, as name: String, _ attached: String?, _ rest: [String], _ index: inout Int
        ) throws(UsageError) {
            if option.placeholder == nil {
                guard attached == nil else { throw .unwantedValue(option: name) }
            }
            var value = attached ?? ""
            if option.placeholder != nil, attached == nil {
                guard index < rest.count, !rest[index].hasPrefix("-") || rest[index] == "-" else {
                    throw .missingValue(option: name, expected: option.expected)
                }
                value = rest[index]
                index += 1
            }
            if option.times == .once, !given.insert(option.name).inserted { throw .givenTwice(option: name) }
            typed.append((option.name, option.placeholder == nil ? nil : value))
            do throws(ValueFault) {
                try option.store(&options, value)
            } catch {
                throw usageError(for: error, of: option, as: name, value)
            }
        }

        private func usageError(
            for fault: ValueFault, of option: Option, as name: String, _ value: String
        ) -> UsageError {
            switch fault {
            case .passwordInURL: return .passwordInURL
            case .notUnderstood:
                var near: [String] = []
                if case .words(let words) = option.completion { near = Suggestion.names(near: value, among: words) }
                return .badValue(
                    option: name, option.name == "database" ? nil : value, command: command.verb,
                    expected: option.expected, suggestions: near)
            }
        }

        private func unknown(_ name: String) -> UsageError {
            let known = command.allOptions.map { "--\($0.name)" } + ["--help"]
            let near = name.hasPrefix("--") ? Suggestion.names(near: name, among: known) : []
            return .unknownOption(name, command: command.verb, suggestions: near)
        }

        /// The invocation, if the arguments are as many and as the command wants them.
        func invocation() throws(UsageError) -> Invocation {
            var most = 0
            for (index, argument) in command.arguments.enumerated() {
                switch argument.count {
                case .one, .some:
                    guard arguments.count > index else { throw .missingArgument(argument.name, command: command.verb) }
                    most = argument.count == .some ? .max : index + 1
                case .optional: most = index + 1
                case .any: most = .max
                }
                if case .words(let words) = argument.completion, argument.count == .one,
                    !words.contains(arguments[index])
                {
                    throw .badArgument(
                        argument.name, arguments[index], command: command.verb,
                        expected: "one of " + words.joined(separator: ", "))
                }
            }
            guard arguments.count <= most else {
                throw .surplusArgument(arguments[most], command: command.verb)
            }
            if options.plan != nil, !options.inputs.isEmpty { throw .contradiction("--plan", "--input") }
            if options.plan != nil, !arguments.isEmpty { throw .contradiction("--plan", "JOB|PATH") }
            if options.plan != nil, command.verb == .run, options.effect == .described {
                throw .contradiction("--plan", "--dry-run")
            }
            if command.verb == .runs, options.job != nil, !arguments.isEmpty { throw .contradiction("--job", "JOB") }
            if let output = options.output, !command.verb.outputForms.contains(output) {
                let words = command.verb.outputForms.map(\.rawValue).joined(separator: ", ")
                throw .badValue(
                    option: "--output", output.rawValue, command: command.verb, expected: "one of \(words)",
                    suggestions: [])
            }
            // A dry run of `run` is a plan.
            let verb = command.verb == .run && options.effect == .described ? .plan : command.verb
            var invocation = Invocation(verb, arguments: arguments, options: options)
            invocation.typed = typed
            return invocation
        }
    }
}
