/// Columns that say whose a record is: a format that passes one over, and knows people by nothing else, would take
/// everybody's records for the owner's.
public enum PersonColumns {
    /// Names that mean a person whatever the file is about, in lower case and without marks.
    public static let words = [
        "athlete", "athlete name", "player", "player name", "patient", "patient name", "client", "client name",
        "member", "member name", "person", "participant", "student", "swimmer", "runner", "lifter",
        "spieler", "spielerin", "spielername",
        "athlet", "athletin", "sportler", "sportlerin", "teilnehmer", "teilnehmerin", "jugador", "jugadora", "atleta",
        "deportista", "joueur", "joueuse",
    ]

    /// The same as headers write them.
    private static let names = Set(
        words.flatMap { words in
            let capitals = words.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            return [words, words.uppercased(), words.replacing(" ", with: "_")]
                + [" ", ""].map { capitals.joined(separator: $0) }
        })

    /// Those that a header has.
    public static func found(in header: some Sequence<String>) -> [String] { header.filter(names.contains).sorted() }
}
