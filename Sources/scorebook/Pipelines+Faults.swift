import Definitions
import Records

/// What is said of a name that no definition has.
extension Pipelines {
    func unknownDataset(_ name: String) -> RequestBuilder.Fault {
        let names = datasets.map(\.name)
        return .init(
            message: "unknown dataset '\(name)'",
            hint: Suggestion.question(name, among: names) ?? "Datasets: \(names.joined(separator: ", "))")
    }

    func unknownFormat(_ name: String) -> RequestBuilder.Fault {
        .init(
            message: "unknown format '\(name)'",
            hint: Suggestion.question(name, among: entries.map(\.name)) ?? "`scorebook formats` lists them.")
    }

    func unknownJob(_ name: String) -> RequestBuilder.Fault {
        let names = jobs.map(\.name)
        return .init(
            message: "unknown job '\(name)'",
            hint: Suggestion.question(name, among: names) ?? "Jobs: \(names.joined(separator: ", "))")
    }
}
