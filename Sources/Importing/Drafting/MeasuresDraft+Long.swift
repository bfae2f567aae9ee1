internal import Definitions
internal import Records
internal import Reporting

// A row for each line.
extension MeasuresDraft {
    /// The column that names what was measured.
    static func name(_ sheet: DraftSheet) -> DraftColumn? { sheet.find([.measure, .kind, .exercise], where: \.isText) }

    func value(_ sheet: DraftSheet) -> DraftColumn? {
        let numbers = sheet.free.filter { $0.isNumber && !$0.isID }
        return numbers.first { $0.role == .value }
            ?? (mayBeOwn && numbers.count == 1 && numbers.allSatisfy { known.named($0) == nil } ? numbers.first : nil)
    }

    func long(_ sheet: inout DraftSheet) -> DraftFault? {
        guard let name = Self.name(sheet).map({ sheet.take($0) }), let value = value(sheet).map({ sheet.take($0) })
        else { return nil }
        let unit = sheet.take(.unit, .loadUnit) { $0.isText || $0.content == .empty }.flatMap { $0.isText ? $0 : nil }
        // Of the file's words those that are names of measures, with the unit that is in them.
        let all = Set(name.values).sorted()
        let taken = { (measure: Measure) in
            fields.body == nil || measure.day == nil || typeField(measure) == fields.by[0]
        }
        let words = all.compactMap { word in
            known.named(word).flatMap { taken($0.measure) ? (word: word, measure: $0.measure, unit: $0.unit) : nil }
        }
        guard mayBeOwn || !words.isEmpty else {
            return DraftFault(
                "no word of column \"\(name.title)\" is a measure of \(dataset.name)",
                hint: "If these are metrics of a sport, give --dataset performance.")
        }
        let further = all.count - words.count
        let own = further == 0 ? "" : "; \(further.of("word")) of them \(further == 1 ? "is" : "are") of your own"
        let named = sheet.note(
            name, mayBeOwn ? "the metric" : "the kind of health data", words.isEmpty ? .likely : .certain,
            words.isEmpty ? "its name says so" : "its words are known measures" + (mayBeOwn ? own : ""))
        let from = DraftSheet.from(name)
        if let body = fields.body {
            let types = words.map { (word: $0.word, value: $0.measure.day == nil ? "" : $0.measure.key) }
            let kinds = words.map { (word: $0.word, value: $0.measure.body ?? "") }
            sheet.add(fields.by[0], "{\(from), map: \(DraftText.map(types)), else: reject}", remark: named)
            sheet.add(body, "{\(from), map: \(DraftText.map(kinds)), else: \"\"}")
        } else {
            let map =
                words.isEmpty ? "" : ", map: \(DraftText.map(words.map { ($0.word, $0.measure.key) })), else: keep"
            sheet.add(fields.by[0], "{\(from), as: key\(map)}", remark: named)
        }
        // A line without its number is none.
        if value.hasEmpty || !value.missing.isEmpty {
            let words = ([""] + value.missing.sorted()).map(DraftText.scalar).joined(separator: ", ")
            sheet.skip = "{when: {\(DraftText.scalar(value.title)): [\(words)]}, because: no value}"
        }
        let source = DraftSheet.from(value)
        let number = sheet.number(value)
        if case .measured = value.content {
            sheet.add(
                fields.value, "{\(source), as: quantity, unit: cell\(number)}",
                remark: sheet.note(value, "the number and its unit", .certain, "units are behind the numbers"))
            sheet.add(fields.unit, "{\(source), as: unit, unit: cell\(number)}")
            return nil
        }
        let sure: Confidence = value.role == .value ? .certain : .likely
        let remark = sheet.note(value, "the number", sure, "it holds numbers")
        if let unit, fields.body != nil {
            let how = "unit: {\(DraftSheet.from(unit))}, to: [kg, cm, \"%\"]\(number)"
            let original = fields.original.joined(separator: ", ")
            sheet.add(fields.value, "{\(source), as: quantity, \(how), original: [\(original)]}", remark: remark)
            sheet.add(fields.unit, "{\(source), as: unit, \(how)}", remark: sheet.note(unit, "the unit of the number"))
            return nil
        }
        sheet.add(fields.value, "{\(source)\(number)}", remark: remark)
        if let unit {
            sheet.add(fields.unit, "{\(DraftSheet.from(unit))}", remark: sheet.note(unit, "the unit of the number"))
        } else if let given = sheet.given(value) {
            sheet.add(fields.unit, "{constant: \(DraftText.scalar(given.word))}")
        } else {
            return units(of: words, name, value, &sheet)
        }
        return nil
    }

    /// Of lines that have no unit each measure's own: by its word, or by its numbers.
    private func units(
        of words: [(word: String, measure: Measure, unit: DraftUnit?)], _ name: DraftColumn, _ value: DraftColumn,
        _ sheet: inout DraftSheet
    ) -> DraftFault? {
        var entries: [(word: String, value: String)] = []
        for (word, measure, given) in words {
            guard let text = measure.storedUnit else { continue }
            if let given {
                entries.append((word, given.word))
                continue
            }
            let pairs =
                name.values.count == value.values.count ? zip(name.values, value.values).filter { $0.0 == word } : []
            let content = NumberContent(pairs.map(\.1))
            let fits = content.map { measure.fits($0.range($0.form(sheet.mark))) } ?? []
            guard
                fits.count == 1 || measure.tried.count <= 1 || measure.usual == nil && measure.stored?.kind == .duration
            else {
                return DraftFault(
                    "no column says the unit of \"\(value.title)\", and the numbers fit several",
                    hint:
                        "Add a column with the unit of each line, or write it behind the metric's name: \"Exit Velo (mph)\"."
                )
            }
            let unit = fits.first ?? measure.stored
            entries.append((word, unit == measure.stored ? text : unit?.symbol ?? text))
        }
        guard !entries.isEmpty else { return nil }
        sheet.add(
            fields.unit,
            "{\(DraftSheet.from(name)), map: \(DraftText.map(entries)), else: \(mayBeOwn ? "\"\"" : "reject")}",
            remark: "No column has the unit: it is that in the metric's name, or the one that its numbers fit.")
        return nil
    }
}
