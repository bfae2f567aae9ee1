internal import FIT

/// Which messages of FIT are read, and what their fields are called and mean, by FIT's own profile.
///
/// Positions, serial numbers and names of persons are left out: nothing asks for them.
struct FITProfile {
    /// What a field's number means.
    enum Meaning {
        /// A number, this many times as large as the quantity.
        case number(scale: Int)
        case word([Int: String])
        /// Seconds of FIT's calendar.
        case time
        case text
    }

    struct Field {
        var number: Int
        var name: String
        var meaning: Meaning

        init(_ number: Int, _ name: String, _ meaning: Meaning = .number(scale: 1)) {
            (self.number, self.name, self.meaning) = (number, name, meaning)
        }
    }

    struct Message {
        var name: String
        var fields: [Field]
    }

    /// Seconds from 1970 to the beginning of FIT's calendar, 31 December 1989.
    static let epoch = 631_065_600
    /// Times below it count from when the device was switched on.
    static let firstTime = 0x1000_0000

    static let monitoring = 55
    static let monitoringStart = 103
    static let fieldDescription = 206
    static let record = 20

    static let messages: [Int: Message] = [
        0: Message(
            name: "file_id",
            fields: [
                Field(0, "type", .word(FITWords.files)), Field(1, "manufacturer", .word(FITWords.manufacturers)),
                Field(4, "time_created", .time), Field(8, "product_name", .text),
            ]),
        12: Message(
            name: "sport",
            fields: [
                Field(0, "sport", .word(FITWords.sports)), Field(1, "sub_sport", .word(FITWords.subSports)),
                Field(3, "name", .text),
            ]),
        18: Message(name: "session", fields: session),
        19: Message(name: "lap", fields: lap),
        record: Message(
            name: "record",
            fields: [
                Field(253, "timestamp", .time), Field(3, "heart_rate"), Field(5, "distance", .number(scale: 100)),
                Field(6, "speed", .number(scale: 1000)), Field(4, "cadence"), Field(7, "power"),
                Field(13, "temperature"),
            ]),
        30: Message(
            name: "weight_scale",
            fields: [
                Field(253, "timestamp", .time), Field(0, "weight", .number(scale: 100)),
                Field(1, "percent_fat", .number(scale: 100)), Field(2, "percent_hydration", .number(scale: 100)),
                Field(4, "bone_mass", .number(scale: 100)), Field(5, "muscle_mass", .number(scale: 100)),
                Field(13, "bmi", .number(scale: 10)),
            ]),
        34: Message(
            name: "activity",
            fields: [
                Field(253, "timestamp", .time), Field(5, "local_timestamp", .time),
                Field(0, "total_timer_time", .number(scale: 1000)), Field(1, "num_sessions"),
            ]),
        monitoring: Message(
            name: "monitoring",
            fields: [Field(253, "timestamp", .time), Field(27, "heart_rate")]),
        211: Message(
            name: "monitoring_hr_data",
            fields: [
                Field(253, "timestamp", .time), Field(0, "resting_heart_rate"),
                Field(1, "current_day_resting_heart_rate"),
            ]),
        225: Message(
            name: "set",
            fields: [
                Field(254, "timestamp", .time), Field(0, "duration", .number(scale: 1000)), Field(3, "repetitions"),
                Field(4, "weight", .number(scale: 16)), Field(5, "set_type", .word(FITWords.sets)),
                Field(6, "start_time", .time), Field(7, "category", .word(FITWords.exercises)),
                Field(10, "message_index"),
            ]),
    ]

    private static let session = [
        Field(254, "message_index"), Field(253, "timestamp", .time), Field(2, "start_time", .time),
        Field(5, "sport", .word(FITWords.sports)), Field(6, "sub_sport", .word(FITWords.subSports)),
        Field(7, "total_elapsed_time", .number(scale: 1000)), Field(8, "total_timer_time", .number(scale: 1000)),
        Field(59, "total_moving_time", .number(scale: 1000)), Field(9, "total_distance", .number(scale: 100)),
        Field(11, "total_calories"), Field(22, "total_ascent"), Field(23, "total_descent"), Field(16, "avg_heart_rate"),
        Field(17, "max_heart_rate"), Field(18, "avg_cadence"), Field(20, "avg_power"), Field(21, "max_power"),
        Field(25, "first_lap_index"), Field(26, "num_laps"), Field(44, "pool_length", .number(scale: 100)),
        Field(110, "sport_profile_name", .text),
    ]

    private static let lap = [
        Field(254, "message_index"), Field(253, "timestamp", .time), Field(2, "start_time", .time),
        Field(25, "sport", .word(FITWords.sports)), Field(39, "sub_sport", .word(FITWords.subSports)),
        Field(7, "total_elapsed_time", .number(scale: 1000)), Field(8, "total_timer_time", .number(scale: 1000)),
        Field(52, "total_moving_time", .number(scale: 1000)), Field(9, "total_distance", .number(scale: 100)),
        Field(11, "total_calories"), Field(21, "total_ascent"), Field(22, "total_descent"), Field(15, "avg_heart_rate"),
        Field(16, "max_heart_rate"), Field(17, "avg_cadence"), Field(19, "avg_power"), Field(20, "max_power"),
        Field(23, "intensity", .word(FITWords.intensities)), Field(40, "num_active_lengths"),
    ]
}

extension FITProfile.Meaning {
    /// A value's text; nil where it means none.
    func text(of value: FITValue) -> String? {
        switch (self, value) {
        case (.number(let scale), .integer(let number)): Self.decimal(number, over: scale)
        case (.number, .real(let number)): String(number)
        case (.word(let words), .integer(let number)): words[number] ?? String(number)
        case (.time, .integer(let seconds)) where seconds >= FITProfile.firstTime:
            InstantText.utc(seconds + FITProfile.epoch)
        case (.text, .text(let bytes)): String(validating: bytes, as: UTF8.self)
        default: nil
        }
    }

    /// A quotient as an exact decimal, of up to six decimals.
    private static func decimal(_ number: Int, over scale: Int) -> String {
        guard scale > 1 else { return String(number) }
        let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
        let sign = number < 0 ? "-" : ""
        guard rest > 0 else { return sign + String(whole) }
        var digits = String(1_000_000 + rest * 1_000_000 / UInt(scale)).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
