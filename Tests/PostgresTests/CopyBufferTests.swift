import Postgres
import Testing

/// What is written in binary comes back as the text that PostgreSQL itself gives such a value.
@Suite struct CopyBufferTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var type: String
        var expected: String?
        var write: @Sendable (inout CopyBuffer) -> Void
        var testDescription: String { "\(type) \(expected ?? "null")" }

        init(_ type: String, _ expected: String?, _ write: @escaping @Sendable (inout CopyBuffer) -> Void) {
            self.type = type
            self.expected = expected
            self.write = write
        }
    }

    static let cases: [Case] = [
        Case("text", nil) { $0.null() },
        Case("boolean", "t") { $0.bool(true) },
        Case("boolean", "f") { $0.bool(false) },
        Case("smallint", "-32768") { $0.int16(.min) },
        Case("integer", "-2147483648") { $0.int32(.min) },
        Case("integer", "2147483647") { $0.int32(.max) },
        Case("bigint", "-9223372036854775808") { $0.int64(.min) },
        Case("bigint", "9223372036854775807") { $0.int64(.max) },
        Case("double precision", "0.1") { $0.double(0.1) },
        Case("uuid", "00112233-4455-6677-8899-aabbccddeeff") {
            $0.uuid(hi: 0x0011_2233_4455_6677, lo: 0x8899_aabb_ccdd_eeff)
        },
        Case("uuid", "ffffffff-ffff-ffff-ffff-ffffffffffff") { $0.uuid(hi: .max, lo: .max) },
        Case("text", "") { $0.text("") },
        Case("text", "se\u{f1}or L\u{f3}pez \u{26be}\n\\N \\.\t\"'") {
            $0.text("se\u{f1}or L\u{f3}pez \u{26be}\n\\N \\.\t\"'")
        },
        Case("bytea", "\\x00ff0a") { buffer in
            ([0x00, 0xff, 0x0a] as [UInt8]).withUnsafeBytes { buffer.bytea($0) }
        },
        Case("jsonb", "{\"a\": [1, null]}") { $0.jsonb("{\"a\":[1,null]}") },
        Case("date", "2000-01-01") { $0.date(daysSince2000: 0) },
        Case("date", "1999-12-31") { $0.date(daysSince2000: -1) },
        Case("date", "2024-02-29") { $0.date(daysSince2000: 8825) },
        Case("date", "0001-01-01") { $0.date(daysSince2000: -730_119) },
        Case("timestamptz", "2000-01-01 00:00:00.000001+00") { $0.timestamp(microsSince2000: 1) },
        Case("timestamptz", "1999-12-31 23:59:59.999999+00") { $0.timestamp(microsSince2000: -1) },
        Case("timestamp", "2024-02-29 12:00:00") { $0.timestamp(microsSince2000: (8825 * 86400 + 43200) * 1_000_000) },
        Case("time", "23:59:59.999999") { $0.time(microsSinceMidnight: 86_399_999_999) },
        Case("time", "24:00:00") { $0.time(microsSinceMidnight: 86_400_000_000) },
        Case("uuid[]", "{00000000-0000-0001-0000-000000000002,NULL}") { buffer in
            let mark = buffer.beginArray(of: .uuid, count: 2)
            buffer.uuid(hi: 1, lo: 2)
            buffer.null()
            buffer.endArray(mark)
        },
        Case("bigint[]", "{-1,2}") { buffer in
            let mark = buffer.beginArray(of: .bigint, count: 2)
            buffer.int64(-1)
            buffer.int64(2)
            buffer.endArray(mark)
        },
        Case("text[]", "{}") { buffer in buffer.endArray(buffer.beginArray(of: .text, count: 0)) },
    ]

    @Test(arguments: cases)
    func roundTrip(_ given: Case) throws {
        let connection = try Scratch.connection()
        try connection.run("create temp table target (value \(given.type))")
        let count = try connection.copy(into: Identifier("pg_temp.target"), columns: ["value"]) {
            writer throws(DatabaseError) in
            writer.buffer.beginRow(fields: 1)
            given.write(&writer.buffer)
            try writer.endRow()
        }
        #expect(count == 1)
        #expect(try connection.value("select value::text from pg_temp.target") == spelled(given))
        #expect(
            try connection.rows(
                "select 1 from pg_temp.target where value is not distinct from cast($1 as \(given.type))",
                [given.expected]
            ).count == 1)
    }

    /// `boolean::text` says true and false, the cast from text takes both.
    private func spelled(_ given: Case) -> String? {
        guard given.type == "boolean" else { return given.expected }
        return given.expected == "t" ? "true" : "false"
    }

    /// Decimal numbers: mantissa, scale, sign, and what PostgreSQL shows.
    @Test func numericEveryMantissaAndScale() throws {
        let mantissas: [UInt64] = [
            0, 1, 5, 9, 10, 85, 99, 100, 855, 999, 1000, 8550, 9999, 10000, 10001, 99999, 100_000, 12_345_678,
            99_990_000, 100_000_000, 100_000_001, 1_000_000_000_000, 999_999_999_999_999_999,
            1_000_000_000_000_000_000, 10_000_000_000_000_000_000, .max,
        ]
        let scales = Array(0...22) + [16383]
        try compare(mantissas.flatMap { mantissa in scales.map { (mantissa, $0) } })
    }

    @Test func numericAtRandom() throws {
        var generator = SystemRandomNumberGenerator()
        let pairs = (0..<20000).map { _ in
            (UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0...63), Int.random(in: 0...24))
        }
        try compare(pairs)
    }

    private func compare(_ pairs: [(UInt64, Int)]) throws {
        let connection = try Scratch.connection()
        try connection.run("create temp table target (number int, short numeric, long numeric, text text)")
        let columns = ["number", "short", "long", "text"]
        try connection.copy(into: Identifier("pg_temp.target"), columns: columns) { writer throws(DatabaseError) in
            for (index, pair) in pairs.enumerated() {
                let negative = index % 3 == 0
                let (mantissa, scale) = pair
                writer.buffer.beginRow(fields: 4)
                writer.buffer.int32(Int32(index))
                writer.buffer.numeric(mantissa: mantissa, scale: scale, negative: negative)
                var digits = "000\(mantissa)"
                let fits = digits.withUTF8 {
                    writer.buffer.numeric(digits: UnsafeRawBufferPointer($0), scale: scale, negative: negative)
                }
                #expect(fits)
                writer.buffer.text(decimal(mantissa, scale, negative))
                try writer.endRow()
            }
        }
        var wrong: [String] = []
        try connection.each(
            """
            select text, short::text, long::text from pg_temp.target
            where short::text <> text::numeric::text or long::text <> text::numeric::text
                or scale(short) <> scale(text::numeric)
                or numeric_send(short) <> numeric_send(text::numeric)
                or numeric_send(long) <> numeric_send(text::numeric)
            """
        ) { row throws(DatabaseError) in wrong.append(row.texts.map { $0 ?? "null" }.joined(separator: " ")) }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
        #expect(try connection.value("select count(*) from pg_temp.target") == "\(pairs.count)")
    }

    private func decimal(_ mantissa: UInt64, _ scale: Int, _ negative: Bool) -> String {
        var digits = String(mantissa)
        if digits.count <= scale { digits = String(repeating: "0", count: scale - digits.count + 1) + digits }
        let point = digits.index(digits.endIndex, offsetBy: -scale)
        let text = scale == 0 ? digits : "\(digits[..<point]).\(digits[point...])"
        return (negative ? "-" : "") + text
    }

    struct Long: Sendable, CustomTestStringConvertible {
        var digits: String
        var scale: Int
        var expected: String
        var testDescription: String { "\(digits.count) digits, \(scale) behind the point" }

        init(_ digits: String, _ scale: Int, _ expected: String) {
            self.digits = digits
            self.scale = scale
            self.expected = expected
        }
    }

    static let long: [Long] = [
        Long("12345678901234567890123456789", 10, "1234567890123456789.0123456789"),
        Long(String(repeating: "9", count: 1000), 0, String(repeating: "9", count: 1000)),
        Long("1" + String(repeating: "0", count: 131_071), 0, "1" + String(repeating: "0", count: 131_071)),
        Long(String(repeating: "0", count: 40) + "7", 20, "0.00000000000000000007"),
        Long("", 0, "0"), Long("0000", 2, "0.00"), Long("8550", 2, "85.50"),
    ]

    @Test(arguments: long)
    func numericOfManyDigits(_ given: Long) throws {
        let connection = try Scratch.connection()
        try connection.run("create temp table target (value numeric)")
        try connection.copy(into: Identifier("pg_temp.target"), columns: ["value"]) { writer throws(DatabaseError) in
            writer.buffer.beginRow(fields: 1)
            var digits = given.digits
            let fits = digits.withUTF8 {
                writer.buffer.numeric(digits: UnsafeRawBufferPointer($0), scale: given.scale, negative: false)
            }
            #expect(fits)
            try writer.endRow()
        }
        #expect(try connection.value("select value::text from pg_temp.target") == given.expected)
    }

    @Test func numericRefusesWhatItCannotHold() {
        var buffer = CopyBuffer()
        func fits(_ text: String, _ scale: Int) -> Bool {
            var text = text
            return text.withUTF8 { buffer.numeric(digits: UnsafeRawBufferPointer($0), scale: scale, negative: false) }
        }
        #expect(!fits("12a", 0))
        #expect(!fits("1", 16384))
        #expect(!fits(String(repeating: "1", count: 131_073), 0))
        #expect(buffer.count == 0)
    }
}
