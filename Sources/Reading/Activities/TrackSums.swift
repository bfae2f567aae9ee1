internal import Glibc
internal import Records

/// A place on Earth, in degrees; never given out.
struct TrackPlace {
    var latitude: Double
    var longitude: Double

    /// Nil where the texts are no place.
    init?(_ latitude: String?, _ longitude: String?) {
        guard let latitude = latitude.flatMap({ Double($0) }), let longitude = longitude.flatMap({ Double($0) }),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Metres to another place, on a sphere: the haversine formula.
    func distance(to other: TrackPlace) -> Double {
        let radians = Double.pi / 180
        let (first, second) = (latitude * radians, other.latitude * radians)
        let across = sin((second - first) / 2)
        let along = sin((other.longitude - longitude) * radians / 2)
        let part = across * across + cos(first) * cos(second) * along * along
        return 2 * 6_371_008.8 * asin(min(1, part.squareRoot()))
    }
}

/// What an activity's laps and points come to.
///
/// What laps say goes before what points show. Distance is the way between the points of a segment; ascent counts
/// climbs of at least three metres, since altitudes waver; the heart rate is the mean of the laps' by their times, else of
/// the points'. Without a value in the file there is none.
struct TrackSums {
    /// What a lap says of itself.
    struct Said {
        var time: Double?
        var distance: Double?
        var calories: Double?
        var averageHeartRate: Double?
        var maximumHeartRate: Double?
    }

    var said = Said()
    private var laps: (time: Double?, distance: Double?, calories: Double?) = (nil, nil, nil)
    private var beats: (sum: Double, time: Double) = (0, 0)
    private var lapMaximum: Double?
    private var start: String?
    /// Seconds since 1970 of the first and the last point, and of the segment's first.
    private var first: Double?
    private var last: Double?
    private var segmentStart: Double?
    private var timer = 0.0
    private var lapEnd: Double?
    private var place: TrackPlace?
    private var way: Double?
    private var low: Double?
    private var climb = 0.0
    private var heart: (sum: Double, count: Double, maximum: Double) = (0, 0, 0)

    /// Metres that altitudes waver without a climb.
    private static let wavering = 3.0

    /// A segment ends: what lies between it and the next is no part of the way.
    mutating func pause() {
        if let segmentStart, let last { timer += last - segmentStart }
        (segmentStart, place) = (nil, nil)
    }

    mutating func add(
        time: String?, altitude: Double?, distance: Double?, heartRate: Double?, at place: TrackPlace?
    ) {
        if let time, let seconds = Self.seconds(time) {
            if start == nil { start = time }
            first = first ?? seconds
            segmentStart = segmentStart ?? seconds
            last = max(last ?? seconds, seconds)
        }
        if let place {
            way = (way ?? 0) + (self.place?.distance(to: place) ?? 0)
            self.place = place
        }
        if let altitude {
            if let low, altitude - low >= Self.wavering {
                climb += altitude - low
                self.low = altitude
            } else {
                low = min(low ?? altitude, altitude)
            }
        }
        if let heartRate, heartRate > 0 {
            heart = (heart.sum + heartRate, heart.count + 1, max(heart.maximum, heartRate))
        }
    }

    mutating func add(lap: Said, start: String?) {
        if self.start == nil || laps.time == nil { self.start = start ?? self.start }
        if let start = start.flatMap(Self.seconds) { lapEnd = max(lapEnd ?? 0, start + (lap.time ?? 0)) }
        if let time = lap.time { laps.time = (laps.time ?? 0) + time }
        if let distance = lap.distance { laps.distance = (laps.distance ?? 0) + distance }
        if let calories = lap.calories { laps.calories = (laps.calories ?? 0) + calories }
        if let average = lap.averageHeartRate, let time = lap.time, average > 0, time > 0 {
            beats = (beats.sum + average * time, beats.time + time)
        }
        if let maximum = lap.maximumHeartRate { lapMaximum = max(lapMaximum ?? 0, maximum) }
    }

    /// Writes what a session has into it.
    mutating func finish(_ session: inout ActivityMessage) {
        pause()
        session["start_time"] = start ?? session["id"]
        session["total_distance"] = (laps.distance ?? way).map(Self.text)
        session["total_timer_time"] = (laps.time ?? (first == nil ? nil : timer)).map(Self.text)
        session["total_calories"] = laps.calories.flatMap { $0 > 0 ? Self.text($0) : nil }
        session["total_ascent"] = low == nil ? nil : Self.text(climb)
        if beats.time > 0 {
            session["avg_heart_rate"] = Self.text(beats.sum / beats.time)
        } else if heart.count > 0 {
            session["avg_heart_rate"] = Self.text(heart.sum / heart.count)
        }
        if let maximum = lapMaximum ?? (heart.count > 0 ? heart.maximum : nil) {
            session["max_heart_rate"] = Self.text(maximum)
        }
        guard let begin = session["start_time"].flatMap(Self.seconds),
            let end = [last, lapEnd].compactMap(\.self).max(),
            end >= begin
        else { return }
        session["total_elapsed_time"] = Self.text(end - begin)
        let milliseconds = Int((end * 1000).rounded())
        session["end_time"] = InstantText.utc(milliseconds / 1000, milliseconds: milliseconds % 1000)
    }

    /// A number with up to two decimals.
    static func text(_ number: Double) -> String {
        guard abs(number) < 1e12 else { return String(number) }
        let hundredths = Int((number * 100).rounded())
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        var text = (hundredths < 0 ? "-" : "") + String(whole)
        if rest > 0 { text += rest % 10 == 0 ? ".\(rest / 10)" : "." + InstantText.padded(Int(rest), 2) }
        return text
    }

    /// Seconds since 1970 of `2026-05-01T06:30:00.250Z`, to measure by; one without an offset is taken as if it had one
    /// of 0, and refused where it is loaded.
    static func seconds(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            var result = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                result = result * 10 + Int(byte - 0x30)
            }
            return result
        }
        guard bytes.count >= 19, let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let days = Civil.days(year: year, month: month, day: day)
        else { return nil }
        var seconds = Double(days * 86_400 + hour * 3600 + minute * 60 + second)
        var at = 19
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
            let digits = bytes[(at + 1)...].prefix { (0x30...0x39).contains($0) }
            at += 1 + digits.count
            seconds += Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
        }
        guard at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-"),
            let hours = number(at + 1..<at + 3)
        else { return seconds }
        let minutes = number(at + 4..<at + 6) ?? number(at + 3..<at + 5) ?? 0
        return seconds - Double(hours * 3600 + minutes * 60) * (bytes[at] == UInt8(ascii: "-") ? -1 : 1)
    }
}
