internal import Definitions
internal import Normalising
internal import Reporting

/// Records whose columns are fields of a dataset: sets, activities, games, nights, and what else a dataset has.
struct FieldsDraft {
    let dataset: Dataset

    /// What a column of a role becomes.
    struct Use {
        var roles: [ColumnRole]
        var field: String
        var says: String
        var suits: @Sendable (DraftColumn) -> Bool = { $0.isNumber }
    }

    static let isText: @Sendable (DraftColumn) -> Bool = { $0.isText }

    func propose(_ sheet: inout DraftSheet) -> DraftFault? {
        switch dataset.name {
        case "workouts": workouts(&sheet)
        case "games": games(&sheet)
        case "sleep": nights(&sheet)
        default: any(&sheet)
        }
    }

    /// Maps columns as uses say, each by its field's type.
    func map(_ uses: [Use], _ sheet: inout DraftSheet) {
        for use in uses {
            guard let column = sheet.take(use.roles, where: use.suits) else { continue }
            map(column, to: use.field, use.says, &sheet)
        }
    }

    func map(
        _ column: DraftColumn, to name: String, _ says: String, _ sheet: inout DraftSheet,
        sure: Confidence = .certain, why: String = "its name says so"
    ) {
        guard let field = dataset.fields.first(where: { $0.name == name }) else { return }
        let from = DraftSheet.from(column)
        switch field.type {
        case .integer: sheet.add(name, "{\(from), as: count}", remark: sheet.note(column, says, sure, why))
        case .duration: duration(column, field, says, &sheet)
        case .decimal:
            if let stored = Self.stored(field) {
                measure(column, field, stored, says, &sheet)
            } else {
                sheet.add(name, "{\(from)\(sheet.number(column))}", remark: sheet.note(column, says, sure, why))
            }
        default: sheet.add(name, "{\(from)}", remark: sheet.note(column, says, sure, why))
        }
    }

    /// The unit in which a field is stored, by its name: `weight_kg`.
    private static func stored(_ field: Field) -> Unit? {
        field.name.split(separator: "_").last.flatMap { Unit(word: String($0)) }.flatMap {
            $0.kind == .duration ? nil : $0
        }
    }

    /// A measure with its unit, which keeps the number and the unit as the source writes them where fields are for that.
    private func measure(
        _ column: DraftColumn, _ field: Field, _ stored: Unit, _ says: String, _ sheet: inout DraftSheet
    ) {
        let name = String(field.plainName.dropLast(stored.symbol.count + 1))
        let isOfKind = { (column: DraftColumn) in
            !column.values.isEmpty && column.values.allSatisfy { Unit(word: $0)?.kind == stored.kind }
        }
        let next = sheet.take(.loadUnit, .unit, where: isOfKind)
        let lengths: [Unit] = field.name == "ascent_m" ? [.metre, .foot] : [.metre, .kilometre, .yard, .mile]
        var tried = !field.units.isEmpty ? field.units : stored == .metre ? lengths : [stored]
        var fits: [Unit] = stored.kind == .energy ? [stored] : []
        if stored == .metre, !field.units.isEmpty {
            // So many kilometres or miles is no way of a day.
            let numbers = column.content.number?.numbers(sheet.form(column)).filter { $0 > 0 } ?? []
            if let least = numbers.min(), least >= 100 { (tried, fits) = ([stored], [stored]) }
            if let least = numbers.min(), let most = numbers.max(), least < 100, most >= 1000, next == nil {
                sheet.unclear.append("the numbers of \"\(column.title)\" seem to be of several units")
            }
        }
        let place = sheet.unit(
            of: column, stored.kind, fits: fits, tried: tried,
            setting: "\(name)_unit", next: next)
        if let next { sheet.note(next, "the unit of the \(name)") }
        let isKept = dataset.fields.contains { $0.plainName == "\(name)_unit" }
        let original = isKept ? ", original: [\(name), \(name)_unit]" : ""
        let conversion = Conversion.measures.first { $0.kind == stored.kind }?.rawValue ?? "quantity"
        let mapping =
            "\(DraftSheet.from(column)), as: \(conversion), unit: \(place.text), to: \(stored.symbol)\(original)\(zeros(column))"
        let remark = sheet.note(
            column, "\(says), in \(place.shown)", place.confidence, "the name says so; unit: \(place.why)")
        sheet.add(field.name, "{\(mapping)\(sheet.number(column))}", remark: remark)
    }

