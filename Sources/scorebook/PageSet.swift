import Definitions
import Filing
import Glibc
import Importing
import Pages

/// Pages about one person or one run, with their rows.
struct PageSet {
    var pages: [Page]
    var rows: [[[CardRows]]]
    /// What the pages' own queries say, page by page.
    var texts: [Texts]
    /// The person or the run.
    var subject: String
    var day: String
    /// The line above the heading where another person reads the pages.
    var banner: String?
    /// The files of a set beside others have their number.
    var number = 1

    /// Where Debian's package libjs-chart.js puts it.
    private static let chartPath = "/usr/share/javascript/chart.js/chart.min.js"

    /// The text of Chart.js; nil where it is not installed.
    static var charts: String? {
        TextFile.text(of: chartPath).map { $0.replacing("//# sourceMappingURL=chart.min.js.map", with: "") }
    }

    /// Texts that are the subject's own.
    struct Texts {
        /// The line below the heading.
        var about: String?
        /// The name of the page on paper.
        var fileName: String?
        /// The picture beside the heading, as text.
        var photo: String?
    }

    /// What a person's pages are asked for.
    struct Choice {
        var days = PersonalView.Days()
        /// What counts as now.
        var asOf: String?
        /// The picture for pages that have one, as text.
        var photo: String?

        /// As the page says it.
        var text: String {
            let range =
                switch (days.from, days.to) {
                case (let from?, let to?): ", \(from) to \(to)"
                case (let from?, nil): ", from \(from)"
                case (nil, let to?): ", up to \(to)"
                case (nil, nil): ""
                }
            return range + (asOf.map { ", as of \($0)" } ?? "")
        }
    }

    /// Another person whose pages the reader may read.
    struct Viewed {
        /// The user id.
        var id: String
        var name: String
        var banner: String?
    }

    /// A column that a card shows and its query does not have.
    struct MissingColumn: Error {
        var page: String
        var card: String
        var column: String
    }

    /// The pages of a person; with another one those of the other, as the person sees them.
    init(
        _ pages: [Page], of person: PersonalView, viewing other: Viewed? = nil, photos: String,
        choosing choice: Choice
    ) throws {
        self.pages = pages.filter { $0.subject == .person }
        banner = other?.banner
        let ask = { (query: String) in try person.rows(of: query, about: other?.id, within: choice.days) }
        (subject, day, rows, texts) = try person.read(asOf: choice.asOf) { [pages = self.pages] in
            (
                try other?.name ?? person.name(), try person.day() + choice.text,
                try pages.map { try Self.rows(of: $0, photos: photos, ask) },
                try pages.map { try Self.texts(of: $0, photo: choice.photo, ask) }
            )
        }
    }

    init(_ pages: [Page], of run: String, in ledger: LedgerReader) throws {
        self.pages = pages.filter { $0.subject == .run }
        let ask = { (query: String) in try ledger.rows(of: query, run: run) }
        (subject, day, rows, texts) = try ledger.read { [pages = self.pages] in
            (
                try ledger.name(of: run), try ledger.day(),
                try pages.map { try Self.rows(of: $0, photos: nil, ask) },
                try pages.map { try Self.texts(of: $0, photo: nil, ask) }
            )
        }
    }

    /// One set for each person whose pages this one may read, the own one the last.
    static func all(
        _ pages: [Page], of person: PersonalView, photos: String, choosing choice: Choice
    ) throws -> [PageSet] {
        let others = try person.read(asOf: choice.asOf) {
            try pages.filter { $0.subject == .people }.flatMap { try people(of: $0, person) }
        }
        var sets = try (others.map(Optional.some) + [nil]).map { other in
            try PageSet(pages, of: person, viewing: other, photos: photos, choosing: choice)
        }
        for index in sets.indices { sets[index].number = index + 1 }
        return sets
    }

    private static func people(of page: Page, _ person: PersonalView) throws -> [Viewed] {
        let found = try person.rows(of: page.sql ?? "")
        for column in ["id", "name", "banner"] where !found.columns.contains(column) {
            throw MissingColumn(page: page.path, card: page.title, column: column)
        }
        return found.rows.compactMap { row in
            let row = CardRows(columns: found.columns, rows: [row])
            guard let id = row.text("id"), let name = row.text("name") else { return nil }
            return Viewed(id: id, name: name, banner: row.text("banner"))
        }
    }

    /// The file of a page.
    func file(of page: Page) -> String { number == 1 ? "\(page.name).html" : "\(page.name)-\(number).html" }

    /// The text of a page, with links to others and to the same page of other people.
    func html(
        at index: Int, charts: String?, links: [PageRenderer.Link], people: [PageRenderer.Link] = []
    ) -> String {
        PageRenderer(
            library: charts, person: subject, made: "made on \(day)", links: links, people: people,
            banner: banner
        ).html(of: pages[index], about: texts[index].about, photo: texts[index].photo, rows: rows[index])
    }

    /// What the page's own query says; a page has a picture whose query has a column `photo`.
    private static func texts(
        of page: Page, photo: String?, _ ask: (String) throws -> (columns: [String], rows: [[String?]])
    ) throws -> Texts {
        guard let sql = page.sql else { return Texts() }
        let found = try ask(sql)
        let row = CardRows(columns: found.columns, rows: Array(found.rows.prefix(1)))
        return Texts(
            about: row.text("about"), fileName: row.text("file_name"),
            photo: found.columns.contains("photo") ? photo ?? row.text("photo") : nil)
    }

    /// The rows of a page's cards, section by section.
    private static func rows(
        of page: Page, photos: String?, _ ask: (String) throws -> (columns: [String], rows: [[String?]])
    ) throws -> [[CardRows]] {
        try page.sections.map { section in
            try section.cards.map { card in
                let found = try ask(card.sql)
                for name in card.columns.map(\.name) + card.tabs
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
