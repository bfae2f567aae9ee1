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
                    sets.append(try PageSet(pages, of: person, photos: workspace.home.photos, choosing: choice))
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
        let links = sets.flatMap(\.pages).map { PageRenderer.Link(file: "\($0.name).html", title: $0.title) }
        do throws(FileError) {
            try PrivateFolder.make(folder)
            for set in sets {
                for (index, page) in set.pages.enumerated() {
                    let text = set.html(at: index, charts: charts, links: links)
                    try NewFile.write(Array(text.utf8), to: "\(folder)/\(page.name).html", .passing)
                }
            }
        } catch {
            console.complain(
                "\(folder) cannot be written: \(String(cString: strerror(error.code)))",
                hint: "Choose another folder with --out.")
            return .cannotWrite
        }
        let written: [[JSONValue]] = links.map { [.text($0.title), .text("\(folder)/\($0.file)")] }
        console.write(
            Listing([.init("page"), .init("file", fit: .cutMiddle)], rows: written, whenEmpty: "no pages"),
            as: options.output ?? .table)
        if charts == nil {
            console.narrate("The pages have tables and no charts: install the Debian package libjs-chart.js.")
        }
        if options.opening == .opened, let first = links.first, !Browser.open("\(folder)/\(first.file)") {
            console.narrate(
                "No program opens pages here: install the Debian package xdg-utils, or open \(folder)/\(first.file) in a browser."
            )
        }
        return .success
    }
}