    private func duration(_ column: DraftColumn, _ field: Field, _ says: String, _ sheet: inout DraftSheet) {
        let from = DraftSheet.from(column)
        let isOfSet = field.name.hasPrefix("workout_sets")
        if column.isClock {
            guard isOfSet || Self.areClear(column) else {
                return sheet.unclear.append(Self.unclearClocks(column, &sheet))
            }
            sheet.add(
                field.name, "{\(from)}", remark: sheet.note(column, says, .certain, "its name and its values say so"))
            return
        }
        if column.isText {
            let why = "hours, minutes and seconds have their words"
            sheet.add(field.name, "{\(from)}", remark: sheet.note(column, says, .certain, why))
            return
        }
        let middle = sheet.range(column).middle
        let fits: [Unit] = isOfSet || middle > 400 ? [.second] : middle >= 8 ? [.minute] : []
        let place = sheet.unit(
            of: column, .duration, fits: fits, tried: [.hour, .minute], setting: sheet.setting("duration_unit"))
        let number = sheet.number(column)
        let remark = sheet.note(
            column, "\(says), in \(place.shown)", place.confidence, "the name says so; unit: \(place.why)")
        sheet.add(field.name, "{\(from), unit: \(place.text)\(number)\(zeros(column))}", remark: remark)
    }

    /// Whether `42:10` is minutes and seconds: all have hours, or one would have too many of them.
    static func areClear(_ column: DraftColumn) -> Bool {
        let firsts = column.values.compactMap { Int($0.prefix { $0 != ":" }) }
        return column.values.allSatisfy { $0.count(where: { $0 == ":" }) == 2 } || (firsts.max() ?? 0) > 23
    }

    static func unclearClocks(_ column: DraftColumn, _ sheet: inout DraftSheet) -> String {
        sheet.note(column, "not used", .guess, "it may be hours and minutes, or minutes and seconds")
        return "\"\(column.title)\" may be hours and minutes, or minutes and seconds: write them as 0:42:10"
    }

    /// Where some numbers of a workout are zero and others are not, zero is what was not measured.
    private func zeros(_ column: DraftColumn) -> String {
        let zeros = Set(column.values.filter { Double($0) == 0 })
        let isSome = !zeros.isEmpty && column.values.contains { !zeros.contains($0) } && column.role != .load
        return isSome ? ", missing: [\(zeros.sorted().map { "\"\($0)\"" }.joined(separator: ", "))]" : ""
    }

    /// `1h 20m`, `45 min`, 42.5, 0:42:10
    static let isDuration: @Sendable (DraftColumn) -> Bool = { column in
        guard column.isText else { return column.isClock || column.isNumber }
        let words: Set = [
            "h", "hr", "hrs", "hour", "hours", "std", "m", "min", "mins", "minutes", "minuten", "s", "sec", "sek",
            "seg",
        ]
        let count = column.values.count { value in
            let parts = ColumnWords.folded(value)
            return parts.count >= 2 && parts.count.isMultiple(of: 2)
                && parts.enumerated().allSatisfy { $0.isMultiple(of: 2) ? Int($1) != nil : words.contains($1) }
        }
        return ColumnContent.isMost(count, of: column.values.count)
    }
}

// Games with two scores, seen from the athlete's side, which is 1.
extension FieldsDraft {
    /// A game to 21 that is won by two points rarely goes beyond 30.
    static let mostPoints = 40.0

