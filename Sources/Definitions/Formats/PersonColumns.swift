/// Columns that say whose a record is: a format that passes one over, and knows people by nothing else, would take
/// everybody's records for the owner's.
public enum PersonColumns {
    /// Names that mean a person whatever the file is about, in lower case and without marks.
    public static let words = [
        "athlete", "athlete name", "athlete id", "player", "player name", "player id", "patient", "patient name",
        "patient id", "client", "client name", "client id", "member", "member name", "member id", "person",
        "person id", "participant", "participant id", "student", "student id", "subject id", "user id", "user name",
        "swimmer", "runner", "lifter", "child", "child name", "kid name", "camper", "schüler", "schülerin",
        "schueler", "schuelerin", "alumno", "alumna", "élève", "eleve", "spieler", "spielerin", "spielername",
        "athlet", "athletin", "sportler", "sportlerin", "teilnehmer", "teilnehmerin", "jugador", "jugadora", "atleta",
        "deportista", "joueur", "joueuse",
    ]

    private static let names = Set(words.map(squeezed))
    private static let lengths = (words.map(\.count).min() ?? 0)...(words.map(\.count).max() ?? 0) + 2

    /// Letters alone, in lower case: `Player Name`, `player_name` and `playerName` are one.
    private static func squeezed(_ name: String) -> String { name.filter(\.isLetter).lowercased() }

    /// Those that a header has.
    public static func found(in header: some Sequence<String>) -> [String] {
        header.filter { lengths.contains($0.utf8.count) && names.contains(squeezed($0)) }.sorted()
    }
}
