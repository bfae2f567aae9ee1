import Command
import Definitions
import Filing
import Glibc
import Importing
import Pages
import Reporting

/// `scorebook report [--owner WHO [--from DAY] [--to DAY]] [--run RUN]`
enum ReportCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let options = invocation.options
        let workspace = Workspace(options)
        guard let pages = workspace.pipelines(console)?.pages else { return .configuration }
        let isOfPerson = options.owner != nil || options.run == nil && workspace.configuration.owner != nil
        guard isOfPerson || options.from == nil && options.to == nil && options.asOf == nil && options.photo == nil
        else {
            console.complain(
                "--from, --to, --as-of and --photo are for the pages of a person", hint: "Give --owner, too.")
            return .usage
        }
        guard workspace.hasSoundRange(console) else { return .usage }
        var sets: [PageSet] = []
        var code = ExitCode.success
        if isOfPerson {
            let days = PersonalView.Days(from: options.from?.text, to: options.to?.text)
            let photo: String?
            do throws(CoverPhoto.Refusal) { photo = try CoverPhoto.text(of: options.photo, console) } catch {
                return error.code
            }
            let choice = PageSet.Choice(days: days, asOf: options.asOf?.text, photo: photo)
            code = workspace.withPerson(console) { person in
                try collect(console) {
                    sets = try PageSet.all(pages, of: person, photos: workspace.home.photos, choosing: choice)
                }
            }
        }
        if code == .success, !isOfPerson || options.run != nil {
            code = workspace.withLedger(console) { ledger in
                let run = try ledger.run(named: options.run)
                return try collect(console) { sets.append(try PageSet(pages, of: run, in: ledger)) }
            }
        }
        return code == .success ? write(sets, options, console) : code
    }

    /// A fault of a page's definition is said with its place.
    static func collect(_ console: Console, _ body: () throws -> Void) throws -> ExitCode {
        do {
            try body()
            return .success
        } catch let fault as PageSet.MissingColumn {
            console.complain(
                "\(fault.page): the query of \(fault.card) has no column \(fault.column)",
                hint: "Correct the card's query or its columns.")
            return .configuration
        }
    }

    private static func write(_ sets: [PageSet], _ options: Options, _ console: Console) -> ExitCode {
        let folder = options.out ?? "report"
        let charts = PageSet.charts
        let people = sets.filter { $0.pages.contains { $0.subject == .person } }
        let runs = sets.filter { $0.pages.contains { $0.subject == .run } }.flatMap(links)
        var written: [[JSONValue]] = []
        do throws(FileError) {
            try PrivateFolder.make(folder)
            for set in sets {
                let isOfRun = set.pages.contains { $0.subject == .run }
                let own = isOfRun ? people.first.map(links) ?? [] : links(of: set)
                for (index, page) in set.pages.enumerated() {
                    let others = people.count > 1 && !isOfRun ? people : []
                    let text = set.html(
                        at: index, charts: charts, links: own + runs,
                        people: others.map { PageRenderer.Link(file: $0.file(of: page), title: $0.subject) })
                    let file = "\(folder)/\(set.file(of: page))"
                    try NewFile.write(Array(text.utf8), to: file, .passing)
                    let title = others.isEmpty ? page.title : "\(page.title), \(set.subject)"
                    written.append([.text(title), .text(file)])
                }
            }
        } catch {
            console.complain(
                "\(folder) cannot be written: \(String(cString: strerror(error.code)))",
                hint: "Choose another folder with --out.")
            return .cannotWrite
        }
        console.write(
            Listing([.init("page"), .init("file", fit: .cutMiddle)], rows: written, whenEmpty: "no pages"),
            as: options.output ?? .table)
        if charts == nil {
            console.narrate("The pages have tables and no charts: install the Debian package libjs-chart.js.")
        }
        if options.opening == .opened, let set = sets.first, let page = set.pages.first {
            let file = "\(folder)/\(set.file(of: page))"
            if !Browser.open(file) {
                console.narrate(
                    "No program opens pages here: install the Debian package xdg-utils, or open \(file) in a browser.")
            }
        }
        return .success
    }

    /// What the pages of a set are opened by.
    private static func links(of set: PageSet) -> [PageRenderer.Link] {
        set.pages.map { PageRenderer.Link(file: set.file(of: $0), title: $0.title) }
    }
}
