internal import Records

extension Format {
    /// What the format and its datasets mean, as text to be hashed: equal for definitions that read equally.
    ///
    /// Comments, white space, titles, reasons and paths are not in it; all that changes a row is. The
    /// hash of it is part of a unit's key in the ledger.
    public func canonicalText(with datasets: [Dataset]) -> String {
        var text = CanonicalText()
        text.add("scorebook definitions", "1")
        text.add(self)
        for dataset in datasets { text.add(dataset) }
        return text.lines
    }
}

/// Lines of `name "value" "value"`, every value quoted, so that no two meanings have one text.
private struct CanonicalText {
    var lines = ""

    mutating func add(_ name: String, _ values: String?...) {
        add(name, values)
    }

    mutating func add(_ name: String, _ values: [String?]) {
        lines += name
        for value in values {
            guard let value else {
                lines += " -"
                continue
            }
            lines += " \""
            if value.utf8.contains(where: {
                $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\n")
            }) {
                addEscaped(value)
            } else {
                lines += value
            }
            lines += "\""
        }
        lines += "\n"
    }

    private mutating func addEscaped(_ value: String) {
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\": lines += "\\" + String(scalar)
            case "\n": lines += "\\n"
            default: lines.unicodeScalars.append(scalar)
            }
        }
    }

    mutating func add(_ format: Format) {
        add("format", format.name)
        switch format.reader {
        case .csv(let csv):
            let delimiters = csv.delimiters.map { String($0) }
            add("csv", csv.quoting.rawValue, "\(csv.preambleLines)", csv.ragged.rawValue, csv.duplicateNames.rawValue)
            add("delimiters", delimiters)
            add(csv.shape)
        case .json(let json):
            add("json", json.records.map(\.description) + ["\(json.maxBytes)", "\(json.maxDepth)"])
        case .jsonl(let lines):
            add("jsonl", lines.records.map(\.description) + ["\(lines.maxBytes)", "\(lines.maxDepth)"])
        case .xml(let xml):
            add("xml", xml.root)
            add("elements", xml.records)
            for refusal in xml.refuse { add("refuse", refusal.root, refusal.because) }
        case .sql(let sql): add("sql", sql.tables)
        case .jpeg(let jpeg): add("jpeg", jpeg.manifests)
        }
        for set in format.recognise { add("recognise", set) }
        add("without", format.without)
        add("missing", format.missing)
        for entry in format.named { add("named", entry.pattern, entry.word) }
        for rule in format.refuse { add("refuse", rule.column, rule.pattern) }
        for record in format.records { add(record) }
    }

    mutating func add(_ record: RecordMapping) {
        add("record", record.dataset)
        for entry in record.when { add("when", [entry.column] + entry.words) }
        add(record.person)
        for rule in record.skip {
            add("skip")
            for entry in rule.when { add("when", [entry.column] + entry.words) }
        }
        for mapping in record.fields { add(mapping) }
        for unpivot in record.unpivot {
            add("unpivot")
            add(unpivot.person)
            for entry in unpivot.when { add("when", [entry.column] + entry.words) }
            for set in unpivot.unless { add("unless", set.flatMap { [$0.column] + $0.words }) }
            add("needs", unpivot.needs)
            for mapping in unpivot.fields { add(mapping) }
        }
        if record.empty != .missing { add("empty", record.empty.rawValue) }
        if record.units != .registered { add("units", record.units.rawValue) }
        if !record.gives.isEmpty { add("gives", record.gives) }
        add("repeats", record.repeats.rawValue)
        if let again = record.again { add("again", again) }
        add("key", record.key)
    }

    mutating func add(_ shape: CSVShape) {
        switch shape.header {
        case .row: break
        case .labelledRow: add("header labelled")
        case .none(let names, let width): add("header none", ["\(width)"] + names)
        }
        if !shape.prefixes.isEmpty { add("prefixes", shape.prefixes) }
        if let column = shape.recordColumn { add("record", column) }
        if let sections = shape.sections {
            add("sections", [sections.titles.rawValue, "\(sections.mark)"] + sections.tables)
        }
        for row in shape.stateRows {
            add("state row", [row.column, row.into] + row.clears)
            if case .words(let words) = row.sign { add("when", words.flatMap { [$0.column, $0.word] }) }
        }
        if !shape.fillDown.isEmpty { add("fill down", shape.fillDown) }
        if let column = shape.surplusColumn { add("surplus", column) }
        if let explode = shape.explode {
            add("explode", [explode.column, "\(explode.rowSeparator)", "\(explode.partSeparator)"] + explode.into)
        }
    }

    mutating func add(_ person: PersonRule?) {
        if let person { add("person", [person.setting, person.reach.rawValue, person.whom.rawValue] + person.from) }
    }

    mutating func add(_ mapping: FieldMapping) {
        add(
            "mapping", mapping.field, mapping.conversion.rawValue, mapping.setting, mapping.constant,
            mapping.defaultValue)
        add("from", mapping.from)
        for entry in mapping.map { add("map", entry.word, entry.value) }
        switch mapping.unmapped {
        case .reject: add("else reject")
        case .keep: add("else keep")
        case .value(let value): add("else", value)
        }
        if mapping.sought != .cell { add("seek", mapping.sought.rawValue) }
        if mapping.gap != .reject { add("gap", mapping.gap.rawValue) }
        if mapping.moment != .written { add("moment", mapping.moment.rawValue) }
        add("missing", mapping.missing)
        if mapping.isRequired { add("required") }
        add("plus", mapping.reckoning.plus)
        add("since", mapping.reckoning.since)
        add("only", mapping.reckoning.only.map { String($0) })
        for unit in mapping.unit {
            switch unit {
            case .column(let name): add("unit column", name)
            case .header: add("unit header")
            case .cell: add("unit cell")
            case .setting(let name): add("unit setting", name)
            case .magnitude: add("unit magnitude")
            case .fixed(let fixed): add("unit fixed", fixed.symbol)
            case .none: add("unit none")
            }
        }
        for entry in mapping.unitWords { add("unit word", entry.word, entry.unit.symbol) }
        for entry in mapping.unitMeans { add("unit means", entry.unit.symbol, entry.meant.symbol) }
        if let help = mapping.help {
            add("help", help.from)
            add("help ends", help.ends)
        }
        add("to", mapping.targets.map(\.symbol))
        if mapping.isOriginal { add("original") }
        if !mapping.total.isEmpty { add("of", mapping.total) }
        add("join", mapping.join)
        if let escape = mapping.escape { add("unescape", escape.rawValue) }
        if let part = mapping.part { add("part", part.separator, "\(part.number)") }
        for zone in mapping.zone { add("zone", zone) }
        for zone in mapping.dayZone { add("day", zone) }
        add("whole numbers", mapping.numbers)
        add("patterns", mapping.patterns.map(\.text))
        add("numbers", "\(mapping.decimalMark)", mapping.marks.rawValue, mapping.grouping.rawValue)
        if let whole = mapping.whole {
            add("whole", whole.from)
            add("whole words", whole.words)
            add("whole time", whole.time)
            for (unit, other) in whole.units.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                add("whole unit", unit.symbol, other.symbol)
            }
        }
        add("unrecoverable", mapping.unrecoverable)
    }

    mutating func add(_ name: String, _ zone: FieldMapping.ZoneSource) {
        switch zone {
        case .column(let column): add(name, "column", column)
        case .setting(let setting): add(name, "setting", setting)
        case .fixed(let fixed): add(name, "fixed", fixed.name)
        case .none: add(name, "none")
        }
    }

    mutating func add(_ dataset: Dataset) {
        add("dataset", dataset.name)
        for field in dataset.fields {
            add("field", field.name, field.type.rawValue, "\(field.isRequired)", field.future.rawValue)
            add("range", field.minimum?.text, field.maximum?.text, field.earliest?.text, field.latest?.text)
            add("length", field.lengths.map { "\($0.lowerBound)" }, field.lengths.map { "\($0.upperBound)" })
            add("matches", field.pattern?.text)
            add("one of", field.oneOf)
            add("known", field.known?.table, field.known?.column)
            if let wanted = field.wanted { add("wanted", [wanted.setting] + wanted.usual) }
            if field.isAccount { add("account") }
            if let usual = field.usual { add("usual", usual.least.text, usual.most.text) }
        }
        if let owner = dataset.owner { add("owner", owner) }
        if let measures = dataset.measures {
            add("measures", measures.value, measures.unit, measures.by)
            for entry in measures.units { add("stored", entry.measured, entry.stored.word) }
        }
        for step in dataset.steps { add("step", step.name, step.moment.rawValue, step.table, step.sql) }
        for rule in dataset.rules {
            switch rule {
            case .anyOf(let fields, _): add("any of", fields)
            case .ordered(let first, let second, _): add("ordered", first, second)
            case .between(let field, let least, let most, let sign, _):
                add("between", [field, least.text, most.text, sign.field] + sign.words)
            case .oneOf(let field, let words, let sign, _):
                add("one of", [field] + words)
                add("where", [sign.field] + sign.words)
            case .score(let score, _): add("score", score.fields)
            case .usual(let field, let least, let most, let sign, _):
                add("usual", [field, least.text, most.text, sign.field] + sign.words)
            case .ratio(let ratio, _):
                add("ratio", ratio.over, ratio.by, "\(ratio.most)")
                if let sign = ratio.condition { add("where", [sign.field] + sign.words) }
                if let sign = ratio.exception { add("unless", [sign.field] + sign.words) }
            }
        }
        for check in dataset.checks { add("check", check.name, check.sql) }
        for table in dataset.tables { add(table) }
    }

    mutating func add(_ table: Table) {
        add("table", table.name, table.key, table.owner, table.owners?.table, table.owners?.column)
        add("rows", table.rows.rawValue)
        add("identity", table.identity)
        for needs in table.needs { add("needs", needs) }
        if !table.required.isEmpty { add("required", table.required) }
        add("id", table.id, table.sourceKey?.rawValue, table.within, table.whole)
        if let order = table.order { add("order", [order.clock ?? ""] + order.by) }
        for column in table.columns {
            let references = column.references
            add(
                "column", column.name, column.type, column.write.rawValue, references?.table, references?.column,
                column.onMissing.rawValue, column.whenNull, column.truth.rawValue)
            if let after = column.after { add("after", after) }
            if column.setBy != .anyone { add("set_by", column.setBy.rawValue) }
            if let fallback = column.fallback { add(fallback) }
            add(column.source)
        }
    }

    mutating func add(_ source: TableColumn.Source) {
        switch source {
        case .field(let name): add("from field", name)
        case .row(let table): add("row of", table)
        case .number(let columns, let field):
            add("number within", columns)
            if let field { add("unless", field) }
        case .lookup(let table, let match, let take):
            add("lookup", table, take)
            for match in match { add("match", match.column, match.field, match.constant) }
        }
    }
}
