import Definitions
import Filing
import Glibc
import Importing
import Pages

/// Pages about one person or one run, with their rows.
struct PageSet {
    var pages: [Page]
    var rows: [[[CardRows]]]
    /// Whom or what they are about.
    var subject: String
    var day: String

    /// Where Debian's package libjs-chart.js puts it.
    private static let chartPath = "/usr/share/javascript/chart.js/chart.min.js"

    /// The text of Chart.js; nil where it is not installed.
    static var charts: String? {
        TextFile.text(of: chartPath).map { $0.replacing("//# sourceMappingURL=chart.min.js.map", with: "") }
    }

    /// A column that a card shows and its query does not have.
    struct MissingColumn: Error {
        var page: String
        var card: String
        var column: String
    }

    init(_ pages: [Page], of person: PersonalView, photos: String) throws {
        self.pages = pages.filter { $0.subject == .person }
        (subject, day, rows) = try person.read { [pages = self.pages] in
            (
                try person.name(), try person.day(),
                try pages.map { try Self.rows(of: $0, photos: photos) { try person.rows(of: $0) } }
            )
        }
    }

    init(_ pages: [Page], of run: String, in ledger: LedgerReader) throws {
        self.pages = pages.filter { $0.subject == .run }
        (subject, day, rows) = try ledger.read { [pages = self.pages] in
            (
                try ledger.name(of: run), try ledger.day(),
                try pages.map { try Self.rows(of: $0, photos: nil) { try ledger.rows(of: $0, run: run) } }
            )
        }
    }

    /// The text of a page, with links to others.
    func html(at index: Int, charts: String?, links: [PageRenderer.Link]) -> String {
        PageRenderer(library: charts, person: subject, made: "made on \(day)", links: links)
            .html(of: pages[index], rows: rows[index])
    }

    /// The rows of a page's cards, section by section.
    private static func rows(
        of page: Page, photos: String?, _ ask: (String) throws -> (columns: [String], rows: [[String?]])
    ) throws -> [[CardRows]] {
        try page.sections.map { section in
            try section.cards.map { card in
                let found = try ask(card.sql)
                for name in card.columns.map(\.name) + [card.tabs].compactMap(\.self)
                where !found.columns.contains(name) {
                    throw MissingColumn(page: page.path, card: card.title, column: name)
                }
                var rows = CardRows(columns: found.columns, rows: found.rows)
                for column in card.columns where column.form == .photo {
                    guard let index = rows.columns.firstIndex(of: column.name) else { continue }
                    for row in rows.rows.indices {
                        rows.rows[row][index] = rows.rows[row][index].flatMap { path in
                            photos.flatMap { picture(path, below: $0) }
                        }
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
