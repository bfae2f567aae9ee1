/// When a picture was taken, as the wall clock beside the camera showed it.
///
/// It is a wall time and nothing else: a time inside a gap of a zone's clock stays as it was written, and the instant
/// is known only where there is an offset.
public struct CaptureTime: Hashable, Sendable {
    /// Where a time stands, best first.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        case exif
        case exifDigitized = "exif-digitized"
        case xmp
        case iptc
        case filename
        case exifModify = "exif-modify"
        case fileTime = "file-time"
    }

    /// The source of the offset from UTC.
    public enum OffsetSource: String, Hashable, Sendable, CaseIterable {
        case exif
        case xmp
        case iptc
        /// The name is one whose clock is UTC's: the wall time is UTC's, not that of the place.
        case filename
        /// The difference from the satellites' time.
        case gps
        case unknown = "none"
    }

    public enum Precision: String, Hashable, Sendable {
        case day
        case second
    }

    public var wall: WallTime
    public var source: Source
    /// Minutes east of UTC, where known.
    public var offsetMinutes: Int?
    public var offsetSource: OffsetSource

    public init(
        wall: WallTime, source: Source, offsetMinutes: Int? = nil, offsetSource: OffsetSource = .unknown
    ) {
        self.wall = wall
        self.source = source
        self.offsetMinutes = offsetMinutes
        self.offsetSource = offsetSource
    }
}

extension CaptureTime {
    /// The best time there is: the camera's, an editor's, the file name's, when the picture was changed, the file's own.
    ///
    /// The file name goes before the tag for changes, which every editor and every rotation rewrites.
    public static func best(
        camera: CameraTags, packet: XMPPacket, records: IPTCRecords? = nil, name: String? = nil,
        fileTime: WallTime? = nil
    ) -> CaptureTime? {
        camera.original ?? camera.digitized ?? packet.taken ?? records?.taken ?? name.flatMap { FileName($0).taken }
            ?? camera.modified ?? fileTime.map { CaptureTime(wall: $0, source: .fileTime) }
    }
}

/// A day of the calendar and a time of the clock, in no zone.
public struct WallTime: Hashable, Sendable {
    public var year: Int
    public var month: Int
    public var day: Int
    /// 0 where only the day is known, as are `minute` and `second`.
    public var hour: Int
    public var minute: Int
    public var second: Int
    /// The fraction of the second, where one is written.
    public var nanoseconds: Int?
    public var precision: CaptureTime.Precision

    /// A day and its time; nil where the calendar or the clock has none such.
    public init?(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, nanoseconds: Int? = nil
    ) {
        guard Self.isDay(year: year, month: month, day: day), (0..<24).contains(hour), (0..<60).contains(minute),
            (0..<60).contains(second), nanoseconds.map({ (0..<1_000_000_000).contains($0) }) ?? true
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
        self.nanoseconds = nanoseconds
        precision = .second
    }

    /// A day of which the time is not known.
    public init?(year: Int, month: Int, day: Int) {
        guard Self.isDay(year: year, month: month, day: day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (hour, minute, second) = (0, 0, 0)
        precision = .day
    }

    /// Cameras whose clock was never set count from year 0, 1 or 1900; the first photograph is from 1826.
    private static func isDay(year: Int, month: Int, day: Int) -> Bool {
        guard (1901...9999).contains(year), (1...12).contains(month) else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        return (1...days).contains(day)
    }
}

extension WallTime: CustomStringConvertible {
    /// As ISO 8601 writes it: `2024-03-31T02:30:00` or `2024-03-31`, without the fraction.
    public var description: String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let date = "\(year)-\(two(month))-\(two(day))"
        return precision == .day ? date : date + "T\(two(hour)):\(two(minute)):\(two(second))"
    }
}

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

/// A time as cameras and editors write it, and the offset that some put behind it.
///
/// Read: `2024:03:31 02:30:00`, `2024-03-31T02:30:00.5+02:00`, `2024:03:31`, blanks for single digits, hour 24 for 0.
/// Dates that no calendar has (`0000:00:00`, blanks) are none.
struct WrittenTime {
    var wall: WallTime
    var offsetMinutes: Int?

    init?(_ text: some Collection<UInt8>) {
        var scanner = TextScanner(text)
        scanner.skipBlanks()
        guard let year = scanner.number(4), scanner.take(oneOf: ":-/."), let month = scanner.shortNumber(),
            scanner.take(oneOf: ":-/."), let day = scanner.shortNumber(),
            scanner.isAtEnd || scanner.take(oneOf: " T:-")
        else { return nil }
        let dateEnd = scanner
        scanner.skipBlanks()
        // A time of blanks is one that is not known.
        if scanner.isAtEnd || scanner.next == 0x3A {
            guard let wall = WallTime(year: year, month: month, day: day), dateEnd.holdsBlankTime else { return nil }
            self.wall = wall
            return
        }
        guard let hour = scanner.shortNumber(), scanner.take(oneOf: ":-."), let minute = scanner.shortNumber() else {
            return nil
        }
        var second = 0
        var nanoseconds: Int?
        if scanner.take(oneOf: ":-.") {
            guard let number = scanner.shortNumber() else { return nil }
            second = number
            if scanner.take(oneOf: ".,") { nanoseconds = scanner.nanoseconds() }
        }
        guard
            let wall = WallTime(
                year: year, month: month, day: day, hour: hour == 24 ? 0 : hour, minute: minute, second: second,
                nanoseconds: nanoseconds)
        else { return nil }
        self.wall = wall
        scanner.skipBlanks()
        guard !scanner.isAtEnd else { return }
        // What follows a time and is no offset makes the time itself doubtful (a 12-hour clock).
        guard let offset = scanner.offsetMinutes() else { return nil }
        offsetMinutes = offset
    }
}

extension TextScanner {
    /// Whether blanks and colons are all that is left.
    var holdsBlankTime: Bool {
        var rest = self
        while rest.take(oneOf: " :") {}
        return rest.isAtEnd
    }

    /// An offset from UTC that is all that is left: `+02:00`, `-5:00`, `+0200`, `+2`, `Z`; nil where it is none.
    func offsetMinutes() -> Int? {
        var rest = self
        rest.skipBlanks()
        if rest.take(oneOf: "Zz") || rest.take("UTC") || rest.take("GMT") {
            rest.skipBlanks()
            return rest.isAtEnd ? 0 : nil
        }
        let sign = rest.take(oneOf: "+") ? 1 : rest.take(oneOf: "-") ? -1 : 0
        let digits = rest.digits(upTo: 5)
        guard sign != 0, (1...4).contains(digits), let hours = rest.number(digits > 2 ? digits - 2 : digits) else {
            return nil
        }
        var minutes = 0
        if digits > 2 || rest.take(oneOf: ":.") {
            guard let number = rest.number(2) else { return nil }
            minutes = number
        }
        if rest.take(":00") {}
        rest.skipBlanks()
        // No zone has ever been further from Greenwich than 14 hours since there are digital cameras.
        guard rest.isAtEnd, minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
