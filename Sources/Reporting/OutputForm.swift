/// How a list or report is written: `-o table|json|jsonl|csv`.
public enum OutputForm: String, CaseIterable, Sendable {
    case table
    case json
    case jsonl
    case csv
}
