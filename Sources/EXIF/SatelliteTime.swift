/// The time in UTC that came with a position.
struct SatelliteTime {
    private var date: [UInt8]?
    private var time: [(numerator: Int, denominator: Int)]?

    mutating func take(_ entries: [TIFF.Entry], of tiff: TIFF) {
        for entry in entries {
            switch entry.tag {
            case 0x0007: time = time ?? tiff.fractions(entry, count: 3)
            case 0x001D: date = date ?? tiff.text(entry)
            default: break
            }
        }
    }

    /// How far a wall time is from UTC; nil where the difference is no zone's.
    ///
    /// A fix may be hours or days old and a camera's clock wrong, so that only a difference counts which lies within
    /// 3 minutes of a quarter of an hour and within 14 hours: of 26 cameras' files with both times half fail that.
    func offsetMinutes(of wall: WallTime) -> Int? {
        guard wall.precision == .second, let date, let time, let day = WrittenTime(date)?.wall,
            time.allSatisfy({ $0.denominator > 0 })
        else { return nil }
        let seconds = zip(time, [3600.0, 60, 1]).map { Double($0.numerator) / Double($0.denominator) * $1 }
        let ofDay = seconds.reduce(0, +)
        guard ofDay >= 0, ofDay < 86_401 else { return nil }
        let local = wall.dayNumber * 86_400 + wall.hour * 3600 + wall.minute * 60 + wall.second
        let difference = local - (day.dayNumber * 86_400 + Int(ofDay))
        let quarters = Int((Double(difference) / 900).rounded())
        guard abs(quarters) <= 14 * 4, abs(difference - quarters * 900) <= 180 else { return nil }
        return quarters * 15
    }
}

extension WallTime {
    /// Days since 1 March of year 0: Howard Hinnant's `days_from_civil`, without its epoch.
    var dayNumber: Int {
        let shifted = month <= 2 ? year - 1 : year
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + ofYear
    }
}
