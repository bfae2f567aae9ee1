/// How sure a proposal is: how much of it a person has to look at.
public enum Confidence: Int, Comparable, Sendable {
    case guess, likely, certain

    public static func < (left: Confidence, right: Confidence) -> Bool { left.rawValue < right.rawValue }

    /// In a table and in comments.
    public var words: String {
        switch self {
        case .certain: "certain"
        case .likely: "likely"
        case .guess: "a guess"
        }
    }
}

/// Something that is supposed of a file, how sure that is, and what shows it.
struct Supposition<Value> {
    var value: Value
    var confidence: Confidence
    var why: String

    init(_ value: Value, _ confidence: Confidence, _ why: String) {
        (self.value, self.confidence, self.why) = (value, confidence, why)
    }
}
