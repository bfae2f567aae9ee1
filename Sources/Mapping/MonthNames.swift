/// Names of months as exports write them: English, Portuguese, Spanish, French, German, Danish, Hungarian, Italian and
/// Dutch, whole and shortened, since an app writes dates in the language of the phone.
///
/// No name means two months in two of these languages, so a pattern need not say the language.
enum MonthNames {
    private static let words: [[String]] = [
        [
            "jan", "january", "januar", "janvier", "janv", "enero", "ene", "gennaio", "gen", "januari", "janeiro",
            "január",
        ],
        [
            "feb", "february", "februar", "février", "févr", "fév", "fevr", "fev", "febrero", "febbraio", "februari",
            "fevereiro", "február", "febr",
        ],
        [
            "mar", "march", "märz", "mär", "maerz", "mrz", "mars", "marzo", "maart", "mrt", "março", "marts", "március",
            "márc",
        ],
        ["apr", "april", "avril", "avr", "abril", "abr", "aprile", "április", "ápr"],
        ["may", "mai", "mayo", "maggio", "mag", "mei", "maj", "maio", "május", "máj"],
        ["jun", "june", "juni", "juin", "junio", "giugno", "giu", "junho", "június", "jún"],
        ["jul", "july", "juli", "juillet", "juil", "julio", "luglio", "lug", "julho", "július", "júl"],
        ["aug", "august", "août", "aout", "aoû", "agosto", "ago", "augustus", "augusztus"],
        [
            "sep", "sept", "september", "septembre", "septiembre", "setiembre", "settembre", "sett", "set", "setembro",
            "szeptember", "szept",
        ],
        ["oct", "october", "oktober", "okt", "octobre", "octubre", "ottobre", "ott", "outubro", "out", "október"],
        ["nov", "november", "novembre", "noviembre", "novembro"],
        [
            "dec", "december", "dezember", "dez", "décembre", "déc", "decembre", "diciembre", "dic", "dicembre",
            "dezembro",
        ],
    ]

    private static let table = WordTable(words.flatMap { $0 })
    private static let months: [[UInt8]: Int] = Dictionary(
        words.enumerated().flatMap { month, words in words.map { (Array($0.utf8), month + 1) } }
    ) { first, _ in first }

    /// The month whose name starts at `at`, and where the name ends, a full stop of an abbreviation included.
    static func month(_ bytes: UnsafeRawBufferPointer, at start: Int) -> (month: Int, end: Int)? {
        var end = pastLetters(bytes, start)
        let word = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        guard let index = table.index(of: word), let month = months[table.word(index)] else { return nil }
        if end < bytes.count, bytes[end] == 0x2E { end += 1 }
        return (month, end)
    }

    /// Where the letters end that start at `at`; those of other alphabets are two bytes or more.
    static func pastLetters(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        var at = start
        while at < bytes.count {
            let byte = bytes[at]
            let isBlank = Blank.width(bytes, at) > 0
            guard (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x80 && !isBlank else { break }
            at += 1
        }
        return at
    }
}
