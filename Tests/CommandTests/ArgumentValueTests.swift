import Command
import Records
import Testing

@Suite struct ArgumentValueTests {
    @Test(arguments: [
        "postgresql://anna:secret@db/app", "postgres://anna:@db/app", "postgresql://db/app?password=secret",
        "postgresql://db/app?x=1&PASSWORD=secret", "postgresql://db/app?pass%77ord=secret",
        "postgresql://anna:se/cr@et@db/app", "host=db password=secret", "host=db Password = secret",
    ])
    func passwordsAreRefusedAndNotRepeated(url: String) {
        #expect(throws: UsageError.passwordInURL) { try Parser.parse(["run", "--database", url]) }
        #expect(throws: UsageError.passwordInURL) { try Parser.parse(["run", "--database=\(url)"]) }
        #expect(!UsageError.passwordInURL.message.contains("secret"))
    }

    @Test(arguments: [
        "postgresql://anna@db:5432/app", "postgresql:///app?host=/run/postgresql", "host=db dbname=app",
        "postgresql://[::1]:5432/app",
    ])
    func connectionsWithoutPassword(url: String) throws {
        #expect(try DatabaseAddress(argument: url) == .connection(url))
    }

    @Test(arguments: [
        ("1970-01-01", 0), ("2000-02-29", 951_782_400_000_000), ("1969-12-31T23:59:59Z", -1_000_000),
        ("2026-05-31T18:30:00.5Z", 1_780_252_200_500_000), ("2026-05-31 20:30:00.5+02:00", 1_780_252_200_500_000),
        ("2026-05-31T14:30:00.500000-0400", 1_780_252_200_500_000),
    ])
    func instants(text: String, microseconds: Int) throws {
        #expect(try PointInTime(argument: text).microseconds == microseconds)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01", "2026-02-29", "2026-05-31T18:30", "2026-05-31T24:00:00Z", "2026-05-31Z",
        "2026-05-31T18:30:00Z ", "tomorrow", "2026-05-31T18:30:00+2",
    ])
    func noInstants(text: String) {
        #expect(throws: ValueFault.notUnderstood) { try PointInTime(argument: text) }
    }

    @Test(arguments: [
        ("0%", 0), ("2.5%", 250), ("0.05%", 5), ("0.50%", 50), ("100%", 10_000), ("100.00%", 10_000),
    ])
    func percentages(text: String, hundredths: Int) throws {
        let share = try #require(Percentage(text))
        #expect(share.hundredths == hundredths)
        #expect(Percentage(share.description) == share)
        #expect(RejectLimit(text) == .share(share))
        #expect(RejectLimit(RejectLimit.share(share).description) == .share(share))
    }

    @Test(arguments: [("0", 0), ("12", 12)])
    func limits(text: String, records: Int) {
        #expect(RejectLimit(text) == .records(records))
        #expect(RejectLimit.records(records).description == text)
    }

    @Test(arguments: ["", "%", "-1", "+1", "1.5", "101%", "100.01%", "2.555%", "99999999999999999999", "1 %", ".5%"])
    func noLimits(text: String) { #expect(RejectLimit(text) == nil) }

    @Test(arguments: [("1%", 99.0), ("2.5%", 39), ("25%", 3), ("50%", 1), ("100%", 0)])
    func paces(text: String, pause: Double) throws {
        #expect(try Pace(argument: text).pause(after: 1) == pause)
    }

    @Test(arguments: ["", "%", "0%", "0.99%", "100.01%", "25", "-25%", "25 %", "0.25", "fast"])
    func noPaces(text: String) {
        #expect(throws: ValueFault.notUnderstood) { try Pace(argument: text) }
    }

    @Test func limitsAreExceededByMoreNotByAsMany() throws {
        let share = try #require(RejectLimit("2.5%"))
        #expect(!share.isExceeded(by: 25, of: 1000))
        #expect(share.isExceeded(by: 26, of: 1000))
        #expect(share.isExceeded(by: .max, of: 1))
        #expect(!RejectLimit.records(3).isExceeded(by: 3, of: 3))
    }

    @Test(arguments: [("36h", 129_600), ("2d", 172_800), ("90min", 5_400), ("5m", 300), ("7s", 7)])
    func ages(text: String, seconds: Int) throws { #expect(try Age(argument: text).seconds == seconds) }

    @Test(arguments: ["", "h", "3", "-3h", "3 h", "3y", "9999999999999999d"])
    func noAges(text: String) { #expect(throws: ValueFault.notUnderstood) { try Age(argument: text) } }
}
