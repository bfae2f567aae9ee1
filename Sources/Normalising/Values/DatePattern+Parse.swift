internal import Definitions
internal import Records

/// Reading texts by a pattern.
extension DatePattern {
    /// Days with the year first and no ISO 8601, as `2026/5/31`, with a time or without.
    static let yearFirst: [DatePattern] = ["yyyy/M/d", "yyyy.M.d", "yyyy-M-d"].flatMap { day in
        times.compactMap { DatePattern(day + $0) }
    }

    /// What may stand behind a day: nothing, or a time.
    static let times = [
        "", " H:mm", " H:mm:ss", " h:mm a", " h:mm:ss a", ", H:mm", ", H:mm:ss", ", h:mm a", ", h:mm:ss a",
    ]

    /// ISO 8601 in its basic form, as `20260531` and `20260531T183000+0200`.
    static let basic: [DatePattern] = [
        "yyyyMMdd", "yyyyMMdd'T'HHmmssX", "yyyyMMdd'T'HHmmss", "yyyyMMdd'T'HHmmX", "yyyyMMdd'T'HHmm",
        "yyyyMMdd'T'HHmmss.SSSX", "yyyyMMdd'T'HHmmss.SSS", "yyyyMMddHHmmssX", "yyyyMMddHHmmss", "yyyyMMdd HH:mm:ss",
        "yyyyMMdd HH:mm", "yyyyMMdd HHmmss",
    ].compactMap { DatePattern($0) }

    /// Whether eight digits stand first that are a day of this or the last century.
    static func isBasic(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 8, bytes[..<8].allSatisfy({ $0 &- 0x30 < 10 }) else { return false }
        let century = Timestamp.two(bytes, 0)
        return (19...20).contains(century) && (1...12).contains(Timestamp.two(bytes, 4))
            && (1...31).contains(Timestamp.two(bytes, 6))
    }

    /// Days whose month is a word, in the orders of all languages of `MonthNames`, with a time or without.
    static let spelled: [DatePattern] = {
        let days = [
            "d MMM yyyy", "d. MMM yyyy", "d-MMM-yyyy", "d-MMM-yy", "d/MMM/yyyy", "MMM d, yyyy", "MMM d yyyy",
            "d 'de' MMM 'de' yyyy", "d 'de' MMM yyyy", "d MMM, yyyy", "yyyy MMM d", "yyyy-MMM-d", "yyyy年MMMd日",
            "yyyy년 MMM d일",
        ]
        let weekdays = ["EEE, d MMM yyyy", "EEE d MMM yyyy", "EEE, d. MMM yyyy", "EEE, MMM d, yyyy", "EEE MMM d yyyy"]
        let times = DatePattern.times + [" 'at' h:mm a", " 'at' H:mm", " 'um' H:mm", " 'à' H:mm", " 'a las' H:mm"]
        return (days + weekdays).flatMap { day in times.compactMap { DatePattern(day + $0) } }
    }()

    /// Whether a digit and a letter stand in a text that is no longer than such a day.
    static func mayName(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard (8...60).contains(bytes.count) else { return false }
        var (digits, letters) = (0, 0)
        for byte in bytes {
            if byte &- 0x30 < 10 {
                digits += 1
            } else if byte >= 0x80 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A {
                letters += 1
            }
        }
        return digits >= 3 && letters >= 3
    }

    /// Where the text begins that follows a `*`.
    private func end(
        ofAnything bytes: UnsafeRawBufferPointer, from start: Int, before place: Int
    ) throws(Timestamp.Failure) -> Int {
        var text: [UInt8] = []
        for case .literal(let byte) in steps[place...].prefix(while: { if case .literal = $0 { true } else { false } })
        {
            text.append(byte)
        }
        if text.isEmpty { return bytes.count }
        for at in start..<max(start, bytes.count - text.count + 1) where bytes[at...].starts(with: text) { return at }
        throw .malformed
    }