    private func games(_ sheet: inout DraftSheet) -> DraftFault? {
        guard let own = sheet.take(.ownScore, where: \.isWhole), let other = sheet.take(.otherScore, where: \.isWhole)
        else {
            return DraftFault(
                "no two columns have the scores of both sides",
                hint: "Name them My Score and Opponent Score, or as `scorebook datasets games` lists the fields.")
        }
        guard max(sheet.range(own).high, sheet.range(other).high) <= Self.mostPoints else {
            return DraftFault(
                "scores of more than \(Int(Self.mostPoints)) are of another sport: games are games of pickleball",
                hint: "Points of other sports can be metrics: --dataset performance.")
        }
        guard let when = sheet.takeWhen() else {
            return DraftFault(
                "no column says when a game was", hint: "A file of games has a column with the day of each.")
        }
        sheet.add("played_on", when.day, remark: when.remark)
        map(own, to: "pickleball_games.side1_score", "the athlete's score", &sheet)
        map(other, to: "pickleball_games.side2_score", "the other side's score", &sheet)
        map(
            [
                Use(roles: [.event, .session], field: "event", says: "the event", suits: Self.isText),
                Use(roles: [.location], field: "location", says: "the place", suits: Self.isText),
            ], &sheet)
        let key = sheet.sections[0].lines.filter { $0.field != "location" }.map {
            DraftSheet.Line(field: $0.field, mapping: $0.mapping)
        }
        let players = [(ColumnRole.partner, 1), (.opponent, 2), (.secondOpponent, 2)].compactMap { role, side in
            sheet.take(role, where: \.isText).map { (column: $0, side: side) }
        }
        for player in players { sheet.note(player.column, player.side == 1 ? "the partner" : "an opponent", .likely) }
        sheet.takePerson()
        sheet.add("my_side", "{constant: 1}")
        sheet.add("source", "{constant: \(DraftText.scalar(sheet.name))}")
        sheet.takeNotes("pickleball_games.notes")
        sheet.leave { "\($0.content.words), which no field takes" }
        guard !players.isEmpty else { return nil }
        func player(_ name: String, isSelf: Bool, side: Int) -> [DraftSheet.Line] {
            [("pickleball_players.name", name), ("is_self", "{constant: \(isSelf)}"), ("side", "{constant: \(side)}")]
                .map {
                    DraftSheet.Line(field: $0.0, mapping: $0.1)
                }
        }
        sheet.sections.append(
            .init(dataset: dataset.name, lines: key + player("{constant: me}", isSelf: true, side: 1)))
        let cases = players.map { one in
            DraftSheet.Case(lines: player("{\(DraftSheet.from(one.column))}", isSelf: false, side: one.side))
        }
        sheet.sections.append(.init(dataset: dataset.name, lines: key, cases: cases))
        return nil
    }
}

// Nights, and records of any dataset: columns that are named as its fields are.
extension FieldsDraft {
    static let stages: [ColumnRole] = [.asleep, .core, .deep, .rem, .awake, .inBed]

