import Command
import Definitions
import Filing
import Glibc
import Importing
import Migrating
import Postgres
import Reporting

/// The folders and the database that a command works with.
struct Workspace {
    let options: Options
    /// The current folder.
    let current: String
    let configuration: UserConfiguration
    let home: Home
    /// The folders of definitions; a later one lies over those before it.
    let folders: [String]
    /// The one that holds the schema.
    var folder: String { Pipelines.base(of: folders) }

    init(_ options: Options) {
        self.options = options
        current = AbsolutePath.here ?? "."
        home = Home(current: current)
        configuration = (try? UserConfiguration()) ?? UserConfiguration.none
        let given = options.pipelines.isEmpty ? configuration.pipelines : options.pipelines
        let isWhole = given.contains { Self.holdsDatasets($0) || access($0, F_OK) != 0 }
        folders = isWhole ? given : [Self.shippedPipelines(current)] + given
    }

    /// Whether a folder's definitions can do without others: it has datasets.
    static func holdsDatasets(_ folder: String) -> Bool {
        let names = (try? FolderListing.visibleNames(in: folder)) ?? []
        return names.contains { access("\(folder)/\($0)/dataset.yaml", F_OK) == 0 }
    }

    /// `Pipelines` here, with datasets; otherwise next to the program, or where `make install` puts it.
    private static func shippedPipelines(_ current: String) -> String {
        let here = current + "/Pipelines"
        if access(here, R_OK) == 0 ? holdsDatasets(here) : errno != ENOENT { return here }
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
        guard count > 0 else { return here }
        let program = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var parts = program.split(separator: "/")
        while !parts.isEmpty {
            parts.removeLast()
            for folder in ["Pipelines", "share/scorebook/Pipelines"] {
                let candidate = (["", parts.joined(separator: "/"), folder]).joined(separator: "/")
                if access(candidate, R_OK) == 0 { return candidate }
            }
        }
        return here
    }

    /// All definitions; says what is wrong with them and returns nil where anything is.
    func pipelines(_ console: Console) -> Pipelines? {
        let (pipelines, faults) = Pipelines.open(folders)
        for fault in faults { console.complain(fault.description) }
        return faults.isEmpty ? pipelines : nil
    }

    /// The database by `--database`, the job, the environment, or our own.
    func database(job: Job?) -> DatabaseAccess {
        let embedded = DatabaseAccess(.embedded(home: home.folder), pipelines: folder)
        let named = { (text: String) in
            text == "embedded" ? embedded : DatabaseAccess(.connection(text), pipelines: folder)
        }
        switch options.database {
        case .embedded: return embedded
        case .connection(let text): return DatabaseAccess(.connection(text), pipelines: folder)
        case nil: break
        }
        if let text = job?.database { return named(text) }
        if let url = Environment.process["DATABASE_URL"], !url.isEmpty { return named(url) }
        if Environment.namesDatabase(Environment.process) {
            return DatabaseAccess(.connection("postgresql://"), pipelines: folder)
        }
        if case .connection(let text) = configuration.database {
            return DatabaseAccess(.connection(text), pipelines: folder)
        }
        return embedded
    }

    /// Makes the embedded cluster's schema where it is not there yet; a code where that fails.
    func prepareEmbedded(_ database: DatabaseAccess, _ console: Console) -> ExitCode? {
        do {
            let made = try database.prepareSchema()
            if !made.isEmpty { console.narrate("Made its schema and summaries: \(made.count) objects") }
            return nil
        } catch {
            console.complain("\(error)")
            return .databaseUnavailable
        }
    }
}
