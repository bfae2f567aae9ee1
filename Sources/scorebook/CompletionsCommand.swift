import Command
import Definitions
import Importing
import Postgres
import Records
import Reporting
import Summarising

/// `scorebook completions bash|zsh|fish`, and the names that these scripts ask for.
enum CompletionsCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let word = invocation.arguments.first ?? ""
        if let shell = Shell(rawValue: word) {
            console.write(Completions.script(for: shell))
            return .success
        }
        guard let list = NameList(rawValue: word) else { return .usage }
        let names = names(list, Workspace(invocation.options))
        console.write(names.map { $0 + "\n" }.joined())
        return .success
    }

    /// Without any complaint: a person is typing. What cannot be read has no names.
    private static func names(_ list: NameList, _ workspace: Workspace) -> [String] {
        var pipelines: Pipelines { Pipelines.open(workspace.folders).0 }
        switch list {
        case .formats: return pipelines.entries.map(\.name)
        case .datasets: return pipelines.datasets.map(\.name)
        case .jobs: return pipelines.jobs.map(\.name)
        case .metrics:
            return pipelines.measures.filter { $0.dataset == "performance" }.map(\.key)
        case .exports:
            let summaries = (try? Summaries.load(workspace.folder).all.map(\.name)) ?? []
            return (pipelines.datasets.flatMap(\.exports).map(\.name) + summaries).sorted()
        case .settings:
            let uses = pipelines.settingUses
            return uses.names.flatMap { name in
                let words = uses.words(for: name)
                return words.isEmpty ? ["\(name)="] : words.map { "\(name)=\($0)" }
            }
        case .settingNames: return pipelines.settingUses.names
        case .runs: return runs(workspace)
        }
    }

    /// Of a server that runs: a key press starts none.
    private static func runs(_ workspace: Workspace) -> [String] {
        let database = workspace.database(job: nil)
        if database.isEmbedded {
            guard (try? EmbeddedCluster(home: workspace.home.folder).status()) == .running else { return [] }
        }
        let found = try? LedgerReader(database.openLoader()).runs(LedgerReader.Wanted(limit: 20))
        guard let found, !found.isEmpty else { return [] }
        return found.map { String($0.id.prefix(8)) } + ["latest"]
    }
}
