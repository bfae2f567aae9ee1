/// Activities as watches write them, invented.
public enum InventedActivity {
    /// 1 May 2026, 16:30 UTC: half past nine in California.
    private static let morning = 1_777_653_000 - FITFile.epoch

    /// A ride of 40 minutes in two laps, with a heart rate every ten seconds, by a clock seven hours behind UTC.
    public static func ride() -> [UInt8] {
        var file = FITFile()
        let start = morning
        file.add(0, [(0, .word(4)), (1, .short(1)), (2, .short(3121)), (4, .long(start))])
        file.add(12, [(0, .word(2)), (1, .word(7)), (3, .text("Bike"))])
        for second in stride(from: 0, to: 2400, by: 10) {
            let beats = second == 600 ? nil : 110 + second / 60
            file.add(
                20,
                [
                    (253, .long(start + second)), (0, .signed(566_231_000 + second * 300)), (1, .signed(98_113_000)),
                    (5, .long(second * 800)), (3, .byte(beats)),
                ])
            if second == 1190 { file.add(19, lap(0, start, 1200, 960_000, average: 119, sport: 2)) }
        }
        file.add(19, lap(1, start + 1200, 1200, 956_050, average: 139, sport: 2))
        file.add(
            18,
            session(
                start, 2400, timer: 2340, 1_916_050, sport: 2, sub: 7, climb: 212, average: 129, maximum: 149,
                laps: 0..<2))
        file.add(34, [(253, .long(start + 2400)), (1, .short(1)), (5, .long(start + 2400 - 25_200))])
        return file.bytes()
    }

    /// A swim in a pool and a run with a transition, by a watch without a heart rate; big endian, header of 12 bytes.
    public static func multisport() -> [UInt8] {
        var file = FITFile(isBigEndian: true)
        let start = morning + 86_400
        file.add(0, [(0, .word(4)), (1, .short(294)), (4, .long(start))])
        file.add(19, lap(0, start, 300, 40_000, average: nil, sport: 5))
        file.add(19, lap(1, start + 300, 310, 40_000, average: nil, sport: 5))
        file.add(
            18,
            session(
                start, 610, timer: 600, 80_000, sport: 5, sub: 17, climb: nil, average: nil, maximum: nil, laps: 0..<2))
        file.add(19, lap(2, start + 610, 60, 0, average: nil, sport: 3))
        file.add(
            18,
            session(
                start + 610, 60, timer: 60, 0, sport: 3, sub: 0, climb: nil, average: nil, maximum: nil, laps: 2..<3))
        file.add(19, lap(3, start + 670, 1500, 500_000, average: nil, sport: 1))
        file.add(
            18,
            session(
                start + 670, 1500, timer: 1500, 500_000, sport: 1, sub: 3, climb: 45, average: nil, maximum: nil,
                laps: 3..<4))
        return file.bytes(headerSize: 12, version: 0x10)
    }

    /// A hall's bicycle, then strength: no place on Earth, sets of two exercises with a rest, in chained files.
    public static func indoor() -> [UInt8] {
        var ride = FITFile()
        let start = morning + 2 * 86_400
        ride.add(0, [(0, .word(4)), (1, .short(260)), (4, .long(start))])
        ride.add(20, [(253, .long(start)), (3, .byte(98))])
        for second in stride(from: 8, to: 64, by: 8) {
            ride.add(20, [(3, .byte(98 + second))], compressedTime: start + second)
        }
        ride.add(
            18,
            session(start, 64, timer: 64, 52_000, sport: 2, sub: 58, climb: 0, average: 120, maximum: 154, laps: 0..<0))
        var strength = FITFile()
        let later = start + 3600
        strength.add(0, [(0, .word(4)), (1, .short(1)), (4, .long(later))])
        for (number, set) in [(0, 10, 60 * 16), (0, 0, 0), (0, 8, 62 * 16 + 8), (28, 5, 100 * 16)].enumerated() {
            let isRest = set.1 == 0
            strength.add(
                225,
                [
                    (254, .long(later + 60 * number)), (0, .long(30_000)), (3, .short(isRest ? nil : set.1)),
                    (4, .short(isRest ? nil : set.2)), (5, .byte(isRest ? 0 : 1)), (6, .long(later + 60 * number)),
                    (7, .shorts([isRest ? nil : set.0, nil])), (10, .short(number)),
                ])
        }
        strength.add(
            18,
            session(
                later, 300, timer: 300, nil, sport: 10, sub: 20, climb: nil, average: 101, maximum: 131, laps: 0..<0))
        return ride.bytes() + strength.bytes()
    }

    /// A day of a watch: whole times, times of 16 bits, the resting heart rate, and a scale's weight.
    public static func day() -> [UInt8] {
        var file = FITFile()
        let start = morning
        file.add(0, [(0, .word(32)), (1, .short(1)), (4, .long(start))])
        file.add(103, [(253, .long(start)), (0, .long(start - 25_200))])
        file.add(55, [(253, .long(start)), (27, .byte(61))])
        for minute in 1...3 {
            file.add(55, [(26, .short((start + 60 * minute) & 0xFFFF)), (27, .byte(61 + minute))])
        }
        file.add(211, [(253, .long(start + 240)), (0, .byte(52)), (1, .byte(51))])
        file.add(30, [(253, .long(start + 300)), (0, .short(6034)), (1, .short(2180)), (13, .short(213))])
        return file.bytes()
    }

    private static func lap(
        _ number: Int, _ start: Int, _ seconds: Int, _ centimetres: Int, average: Int?, sport: Int
    ) -> [FITFile.Field] {
        [
            (254, .short(number)), (253, .long(start + seconds)), (2, .long(start)), (7, .long(seconds * 1000)),
            (8, .long(seconds * 1000)), (9, .long(centimetres)), (15, .byte(average)), (23, .word(0)),
            (25, .word(sport)),
        ]
    }

    private static func session(
        _ start: Int, _ seconds: Int, timer: Int, _ centimetres: Int?, sport: Int, sub: Int, climb: Int?, average: Int?,
        maximum: Int?, laps: Range<Int>
    ) -> [FITFile.Field] {
        [
            (254, .short(0)), (253, .long(start + seconds)), (2, .long(start)), (5, .word(sport)), (6, .word(sub)),
            (7, .long(seconds * 1000)), (8, .long(timer * 1000)), (9, .long(centimetres)), (11, .short(seconds / 6)),
            (22, .short(climb)), (16, .byte(average)), (17, .byte(maximum)), (25, .short(laps.lowerBound)),
            (26, .short(laps.count)),
        ]
    }
}
