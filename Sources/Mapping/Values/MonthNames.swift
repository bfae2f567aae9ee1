/// Names of the months in the languages in which apps write them, short and long.
///
/// Words: Unicode CLDR, formats `abbreviated` and `wide`; a word that is two different months in two languages is in
/// none of them.
enum MonthNames {
    private static let words = [
        // en, de, nl, da, nb, sv, fr, es, pt, it, pl, hu, tr, fi, ru, ro, ca; ja, zh and ko write a number and a sign
        "jan january januar jän jänner januari janv janvier ene enero janeiro gen gennaio sty stycznia styczeń január oca "
            + "ocak tammi tammikuuta янв января январь ian ianuarie gener tammik",
        "feb february februar febr februari févr fév février fevr fevrier febrero fev fevereiro febbraio lut lutego luty "
            + "február şub şubat helmi helmikuuta фев февр февраля февраль",
        "mar march mär märz mrz mrt maart mars marts marzo março marca marzec márc március mart maalis maaliskuuta мар марта "
            + "март martie març maalisk",
        "apr april avr avril abr abril aprile kwi kwietnia kwiecień ápr április nis nisan huhti huhtikuuta апр апреля "
            + "апрель aprilie huhtik",
        "may mai mei maj maio mayo mag maggio maja máj május mayıs touko toukokuuta мая май maig toukok",
        "jun june juni juin junio junho giu giugno cze czerwca czerwiec jún június haz haziran kesä kesäkuuta июн июня июнь iun iunie juny kesäk",
        "jul july juli juil juillet julio julho lug luglio lip lipca lipiec júl július tem temmuz heinä heinäkuuta июл "
            + "июля июль iul iulie juliol heinäk",
        "aug august augustus augusti août aout ago agosto sie sierpnia sierpień augusztus ağu ağustos elo elokuuta авг "
            + "августа август elok",
        "sep sept september septembre septiembre set setembro settembre wrz września wrzesień szept szeptember eyl eylül "
            + "syys syyskuuta сен сент сентября сентябрь septembrie setembre syysk",
        "oct october okt oktober octobre octubre out outubro ott ottobre paź października październik október eki ekim "
            + "loka lokakuuta lokak окт октября октябрь octombrie",
        "nov november novembre noviembre novembro listopada lis listopad kas kasım marras marraskuuta ноя нояб ноября "
            + "ноябрь noiembrie marrask",
        "dec december dez dezember des desember déc décembre decembre dic diciembre dezembro dicembre gru grudnia "
            + "grudzień ara aralık joulu joulukuuta jouluk дек декабря декабрь decembrie desembre",
    ]
    private static let table = WordTable(
        words.enumerated().flatMap { index, line in
            line.split(separator: " ").map { (String($0), String(index + 1)) }
        })
    private static let months: [Int] = (0..<table.count).map { index in
        table.value(index).reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    }

    /// The month whose name starts at a place, and where it ends; a point behind it belongs to it.
    static func month(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (month: Int, end: Int)? {
        if let numbered = numbered(bytes, from: start) { return numbered }
        var end = start
        while end < bytes.count, isLetter(bytes[end]) { end += 1 }
        guard end > start, end - start <= 40 else { return nil }
        let index = withUnsafeTemporaryAllocation(byteCount: end - start, alignment: 1) { word in
            for place in 0..<end - start { word[place] = bytes[start + place] }
            lower(word)
            return table.index(of: UnsafeRawBufferPointer(word))
        }
        guard let index else { return nil }
        if end < bytes.count, bytes[end] == 0x2E { end += 1 }
        return (months[index], end)
    }

    /// A month as a number and the sign for month: `3月`, `12월`.
    private static func numbered(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (month: Int, end: Int)? {
        var at = start
        var month = 0
        while at < bytes.count, at < start + 2, bytes[at] &- 0x30 < 10 {
            month = month * 10 + Int(bytes[at] &- 0x30)
            at += 1
        }
        guard at > start, (1...12).contains(month), at + 3 <= bytes.count else { return nil }
        let sign = (bytes[at], bytes[at + 1], bytes[at + 2])
        guard sign == (0xE6, 0x9C, 0x88) || sign == (0xEC, 0x9B, 0x94) else { return nil }
        return (month, at + 3)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
    }

    /// Lower case of Latin-1, of Turkish and Polish letters and of Cyrillic, in place; `WordTable` does that of ASCII.
    private static func lower(_ word: UnsafeMutableRawBufferPointer) {
        for place in 1..<max(1, word.count) {
            switch (word[place - 1], word[place]) {
            case (0xC3, 0x80...0x9E): word[place] += 0x20
            // Ś and Ş.
            case (0xC5, 0x9A), (0xC5, 0x9E): word[place] += 1
            case (0xD0, 0x90...0x9F): word[place] += 0x20
            case (0xD0, 0xA0...0xAF):
                word[place - 1] = 0xD1
                word[place] -= 0x20
            default: break
            }
        }
    }
}