    private func nights(_ sheet: inout DraftSheet) -> DraftFault? {
        guard let when = sheet.takeWhen() else {
            return DraftFault(
                "no column says which night it was", hint: "A file of nights has a column with the day of each.")
        }
        sheet.add("local_day", when.day, remark: when.remark)
        let columns = (Self.stages + [.duration]).compactMap { role in
            sheet.take([role], where: { $0.isNumber || $0.isClock && role != .awake }).map { (role: role, column: $0) }
        }
        // The longest says in which unit all of them are: a night has some hours.
        let most =
            columns.filter { $0.column.isNumber && sheet.given($0.column) == nil }.map { sheet.range($0.column).middle }
            .max() ?? 0
        let fits: [Unit] =
            (3...16).contains(most) ? [.hour] : (180...960).contains(most) ? [.minute] : most >= 10_000 ? [.second] : []
        var taken: Set<String> = []
        for (role, column) in columns {
            let stage = role == .duration ? "asleep" : role.rawValue
            guard taken.insert(stage).inserted else { continue }
            if let unit = sheet.given(column), unit.unit?.kind != .duration {
                sheet.note(column, "not used", .certain, "a share of the night")
                continue
            }
            if column.isClock, !Self.areClear(column) {
                sheet.unclear.append(Self.unclearClocks(column, &sheet))
                continue
            }
            var unit = ""
            var (shown, sure, why) = ("", Confidence.certain, "its name says so")
            if !column.isClock {
                let place = sheet.unit(
                    of: column, .duration, fits: fits, tried: [.hour, .minute], setting: sheet.setting("duration_unit"))
                (unit, shown, sure) = (", unit: \(place.text)", ", in \(place.shown)", place.confidence)
                why += "; unit: \(place.why)"
            }
            let use = "how long the athlete was \(stage.replacing("_", with: " "))\(shown)"
            let mapping = "{\(DraftSheet.from(column))\(unit)\(sheet.number(column))}"
            sheet.sections[0].measures.append(
                .init(field: stage, mapping: mapping, remark: sheet.note(column, use, sure, why)))
        }
        let isAny = !sheet.sections[0].measures.isEmpty || !sheet.unclear.isEmpty
        guard isAny else {
            return DraftFault(
                "no column says how long the athlete slept",
                hint: "Columns of nights are called Asleep, Deep, REM, Light, Awake or In Bed.")
        }
        sheet.takePerson()
        sheet.add("source", "{constant: \(DraftText.scalar(sheet.name))}")
        sheet.add("origin", "{constant: manual}")
        return nil
    }

    private func any(_ sheet: inout DraftSheet) -> DraftFault? {
        sheet.takePerson()
        var mapped: Set<String> = []
        for field in dataset.fields where field.type != .date && field.type != .instant {
            let name = ColumnWords.phrase(field.plainName)
            let found = sheet.free.first { ($0.phrase == name || $0.whole == name) && Self.suits($0, field.type) }
            guard let column = found.map({ sheet.take($0) }) else { continue }
            mapped.insert(field.name)
            map(column, to: field.name, field.plainName, &sheet, sure: .likely, why: "a field has the same name")
        }
        for field in dataset.fields where field.type == .date || field.type == .instant {
            let name = ColumnWords.phrase(field.plainName)
            let own = sheet.free.first { $0.phrase == name && $0.content.date != nil }
            guard own != nil || field.isRequired, let when = sheet.takeWhen(own: own) else { continue }
            mapped.insert(field.name)
            sheet.add(field.name, field.type == .instant ? when.moment : when.day, remark: when.remark)
            if field.type == .instant, !when.content.hasOffset { sheet.need("zone", [DraftSheet.zone]) }
        }
        guard !mapped.isEmpty else {
            return DraftFault(
                "no column is named as a field of the dataset \(dataset.name) is",
                hint: "`scorebook datasets \(dataset.name)` lists the fields.")
        }
        for field in dataset.fields where field.isRequired && !mapped.contains(field.name) {
            sheet.add(
                field.name, "{setting: \(field.plainName)}",
                remark: "No column has it: the setting `\(field.plainName)` says it for all records.")
            sheet.need(field.plainName, [field.oneOf.first ?? "VALUE"])
        }
        sheet.leave { "\($0.content.words); no field has this name" }
        return nil
    }

    private static func suits(_ column: DraftColumn, _ type: ValueType) -> Bool {
        switch (type, column.content) {
        case (.text, _), (.uuid, .uuid), (.boolean, .boolean), (.duration, .clock): true
        case (.integer, .number(let number)): number.isWhole
        case (.decimal, .number), (.duration, .number): true
        default: false
        }
    }
}
