internal import XML

/// TCX and GPX as the messages that FIT has: a session an activity, its laps, a record a point.
///
/// TCX gives sums for each lap, GPX none: what is missing of a session comes from its points (see `TrackSums`).
struct TrackFeed: ActivityFeed {
    private let handler = TrackHandler()
    private var parser: DocumentParser?
    private var hasBegun = false

    /// The names by which such a file is recognised; nil where the bytes begin none.
    static func names(in head: [UInt8]) -> Set<String>? {
        let text = Array(head.drop { isBlank($0) })
        guard let root = XMLHead(text)?.root else { return nil }
        switch TrackHandler.local(root) {
        case "TrainingCenterDatabase": return ["TCX"]
        case "gpx": return ["GPX"]
        default: return nil
        }
    }

    mutating func take(_ bytes: UnsafeRawBufferPointer, into queue: inout ActivityQueue) throws(ReadError) {
        var bytes = bytes[...]
        if !hasBegun {
            // One exporter writes blanks before the declaration, which XML does not allow.
            handler.shift += bytes.prefix { Self.isBlank($0) }.count
            bytes = bytes.drop { Self.isBlank($0) }
            hasBegun = !bytes.isEmpty
        }
        do throws(XMLError) {
            _ = try opened().parse(UnsafeRawBufferPointer(rebasing: bytes))
        } catch { throw .xml(error) }
        try handler.handOver(to: &queue)
    }

    mutating func finish(_ queue: inout ActivityQueue) throws(ReadError) {
        do throws(XMLError) {
            _ = try opened().finish()
        } catch { throw .xml(error) }
        try handler.handOver(to: &queue)
        if !handler.hasTimes { throw .activity(.noTimes) }
    }

