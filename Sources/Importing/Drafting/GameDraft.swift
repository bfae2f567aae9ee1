internal import Definitions

/// Games with two scores, seen from the athlete's side, which is 1.
struct GameDraft {
    /// A game to 21 that is won by two points rarely goes beyond 30.
    private static let mostPoints = 40.0

    func propose(_ sheet: inout DraftSheet) -> DraftFault? {
        guard let own = sheet.take(DraftWords.ownScore, where: { $0.content.number?.isWhole ?? false }),
            let other = sheet.take(DraftWords.otherScore, where: { $0.content.number?.isWhole ?? false })
        else {
            return DraftFault(
                "no two columns have the scores of both sides",
                hint: "Name them My Score and Opponent Score, or as `scorebook datasets games` lists the fields.")
        }
        let most = [own, other].compactMap { $0.content.number?.range(sheet.form($0)).high }.max() ?? 0
        guard most <= Self.mostPoints else {
            return DraftFault(
                "scores of more than \(Int(Self.mostPoints)) are of another sport: games are games of pickleball",
                hint: "Points of other sports can be metrics: --dataset performance.")
        }
        guard let when = sheet.takeWhen() else {
            return DraftFault(
                "no column says when a game was", hint: "A file of games has a column with the day of each.")
        }
        let day =
            "{from: \(FormatDraft.scalar(when.column.title))\(when.hasTime && when.time == nil ? ", as: local-date" : "")"
            + "\(when.dayPattern)}"
        sheet.add("played_on", day, remark: when.remark)
        for (column, side, use) in [(own, 1, "the athlete's score"), (other, 2, "the other side's score")] {
            sheet.add(
                "pickleball_games.side\(side)_score", "{from: \(FormatDraft.scalar(column.title)), as: count}",
                remark: sheet.note(column, use, .certain, "its name says so"))
        }
        for (names, field, use) in [
            (DraftWords.event, "event", "the event"), (DraftWords.location, "location", "the place"),
        ] {
            guard let column = sheet.take(names, where: { $0.content == .text }) else { continue }
            sheet.add(
                field, "{from: \(FormatDraft.scalar(column.title))}",
                remark: sheet.note(column, use, .likely, "its name says so"))
        }
        let key = sheet.lines.filter { ["played_on", "event"].contains($0.field) || $0.field.hasSuffix("_score") }
            .map { DraftSheet.Line(field: $0.field, mapping: $0.mapping) }
        let players: [(column: DraftColumn, side: Int)] = [
            (DraftWords.partner, 1), (DraftWords.opponent, 2), (DraftWords.secondOpponent, 2),
        ].compactMap { names, side in
            sheet.take(names) { $0.content == .text }.map { (column: $0, side: side) }
        }
        for player in players {
            sheet.note(player.column, player.side == 1 ? "the partner" : "an opponent", .likely, "its name says so")
        }
        sheet.takePerson()
        sheet.add("my_side", "{constant: 1}")
        sheet.add("source", "{constant: \(FormatDraft.scalar(sheet.name))}")
        sheet.takeNotes("pickleball_games.notes")
        sheet.leave { "\($0.content.words), which no field takes" }
        guard !players.isEmpty else { return nil }
        let person = sheet.person.map { "    person: \($0)\n" } ?? ""
        func record(_ lines: [DraftSheet.Line]) -> String {
            "  - dataset: games\n\(person)    fields:\n" + FormatDraft.rows(lines, indented: 6)
        }
        sheet.records = [
            record(sheet.lines),
            record(
                key
                    + [
                        .init(field: "pickleball_players.name", mapping: "{constant: me}"),
                        .init(field: "is_self", mapping: "{constant: true}"),
                        .init(field: "side", mapping: "{constant: 1}"),
                    ]),
            record(key) + "    unpivot:\n"
                + players.map { player in
                    "      - needs: [pickleball_players.name]\n        fields:\n"
                        + FormatDraft.rows(
                            [
                                .init(
                                    field: "pickleball_players.name",
                                    mapping: "{from: \(FormatDraft.scalar(player.column.title))}"),
                                .init(field: "is_self", mapping: "{constant: false}"),
                                .init(field: "side", mapping: "{constant: \(player.side)}"),
                            ], indented: 10)
                }.joined(),
        ]
        sheet.person = nil
        return nil
    }
}
