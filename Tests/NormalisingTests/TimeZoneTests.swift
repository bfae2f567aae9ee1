import Foundation
import Records
import Testing

@Suite struct TimeZoneTests {
    /// Noon of days long after the last transition that any file holds, as the system's own library reckons them.
    @Test(arguments: [
        "America/New_York", "Europe/Lisbon", "Australia/Lord_Howe", "America/Santiago", "Asia/Tokyo",
        "Africa/Casablanca",
        "America/Nuuk", "Asia/Jerusalem", "Pacific/Auckland", "Etc/GMT+5",
    ])
    func laterYearsFollowTheRule(name: String) throws {
        let zone = try #require(try TimeZone(named: name))
        let theirs = try #require(NSTimeZone(name: name))
        for year in [1985, 2026, 2037, 2038, 2041, 2072] {
            for day in stride(from: 0, to: 365, by: 5) {
                let seconds = try #require(Civil.days(year: year, month: 1, day: 1)) * 86_400 + day * 86_400 + 43_200
                let date = Date(timeIntervalSince1970: Double(seconds))
                #expect(zone.offset(at: seconds) == theirs.secondsFromGMT(for: date), "\(name) \(date)")
            }
        }
    }

    @Test(arguments: [
        ("EST5EDT,M3.2.0,M11.1.0", 2026, ["1772953200 -14400", "1793512800 -18000"]),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2026, ["1774746000 -3600", "1792890000 -7200"]),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", 2026, ["1775318400 36000", "1791043200 39600"]),
        ("XXX0YYY,J60/0,300", 2028, ["1835481600 3600", "1856221200 0"]),
        ("JST-9", 2026, []),
    ])
    func transitionsOfARule(text: String, year: Int, expected: [String]) throws {
        let rule = try #require(TimeZone.Rule(text.utf8))
        #expect(rule.transitions(year: year).map { "\($0.at) \($0.offset)" } == expected)
    }

    @Test(arguments: [
        "", "ES5", "EST", "EST5EDT", "EST5EDT,M13.1.0,M11.1.0", "EST5EDT,M3.2.0", "EST5EDT,M3.2.0,M11.1.0,", "A",
    ])
    func whatIsNoRule(text: String) { #expect(TimeZone.Rule(text.utf8) == nil) }

    @Test("A name is unknown only where the system says that it has no such zone")
    func unknown() {
        #expect(TimeZone.isUnknown("Mars/Phobos"))
        #expect(TimeZone.isUnknown("../passwd"))
        #expect(!TimeZone.isUnknown("America/New_York"))
        #expect(!TimeZone.isUnknown("UTC"))
    }
}
