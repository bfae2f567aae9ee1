/// Names of the months in the languages in which apps write them, short and long.
///
/// Words: Unicode CLDR, formats `abbreviated` and `wide`; a word that is two different months in two languages is in
/// none of them.
enum MonthNames {
    private static let words = [
        // en, de, nl, da, nb, sv, fr, es, pt, it, pl, hu, tr, fi, ru
        "jan january januar jän jänner januari janv janvier ene enero janeiro gen gennaio sty stycznia styczeń január oca "
            + "ocak tammi tammikuuta янв января январь",
        "feb february februar febr februari févr fév février fevr fevrier febrero fev fevereiro febbraio lut lutego luty "
            + "február şub şubat helmi helmikuuta фев февр февраля февраль",
        "mar march mär märz mrz mrt maart mars marts marzo março marca marzec márc március mart maalis maaliskuuta мар марта "
            + "март",
        "apr april avr avril abr abril aprile kwi kwietnia kwiecień ápr április nis nisan huhti huhtikuuta апр апреля "
            + "апрель",
        "may mai mei maj maio mayo mag maggio maja máj május mayıs touko toukokuuta мая май",
        "jun june juni juin junio junho giu giugno cze czerwca czerwiec jún június haz haziran kesä kesäkuuta июн июня июнь",
        "jul july juli juil juillet julio julho lug luglio lip lipca lipiec júl július tem temmuz heinä heinäkuuta июл "
            + "июля июль",
        "aug august augustus augusti août aout ago agosto sie sierpnia sierpień augusztus ağu ağustos elo elokuuta авг "
            + "августа август",
        "sep sept september septembre septiembre set setembro settembre wrz września wrzesień szept szeptember eyl eylül "
            + "syys syyskuuta сен сент сентября сентябрь",
        "oct october okt oktober octobre octubre out outubro ott ottobre paź października październik október eki ekim "
            + "loka lokakuuta окт октября октябрь",
        "nov november novembre noviembre novembro listopada lis listopad kas kasım marras marraskuuta ноя нояб ноября "
            + "ноябрь",
        "dec december dez dezember des desember déc décembre decembre dic diciembre dezembro dicembre gru grudnia "
            + "grudzień ara aralık joulu joulukuuta дек декабря декабрь",
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

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
    }

    /// Lower case of Latin-1 and of Cyrillic, in place; `WordTable` does that of ASCII.
    private static func lower(_ word: UnsafeMutableRawBufferPointer) {
        for place in 1..<max(1, word.count) {
            switch (word[place - 1], word[place]) {
            case (0xC3, 0x80...0x9E): word[place] += 0x20
            case (0xD0, 0x90...0x9F): word[place] += 0x20
            case (0xD0, 0xA0...0xAF):
                word[place - 1] = 0xD1
                word[place] -= 0x20
            default: break
            }
        }
    }
}
