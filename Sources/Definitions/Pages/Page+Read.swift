internal import YAML

extension Page {
    static let keys = KeyTable<Page>("page") { keys in
        keys.add("page", \.title, .text, .required, "Its heading; its name is that of the file.")
        keys.add("about", \.about, .text, "The line below the heading.")
        keys.add(
            "sql", \.sql, .text,
            "A query of the subject `$1`, of one row: its column `about` replaces the line below the heading, its "
                + "`file_name` is the name of the page on paper. With a column `photo` the page has a place for the picture of "
                + "`--photo`. Of `people`: `id`, `name` and `banner`, the line above the heading, of each person whose pages "
                + "`$1` may read.")
        keys.add(
            "kind", \.subject, .choice,
            "What it is about, whose id is `$1`; `people`: no page, but whose pages a person reads beside the own ones. "
                + "Default: person.")
        keys.add(
            "filters", \.filters, .texts,
            "Columns of queries: for each a row of choices at the top of the page, one for each value. The cards whose query has "
                + "the column show the rows of the chosen value. The value of the first row whose column `chosen` is true "
                + "is chosen when the page opens; default: the first value.")
        keys.add(
            "chart_height", \.chartHeight, .number(100...1000),
            "The height of its line and bar charts in CSS pixels; default: 320.")
        keys.add(
            "sections", \.sections,
            .objects("section") { Section.keys.read($0, into: Section("", []), $1) },
            "Its sections, from top to bottom; `people` has none.")
        keys.schemaRule(
            "oneOf",
            [
                ["required": ["sections"]],
                ["properties": ["kind": ["enum": ["people"]]], "required": ["kind", "sql"]],
            ])
    }

    init?(_ bytes: [UInt8], in file: DefinitionFile) {
        guard let root = file.root(of: bytes, keys: Self.keys.names) else { return nil }
        guard let page = Self.keys.read(root, into: Page(file.name, "", path: file.path), Scope(file: file)) else {
            return nil
        }
        switch (page.subject, page.sections.isEmpty) {
        case (.people, false): file.fault(root.mark, "a page of kind `people` has no `sections`")
        case (.people, true) where page.sql?.contains("$1") != true:
            file.fault(root.mark, "a page of kind `people` has a query `sql` that chooses its rows by `$1`")
        case (.person, true), (.run, true): file.fault(root.mark, "`sections` is missing")
        default: break
        }
        self = page
    }
}

extension Page.Section {
    static let keys = KeyTable<Page.Section>("section") { keys in
        keys.add("title", \.title, .text, .required, "Its heading.")
        keys.add(
            "columns", \.columns, .number(1...2),
            "How many cards are beside each other where the screen is wide enough, cards of pictures on a telephone, too; "
                + "default: 1.")
        keys.add("filters", \.filters, .texts, "As those of a page, for the cards of this section.")
        keys.add("cards", \.cards, .objects("card") { Page.Card.read($0, $1) }, .required, "Its cards.")
    }
}

extension Page.Card {
    static let keys = KeyTable<Page.Card>("card") { keys in
        keys.add("title", \.title, .text, .required, "Its heading.")
        keys.add("kind", \.kind, .choice, .required, "What it shows of its rows.")
        keys.add(
            "sql", \.sql, .text, .required,
            "Its query; `$1` is the id of the page's subject, by which it must choose. On a person's page `$2` and `$3` "
                + "are the days of `--from` and `--to`, null where not given.")
        keys.add(
            "columns", \.columns,
            .objects("shown_column") { Page.Column.keys.read($0, into: Page.Column("", ""), $1) }, .required,
            "Columns of the query that are shown, in this order.")
        keys.add(
            "tabs", \.tabs, .texts,
            "The columns by whose values the rows are parted: a row of choices each, and one part is seen at a time. As in "
                + "`filters`, a column `chosen` of the query selects the part that is seen at first.")
        keys.add(
            "empty", \.empty, .text, .required,
            "The text shown when there are no rows; a column `empty` of the query replaces it for its part. With an empty "
                + "text the card is left out.")
        keys.add(
            "first", \.first, .number(1...1000),
            "How many rows of the table are seen at first; the others follow below `Show more`. Default: all.")
    }

    static func read(_ node: Node, _ scope: Scope) -> Page.Card? {
        guard let card = keys.read(node, into: Page.Card("", .table, columns: [], empty: ""), scope) else { return nil }
        if card.kind != .table, card.columns.count < 2 {
            scope.file.fault(node.mark, "a card of kind `\(card.kind.rawValue)` has two columns or more")
        }
        if !card.sql.contains("$1") {
            scope.file.fault(node.mark, "the query must choose its rows by `$1`")
        }
        if card.sql.contains("$2") != card.sql.contains("$3") {
            scope.file.fault(node.mark, "a query that has one of `$2` and `$3` must have both")
        }
        return card
    }
}

extension Page.Column {
    static let keys = KeyTable<Page.Column>("column of a card") { keys in
        keys.add("column", \.name, .identifier, .required, "Its name in the query.")
        keys.add("label", \.label, .text, .required, "Its heading.")
        keys.add("unit", \.unit, .text, "The unit, shown after its values.")
        keys.add("as", \.form, .choice, "How its values are shown; default: text.")
    }
}
