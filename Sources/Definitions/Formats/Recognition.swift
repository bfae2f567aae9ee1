internal import YAML

/// Whether every header is of one format at most.
enum Recognition {
    /// Formats of which one is recognised by every header of the other.
    ///
    ///     strong   [Date, Workout Name, Reps]             a header of `strong-android` holds all of these too, so
    ///     android  [Date, Workout Name, Reps, Unit]       `strong` must say `without: [Unit]`
    static func faults(among formats: [Format], at marks: [String: Mark]) -> [Fault] {
        var faults: [Fault] = []
        for (index, format) in formats.enumerated() {
            let mark = marks[format.path] ?? Mark(line: 1, column: 1)
            let fault = { Fault(path: format.path, line: mark.line, column: mark.column, message: $0) }
            for other in formats[..<index] where other.name == format.name {
                faults.append(fault("format `\(format.name)` is also defined in \(other.path)"))
            }
            for other in formats where other.name != format.name && other.reader.content == format.reader.content {
                guard let set = other.recognise.first(where: { format.takes($0, of: other) }) else { continue }
                // Equal sets are said once.
                let isEqual = format.recognise.contains { Set($0) == Set(set) }
                if isEqual, format.name > other.name { continue }
                let message =
                    "every header of format `\(other.name)` is one of `\(format.name)` too; "
                    + (isEqual ? "their `recognise` sets are equal" : "tell them apart with `without:`")
                faults.append(fault(message))
            }
        }
        return faults
    }
}

extension Format {
    /// Whether a header of just these columns of another format is taken for one of this.
    fileprivate func takes(_ columns: [String], of other: Format) -> Bool {
        let header = Set(columns)
        return header.isDisjoint(with: without) && recognise.contains { header.isSuperset(of: $0) }
    }
}

extension ReaderDefinition {
    /// What such files look like: no file looks like two of these.
    fileprivate var content: String {
        switch self {
        // One object on one line is a document and a line.
        case .json, .jsonl: "json"
        default: word
        }
    }
}
