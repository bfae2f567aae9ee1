import Command
import Definitions
import Filing
import Glibc
import Importing
import Pages
import Reporting

/// `scorebook report --owner WHO`
enum ReportCommand: Subcommand {
    /// Where Debian's package libjs-chart.js puts it.
    private static let library = "/usr/share/javascript/chart.js/chart.min.js"

    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        let form = invocation.options.output ?? .table
        let folder = invocation.options.out ?? "report"
        guard let pages = workspace.pipelines(console)?.pages else { return .configuration }
        return workspace.withPerson(console) { person in
            do {
                return try write(pages, of: person, to: folder, as: form, workspace, console)
            } catch let fault as MissingColumn {
                console.complain(
                    "\(fault.page): the query of \(fault.card) has no column \(fault.column)",
                    hint: "Correct the card's query or its columns.")
                return .configuration
            }
        }
    }

    /// A column that a card shows and its query does not have.
    private struct MissingColumn: Error {
        var page: String
        var card: String
        var column: String
    }

    private static func write(
        _ pages: [Page], of person: PersonalView, to folder: String, as form: OutputForm, _ workspace: Workspace,
        _ console: Console
    ) throws -> ExitCode {
        let (name, day, rows) = try person.read {
            (
                try person.name(), try person.day(),
                try pages.map { try self.rows(of: $0, person, photos: workspace.home.photos) }
            )
        }
        let library = TextFile.text(of: Self.library).map {
            $0.replacing("//# sourceMappingURL=chart.min.js.map", with: "")
        }
        let renderer = PageRenderer(
            library: library, person: name, made: "made on \(day)",
            links: pages.map { .init(file: "\($0.name).html", title: $0.title) })
        do throws(FileError) {
            try PrivateFolder.make(folder)
            for (page, rows) in zip(pages, rows) {
                let bytes = Array(renderer.html(of: page, rows: rows).utf8)
                try NewFile.write(bytes, to: "\(folder)/\(page.name).html", .passing)
            }
        } catch {
            console.complain(
                "\(folder) cannot be written: \(String(cString: strerror(error.code)))",
                hint: "Choose another folder with --out.")
            return .cannotWrite
        }
        let written: [[JSONValue]] = pages.map { [.text($0.title), .text("\(folder)/\($0.name).html")] }
        console.write(
            Listing([.init("page"), .init("file", fit: .cutMiddle)], rows: written, whenEmpty: "no pages"), as: form
        )
        if library == nil {
            console.narrate("The pages have tables and no charts: install the Debian package libjs-chart.js.")
        }
        return .success
    }

    /// The rows of a page's cards, section by section.
    private static func rows(of page: Page, _ person: PersonalView, photos: String) throws -> [[CardRows]] {
        try page.sections.map { section in
            try section.cards.map { card in
                let found = try person.rows(of: card.sql)
                for name in card.columns.map(\.name) + [card.tabs].compactMap(\.self)
                where !found.columns.contains(name) {
                    throw MissingColumn(page: page.path, card: card.title, column: name)
                }
                var rows = CardRows(columns: found.columns, rows: found.rows)
                for column in card.columns where column.form == .photo {
                    guard let index = rows.columns.firstIndex(of: column.name) else { continue }
                    for row in rows.rows.indices {
                        rows.rows[row][index] = rows.rows[row][index].flatMap { picture($0, below: photos) }
                    }
                }
                return rows
            }
        }
    }

    /// A thumbnail as text, to stand in the page.
    private static func picture(_ path: String, below folder: String) -> String? {
        guard !path.split(separator: "/").contains(".."),
            let bytes = (try? PrivateFolder.contents(of: "\(folder)/\(path)", limit: 1 << 21)) ?? nil
        else { return nil }
        return "data:image/jpeg;base64,\(Base64.text(bytes))"
    }
}
