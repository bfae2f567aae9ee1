public import Records
internal import Reporting

/// What people say of a file, by options or as answers.
public struct DraftAnswers: Sendable {
    public var dataset: String?
    public var order: DateOrder?
    /// Units by the columns' names.
    public var units: [String: String] = [:]
    /// What was taken as it was proposed: that somebody knows it is not said.
    public var proposed: Set<DraftQuestion.Subject> = []

    public init() {}
}

/// Something that a file leaves open and that changes figures.
public struct DraftQuestion: Sendable {
    public enum Subject: Hashable, Sendable { case dataset, order, unit(column: String) }

    /// One answer.
    public struct Choice: Sendable {
        public var word: String
        public var about: String
    }

    public var subject: Subject
    public var text: String
    public var choices: [Choice]
    /// Place of the answer that is proposed.
    public var proposed = 0
    /// Whether there is no definition without an answer; other questions become settings.
    public var isVital = false

    /// The answers, that which is proposed first.
    var words: [String] {
        let first = choices[proposed].word
        return [first] + choices.map(\.word).filter { $0 != first }
    }

    /// The option that gives this answer.
    public func option(_ choice: Choice) -> String {
        switch subject {
        case .dataset: "--dataset \(choice.word)"
        case .order: choice.word == DateOrder.dayFirst.rawValue ? "--day-first" : "--month-first"
        case .unit(let column): "--unit \(column.asShellWord)=\(choice.word)"
        }
    }

    /// Writes an answer down.
    public func record(_ choice: Choice, in answers: inout DraftAnswers, asProposed: Bool = false) {
        if asProposed { answers.proposed.insert(subject) }
        switch subject {
        case .dataset: answers.dataset = choice.word
        case .order: answers.order = DateOrder(rawValue: choice.word)
        case .unit(let column): answers.units[column] = choice.word
        }
    }
}

/// What a run is asked for, since the file does not say it.
public struct DraftSetting: Sendable {
    public var name: String
    /// What it may be, the likeliest first.
    public var values: [String]

    public var value: String { values.first ?? "VALUE" }
    /// The same in a command to copy, where only a person knows it.
    public var shown: String

    init(name: String, values: [String]) {
        (self.name, self.values) = (name, values)
        shown = name == "zone" ? "ZONE" : values.first ?? "VALUE"
    }
}

/// What a draft takes a column for.
public struct DraftFinding: Sendable {
    public var column: String
    /// In plain words: `metric exit_velo, in mph`.
    public var use: String
    public var confidence: Confidence
    /// What shows it.
    public var why: String
}
