/// A page of `scorebook report`: sections of cards, and the query of each card.
///
/// Read from `Pipelines/pages/<name>.yaml`.
public struct Page: Sendable {
    /// What a page is about, and so what `$1` of its queries is.
    public enum Subject: String, CaseIterable, Sendable {
        /// A person, by user id; the queries run as that person. `$2` and `$3` are the first and the last day of
        /// `--from` and `--to`, null where not given.
        case person
        /// A run, by its id; the queries run as the loader, who reads the ledger of all owners.
        case run
        /// The people whose pages a person may read beside the own ones: not a page itself. Its query runs as that person, who
        /// is `$1`.
        case people
    }

    /// What a card shows of its rows.
    public enum Kind: String, CaseIterable, Sendable {
        /// A tile per row: the first column is its label, the second its value, the others stand below.
        case value
        case table
        /// The first column is the horizontal axis, each other one a line.
        case line
        /// The same with bars.
        case bar
        /// The first column is the name of an axis, each other one a shape from 0 to 100.
        case radar
        /// A group of pictures per row: the first column is its heading.
        case photos
    }

    /// How the text of a column is shown.
    public enum Form: String, CaseIterable, Sendable {
        case text
        case number
        /// A number that stands in the table of a chart, and is not drawn.
        case count
        case date
        /// A word with a colour of its own.
        case badge
        /// The heading of a group of tiles: rows of one value that follow each other.
        case heading
        /// A list of numbers as small bars.
        case trend
        /// A symbol of a tile, which is then filled with a colour.
        case icon
        /// The title of a card of this page or of another page, to which the tile leads.
        case link
        /// The path of a thumbnail.
        case photo
    }

    public struct Column: Sendable {
        /// Its name in the query.
        public var name: String
        public var label: String
        public var unit: String?
        public var form: Form

        public init(_ name: String, _ label: String, unit: String? = nil, form: Form = .text) {
            (self.name, self.label, self.unit, self.form) = (name, label, unit, form)
        }
    }

    public struct Card: Sendable {
        public var title: String
        public var kind: Kind
        /// One statement; `$1` is the id of the page's subject.
        public var sql: String
        public var columns: [Column]
        /// The columns by whose values the rows are parted: a row of choices each, and one part is seen at a time.
        public var tabs: [String]
        /// The text shown when there are no rows, where the query has no column `empty`. Without a text there is no card then.
        public var empty: String
        /// How many rows of a table are seen at first; nil: all.
        public var first: Int?

        public init(
            _ title: String, _ kind: Kind, sql: String = "", columns: [Column], tabs: [String] = [], empty: String,
            first: Int? = nil
        ) {
            (self.title, self.kind, self.sql, self.columns, self.tabs, self.empty, self.first) =
                (title, kind, sql, columns, tabs, empty, first)
        }
    }

    public struct Section: Sendable {
        public var title: String
        /// How many cards are beside each other where the screen is wide enough; cards of pictures on a telephone, too.
        public var columns: Int
        /// The columns by whose values the rows of the section's cards are chosen, for all of them at once.
        public var filters: [String]
        public var cards: [Card]

        public init(
            _ title: String, columns: Int = 1, filters: [String] = [], _ cards: [Card]
        ) {
            (self.title, self.columns, self.filters, self.cards) = (title, columns, filters, cards)
        }
    }

    /// That of the file; of the page, too.
    public var name: String
    public var title: String
    public var about: String
    /// A query of one row at most: texts that are the subject's own, `about`, `file_name` and `photo`; of people, one row for
    /// each: `id`, `name` and `banner`, the line above the heading of that person's pages.
    public var sql: String?
    public var subject: Subject
    /// The columns by whose values the rows of the cards are chosen, for all cards that have them at once.
    public var filters: [String]
    /// The height of a line or bar chart, in CSS pixels.
    public var chartHeight: Int
    public var sections: [Section]
    public var path: String

    public init(
        _ name: String, _ title: String, about: String = "", sql: String? = nil, of subject: Subject = .person,
        filters: [String] = [], chartHeight: Int = 320, sections: [Section] = [], path: String = ""
    ) {
        (self.name, self.title, self.about, self.sql, self.subject) = (name, title, about, sql, subject)
        (self.filters, self.chartHeight, self.sections, self.path) = (filters, chartHeight, sections, path)
    }
}
