internal import Records

extension Parser {
    /// What has been read of a command line whose command is known.
    struct Reading {
        let command: Command
        var arguments: [String] = []
        private var options = Options()
        private var given: Set<String> = []

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
                return .badValue(option: name, expected: option.expected, suggestions: near)
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
                    throw .badArgument(argument.name, expected: "one of " + words.joined(separator: ", "))
                }
            }
            guard arguments.count <= most else {
                throw .surplusArgument(number: most + 1, command: command.verb)
            }
            if !arguments.isEmpty, !options.inputs.isEmpty { throw .contradiction("JOB", "--input") }
            if options.plan != nil, !options.inputs.isEmpty { throw .contradiction("--plan", "--input") }
            if options.plan != nil, !arguments.isEmpty { throw .contradiction("--plan", "JOB") }
            return Invocation(command.verb, arguments: arguments, options: options)
        }
    }
}