    /// Reads a text that must match whole.
    ///
    /// Returns days since 1970, microseconds since midnight and, where the pattern has one, the offset in seconds.
    func parse(_ bytes: UnsafeRawBufferPointer) throws(Timestamp.Failure) -> (days: Int, micros: Int, offset: Int?) {
        // A leap year, where none is written: February 29th is a day.
        var year = hasTime && !steps.contains(.day) ? 1970 : 1972
        var month = 1
        var day = 1
        var hour = 0
        var minute = 0
        var second = 0
        var fraction = 0
        var isAfternoon: Bool?
        var offset: Int?
        var at = 0
        var first: (year: Int, month: Int, day: Int)?
        func number(_ most: Int, least: Int = 1) throws(Timestamp.Failure) -> Int {
            var value = 0
            var digits = 0
            while digits < most, at < bytes.count, bytes[at] &- 0x30 < 10 {
                value = value * 10 + Int(bytes[at] &- 0x30)
                digits += 1
                at += 1
            }
            guard digits >= least else { throw .malformed }
            return value
        }
        for (place, step) in steps.enumerated() {
            switch step {
            case .since(let year, let month, let day): first = (year, month, day)
            case .anything: at = try end(ofAnything: bytes, from: at, before: place + 1)
            case .year4: year = try number(4, least: 4)
            case .year2:
                let two = try number(2, least: 2)
                year = two < 70 ? 2000 + two : 1900 + two
            case .month: month = try number(2)
            case .day: day = try number(2)
            case .hour24, .hour12: hour = try number(2)
            case .minute: minute = try number(2)
            case .second: second = try number(2)
            case .fraction:
                let start = at
                var value = try number(9)
                for _ in (at - start)..<max(at - start, 6) { value *= 10 }
                for _ in 6..<max(6, at - start) { value /= 10 }
                fraction = value
            case .monthName:
                guard let found = MonthNames.month(bytes, from: at) else { throw .malformed }
                (month, at) = found
            case .weekday: at = Self.pastLetters(bytes, at)
            case .halfDay:
                guard let half = Self.halfDay(bytes, at: at) else { throw .malformed }
                (isAfternoon, at) = (half.isAfternoon, half.end)
            case .offset:
                offset = try Timestamp.offset(bytes, from: at)
                at = bytes.count
            case .epoch(let scale):
                let read = try Self.epoch(bytes, scale: scale)
                return (read.days, read.micros, 0)
            case .localEpoch(let scale):
                let read = try Self.epoch(bytes, scale: scale)
                return (read.days, read.micros, nil)
            case .literal(0x20):
                let width = Blank.width(bytes, at: at)
                guard width > 0 else { throw .malformed }
                at += width
                // Programs that align texts write several.
                while case let more = Blank.width(bytes, at: at), more > 0 { at += more }
            case .literal(let byte):
                guard at < bytes.count, bytes[at] == byte else { throw .malformed }
                at += 1
            }
        }
        guard at == bytes.count else { throw .malformed }
        if let isAfternoon {
            guard (1...12).contains(hour) else { throw .impossible }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        if let first { year = first.year + ((month, day) < (first.month, first.day) ? 1 : 0) }
        guard hour < 24, minute < 60, second < 60 else { throw .impossible }
        guard let days = Civil.days(year: year, month: month, day: day) else { throw .impossible }
        return (days, ((hour * 60 + minute) * 60 + second) * 1_000_000 + fraction, offset)
    }

    /// A number since 1970; what lies beyond microseconds is cut off, as PostgreSQL has it.
    private static func epoch(
        _ bytes: UnsafeRawBufferPointer, scale: Int
    ) throws(Timestamp.Failure) -> (days: Int, micros: Int) {
        guard let value = try? Number.integer(bytes, allowsFraction: true) else { throw .malformed }
        let number = Int(value)
        var micros = number
        if scale > 1_000_000 {
            let divisor = scale / 1_000_000
            micros = number / divisor - (number % divisor < 0 ? 1 : 0)
        } else {
            let (product, overflow) = number.multipliedReportingOverflow(by: 1_000_000 / scale)
            if overflow { throw .impossible }
            micros = product
        }
        let day = 86_400_000_000
        let days = micros / day - (micros % day < 0 ? 1 : 0)
        // The years 1 to 9999.
        guard (-719_162...2_932_896).contains(days) else { throw .impossible }
        return (days, micros - days * day)
    }

    /// `AM`, `pm`, `a.m.`, `p. m.`
    private static func halfDay(_ bytes: UnsafeRawBufferPointer, at start: Int) -> (isAfternoon: Bool, end: Int)? {
        guard start < bytes.count, bytes[start] | 0x20 == 0x61 || bytes[start] | 0x20 == 0x70 else { return nil }
        var at = start + 1
        if at < bytes.count, bytes[at] == 0x2E { at += 1 }
        at += Blank.width(bytes, at: at)
        guard at < bytes.count, bytes[at] | 0x20 == 0x6D else { return nil }
        at += 1
        if at < bytes.count, bytes[at] == 0x2E { at += 1 }
        return (bytes[start] | 0x20 == 0x70, at)
    }

    private static func pastLetters(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        var at = start
        while at < bytes.count, (bytes[at] | 0x20) >= 0x61, (bytes[at] | 0x20) <= 0x7A { at += 1 }
        return at
    }
}

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
