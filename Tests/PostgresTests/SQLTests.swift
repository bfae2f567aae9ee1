import Postgres
import Testing

@Suite struct SQLTests {
    struct Rendering: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sql: SQL
        let text: String

        init(_ name: String, _ sql: SQL, _ text: String) { (testDescription, self.sql, self.text) = (name, sql, text) }
    }

    private static let owners: SQL = "\(bind: ["a", "b"])::text[]"

    static let renderings = [
        Rendering("text", "select 1", "select 1"),
        Rendering("a name", "select \(id: "my \"own\".column")", #"select "my ""own"".column""#),
        Rendering("a qualified name", "from \(Identifier("public.users"))", #"from "public"."users""#),
        Rendering("names", "(\(["a", "b"].map { Identifier($0) }))", #"("a", "b")"#),
        Rendering(
            "constants", "\(literal: "it's") \(literal: 7) \(literal: true) \(literal: nil)", "'it''s' 7 true null"),
        Rendering("raw", "select \(raw: "now()")", "select now()"),
        Rendering("parameters", "\(bind: "a") = \(bind: 1)", "$1 = $2"),
        Rendering("parts are numbered in order", "\(bind: 1), \("\(bind: 2)" as SQL), \(bind: 3)", "$1, $2, $3"),
        Rendering(
            "a part that comes twice brings its values once", "\(owners) \(bind: 1) \(owners)",
            "$1::text[] $2 $1::text[]"),
        Rendering("lists", "\(["a = \(bind: 1)", "b = \(bind: 2)"] as [SQL])", "a = $1, b = $2"),
        Rendering("joined", (["a", "b"] as [SQL]).joined(separator: " or "), "a or b"),
        Rendering("letters of several bytes", "'größer' = \(bind: "x") and 'ä'", "'größer' = $1 and 'ä'"),
    ]

    @Test(arguments: renderings) func rendersIts(_ rendering: Rendering) {
        #expect(rendering.sql.description == rendering.text)
    }

    @Test func bindsWhatItIsGiven() throws {
        let connection = try Scratch.connection()
        let hostile = "'; drop table x; -- \\ \" {"
        let list: [String?] = ["a,b", "\"", "\\", nil, "NULL", "", "{}", hostile]
        let sql: SQL = """
            select \(bind: hostile)::text as text, \(bind: -5)::integer as number, \(bind: true)::boolean as flag,
                \(bind: String?.none)::text as nothing, \(bind: list)::text[] as list, '{}'::text[] as none,
                array[1, 2] as numbers
            """
        let row = try #require(try connection.row(sql))
        #expect(try row["text"] == hostile)
        #expect(try row["number"] == -5)
        #expect(try row["flag"] == true)
        #expect(try row["nothing"] == String?.none)
        #expect(try row["list"] == list)
        #expect(try row["none"] == [String]())
        #expect(try row["numbers"] == [1, 2])
    }

    @Test func aColumnThatIsNotWhatWasAskedForIsAnError() throws {
        let connection = try Scratch.connection()
        let sql: SQL = "select 'secret' as word, null::integer as nothing, 300 as number"
        let row = try #require(try connection.row(sql))
        func refusal(_ read: () throws(DatabaseError) -> Void) -> String {
            do { try read() } catch { return error.description }
            return "none"
        }
        #expect(refusal { () throws(DatabaseError) in let _: Int = try row["wrd"] } == "the result has no column wrd")
        #expect(
            refusal { () throws(DatabaseError) in let _: Int = try row["word"] }
                == "column word is of another type, expected a whole number")
        #expect(
            refusal { () throws(DatabaseError) in let _: Int = try row["nothing"] }
                == "column nothing is null, expected a whole number")
        #expect(
            refusal { () throws(DatabaseError) in let _: Bool = try row["number"] }
                == "column number is of another type, expected true or false")
    }

    @Test func rowsAreReadByNameAndType() throws {
        let connection = try Scratch.connection()
        let numbers: SQL = "select n, n % 2 = 0 as is_even from generate_series(1, \(bind: 4)) as made (n)"
        #expect(try connection.rows(numbers).map { try $0["n"] as Int } == [1, 2, 3, 4])
        #expect(try connection.rows(numbers).map { try $0["is_even"] as Bool } == [false, true, false, true])
        #expect(try connection.values(numbers, of: Int.self) == [1, 2, 3, 4])
        #expect(try connection.value(numbers, as: Int.self) == 1)
        var sum = 0
        try connection.each(numbers) { row throws(DatabaseError) in sum += try row["n"] }
        #expect(sum == 10)
        let none: SQL = "select 1 as n where false"
        #expect(try connection.value(none, as: Int.self) == nil)
        let null: SQL = "select null::integer as n"
        #expect(try connection.value(null, as: Int.self) == nil)
        #expect(try connection.values(null, of: Int.self) == [])
    }

    @Test func aRowOutlivesItsStatement() throws {
        let connection = try Scratch.connection()
        let word: SQL = "select 'kept' as word"
        let row = try #require(try connection.row(word))
        _ = try connection.row("select 'other' as word" as SQL)
        #expect(try row["word"] == "kept")
    }

    @Test func aRefusedStatementLeavesTheConnectionUsable() throws {
        let connection = try Scratch.connection()
        let wrong: SQL = "select 1 / \(bind: 0)::integer as n"
        let error = #expect(throws: DatabaseError.self) { try connection.rows(wrong) }
        #expect(error?.sqlstate == "22012")
        let right: SQL = "select 1 as n"
        #expect(try connection.value(right, as: Int.self) == 1)
    }

    @Test func statementsOfOneShapeShareAPlan() throws {
        let connection = try Scratch.connection()
        connection.planning = .once
        for number in 1...3 {
            let sql: SQL = "select \(bind: number)::integer as n"
            #expect(try connection.value(sql, as: Int.self) == number)
        }
        connection.planning = .eachTime
        let plans: SQL = "select count(*) from pg_catalog.pg_prepared_statements"
        #expect(try connection.value(plans, as: Int.self) == 1)
    }
}
