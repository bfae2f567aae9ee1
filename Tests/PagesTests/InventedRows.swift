import Definitions
import Pages

/// Rows for any card: texts as its columns want them.
enum InventedRows {
    /// How many rows each card gets.
    enum Amount: Int, CaseIterable, Sendable { case none = 0, one = 1, two = 2, much = 36 }

    /// A page with a card of each kind.
    static let page = Page(
        "kinds", "Kinds", about: "A card of each kind", filters: ["range"],
        sections: [
            Page.Section(
                "Figures",
                [
                    Page.Card(
                        "Latest", .value,
                        columns: [
                            .init("name", "Metric"), .init("value", "Value", form: .number),
                            .init("state", "State", form: .badge), .init("list", "Last ten", form: .trend),
                            .init("target", "Details", form: .link),
                        ], empty: "No metrics logged yet"),
                    Page.Card(
                        "Counts", .value,
                        columns: [
                            .init("name", "Count"), .init("value", "", form: .number),
                            .init("symbol", "", form: .icon), .init("notes", ""),
                        ], empty: "No counts yet"),
                    Page.Card(
                        "History", .table,
                        columns: [
                            .init("day", "Date", form: .date), .init("name", "Metric"),
                            .init("value", "Value", unit: "mph", form: .number),
                            .init("state", "State", form: .badge), .init("notes", "Notes"),
                        ], empty: "No history yet", first: 4),
                ]),
            Page.Section(
                "Charts", columns: 2,
                [
                    Page.Card(
                        "Speed", .line,
                        columns: [
                            .init("day", "Date", form: .date), .init("value", "Speed", unit: "mph", form: .number),
                        ], tabs: ["part"], empty: "Nothing to draw"),
                    Page.Card(
                        "Games", .bar,
                        columns: [
                            .init("name", "Game"), .init("value", "Won", form: .number),
                            .init("other", "Lost", form: .number),
                        ], tabs: ["part", "kind"], empty: "No games yet"),
                    Page.Card(
                        "Balance", .radar, columns: [.init("name", "Metric"), .init("value", "Score", form: .number)],
                        empty: "Nothing"),
                ]),
            Page.Section(
                "Pictures", columns: 2, filters: ["angle"],
                [
                    Page.Card(
                        "By day", .photos,
                        columns: [
                            .init("day", "Date", form: .date), .init("front", "Front", form: .photo),
                            .init("side", "Side", form: .photo), .init("weight", "Weight", unit: "kg"),
                        ], empty: "No photos"),
                    Page.Card(
                        "One of a day", .photos,
                        columns: [.init("day", "Date", form: .date), .init("front", "Photo", form: .photo)],
                        empty: "No photos"),
                ]),
        ])

    static func html(of page: Page, _ amount: Amount, charts: String) -> String {
        PageRenderer(
            library: charts, person: "Maya Rivera", made: "made on 2026-05-31, as of 2026-05-31",
            links: [.init(file: "\(page.name).html", title: page.title), .init(file: "other.html", title: "Other")]
        ).html(
            of: page,
            rows: page.sections.map { section in
                section.cards.map { rows(of: $0, choices: page.filters + section.filters + $0.tabs, amount) }
            })
    }

    /// Half of the rows are of each value of a choice, half of these of each value of the next.
    private static func rows(of card: Page.Card, choices: [String], _ amount: Amount) -> CardRows {
        let columns = card.columns.map(\.name) + choices
        let isSmall = [.photos, .value].contains(card.kind) || card.kind == .radar && choices.isEmpty
        let limit = isSmall ? min(8, amount.rawValue) : amount.rawValue
        return CardRows(
            columns: columns,
            rows: (0..<limit).map { number in
                card.columns.map { text($0, number) }
                    + choices.indices.map { "Part \(number >> $0 & 1)" }
            })
    }

    private static let states = ["improving", "stable", "declining", "warned", "rising"]
    private static let words = [
        "Fastball Velocity", "60-Yard Dash",
        "a-file-with-a-very-long-name-that-has-no-blank-to-break-at.2026-05-31.json",
        "First line, second line, and a third one that is long enough to be broken", "Bench Press (Dumbbell)",
    ]

    private static func text(_ column: Page.Column, _ number: Int) -> String? {
        switch column.form {
        case .number, .count: return "\((number * 37) % 90 + 5)"
        case .date:
            let (month, day) = (number / 28 % 12 + 1, number % 28 + 1)
            return "2026-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
        case .badge: return states[number % states.count]
        case .trend: return "{1,4,2,8,5,7}"
        case .icon: return "★"
        case .link: return "History"
        case .photo: return number % 3 == 2 ? nil : picture
        case .heading: return "Group \(number / 6)"
        case .text: return number % 7 == 6 ? nil : "\(words[number % words.count]) \(number)"
        }
    }

    /// A grey square of eight pixels.
    private static let picture =
        "data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q=="
}