    private mutating func opened() throws(XMLError) -> DocumentParser {
        if let parser { return parser }
        let made = try DocumentParser(handler: handler)
        parser = made
        return made
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// Listens for activities, laps and points.
final class TrackHandler: DocumentHandler {
    /// Bytes before the document.
    var shift = 0
    /// Whether any activity has a time.
    private(set) var hasTimes = false
    /// What is complete and was not handed over yet; nil where an activity ends.
    private var found: [ActivityMessage?] = []
    private var path: [String] = []
    private var text: [UInt8] = []
    private var session: ActivityMessage?
    private var sessionSums = TrackSums()
    private var lap: ActivityMessage?
    private var lapSums = TrackSums()
    private var laps = 0
    private var point: Point?

    private struct Point {
        var offset: Int
        var line: Int
        var place: TrackPlace?
        var time: String?
        var altitude: Double?
        var distance: Double?
        var heartRate: Double?
    }

    /// Elements whose text is heard.
    private static let heard: Set = [
        "Id", "TotalTimeSeconds", "DistanceMeters", "Calories", "Value", "Intensity", "Time", "AltitudeMeters",
        "Name", "name", "type", "time", "ele", "hr", "heartrate",
    ]
    /// Most bytes of a text.
    private static let longest = 1 << 12

    /// The name without its namespace's prefix.
    static func local(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }

    func handOver(to queue: inout ActivityQueue) throws(ReadError) {
        for message in found {
            if let message { try queue.add(message) } else { queue.endFile() }
        }
        found.removeAll(keepingCapacity: true)
    }

    override func start(
        _ name: UnsafePointer<CChar>, _ attributes: Attributes, depth: Int, in parser: DocumentParser
    ) {
        let name = Self.local(String(cString: name))
        path.append(name)
        text.removeAll(keepingCapacity: true)
        parser.setReceivesText(Self.heard.contains(name))
        switch name {
        case "Activity", "trk":
            var begun = ActivityMessage("session", offset: shift + parser.offset, line: parser.line)
            begun["sport"] = Self.value("Sport", attributes)
            (session, sessionSums, laps) = (begun, TrackSums(), 0)
        case "Lap" where session != nil:
            var begun = ActivityMessage("lap", offset: shift + parser.offset, line: parser.line)
            begun["start_time"] = Self.value("StartTime", attributes)
            (lap, lapSums) = (begun, TrackSums())
        case "trkseg": sessionSums.pause()
        case "Trackpoint", "trkpt":
            guard session != nil else { break }
            point = Point(
                offset: shift + parser.offset, line: parser.line,
                place: TrackPlace(Self.value("lat", attributes), Self.value("lon", attributes)))
        default: break
        }
    }

    override func text(_ bytes: UnsafeRawBufferPointer) {
        text.append(contentsOf: bytes.prefix(max(0, Self.longest - text.count)))
    }

    override func end(depth: Int, in parser: DocumentParser) {
        parser.setReceivesText(false)
        let name = path.popLast() ?? ""
        if Self.heard.contains(name) { hear(name, String(decoding: text, as: UTF8.self)) }
        text.removeAll(keepingCapacity: true)
        switch name {
        case "Trackpoint", "trkpt": endPoint()
        case "Lap": endLap()
        case "Activity", "trk": endSession()
        default: break
        }
    }

    private func hear(_ name: String, _ text: String) {
        let text = text.drop { $0.isWhitespace }
        let trimmed = String(text.reversed().drop { $0.isWhitespace }.reversed())
        guard !trimmed.isEmpty else { return }
        let number = Double(trimmed).flatMap { $0.isFinite ? $0 : nil }
        switch (name, path.last ?? "") {
        case ("Time", "Trackpoint"), ("time", "trkpt"): point?.time = trimmed
        case ("AltitudeMeters", "Trackpoint"), ("ele", "trkpt"): point?.altitude = number
        case ("DistanceMeters", "Trackpoint"): point?.distance = number
        case ("Value", "HeartRateBpm"), ("hr", _), ("heartrate", _): point?.heartRate = number
        case ("Id", "Activity"), ("TotalTimeSeconds", "Lap"), ("DistanceMeters", "Lap"), ("Calories", "Lap"),
            ("Intensity", "Lap"), ("Value", "AverageHeartRateBpm"), ("Value", "MaximumHeartRateBpm"):
            say(name, trimmed, number)
        case ("name", "trk"): session?["sport_profile_name"] = trimmed
        case ("type", "trk"): session?["sport"] = trimmed
        case ("Name", "Creator"), ("Name", "Author"): break
        default: break
        }
    }

    /// What a lap or an activity of TCX says of itself.
    private func say(_ name: String, _ text: String, _ number: Double?) {
        switch (name, path.last ?? "") {
        case ("Id", _): session?["id"] = text
        case ("TotalTimeSeconds", _):
            lap?["total_timer_time"] = text
            lapSums.said.time = number
        case ("DistanceMeters", _):
            lap?["total_distance"] = text
            lapSums.said.distance = number
        case ("Calories", _):
            lap?["total_calories"] = text
            lapSums.said.calories = number
        case ("Intensity", _): lap?["intensity"] = text
        case (_, "AverageHeartRateBpm"):
            lap?["avg_heart_rate"] = text
            lapSums.said.averageHeartRate = number
        case (_, "MaximumHeartRateBpm"):
            lap?["max_heart_rate"] = text
            lapSums.said.maximumHeartRate = number
        default: break
        }
    }

    private func endPoint() {
        guard let point, session != nil else { return }
        self.point = nil
        if point.time != nil { hasTimes = true }
        sessionSums.add(
            time: point.time, altitude: point.altitude, distance: point.distance, heartRate: point.heartRate,
            at: point.place)
        guard let time = point.time else { return }
        var record = ActivityMessage("record", offset: point.offset, line: point.line)
        record["timestamp"] = time
        record["heart_rate"] = point.heartRate.map { TrackSums.text($0) }
        found.append(record)
    }

    private func endLap() {
        guard var lap, session != nil else { return }
        lap["message_index"] = String(laps)
        if lap["start_time"] != nil { hasTimes = true }
        sessionSums.add(lap: lapSums.said, start: lap["start_time"])
        laps += 1
        self.lap = nil
        found.append(lap)
    }

    private func endSession() {
        guard var session else { return }
        sessionSums.finish(&session)
        self.session = nil
        found.append(session)
        found.append(nil)
    }

    private static func value(_ name: String, _ attributes: Attributes) -> String? {
        var index = 0
        while let found = attributes.name(at: index) {
            if String(cString: found) == name { return attributes.value(at: index).map { String(cString: $0) } }
            index += 1
        }
        return nil
    }
}
