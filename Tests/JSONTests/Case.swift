import Testing

/// A text and what becomes of it.
struct Case: CustomTestStringConvertible, Sendable {
    enum Verdict: Sendable { case accepted, refused }

    let name: String
    let text: [UInt8]

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = Array(text.utf8)
    }

    init(_ name: String, bytes: [UInt8]) {
        self.name = name
        text = bytes
    }

    var testDescription: String { name }
}

extension Case {
    /// Written from the grammar of RFC 8259.
    static let accepted: [Case] = [
        Case("object without members", "{}"), Case("array without elements", "[]"),
        Case("blanks around", " \t\r\n[ \n] \r\n"),
        Case("blanks between all tokens", "{ \"a\" : [ 1 , 2 ] , \"b\" : null }"),
        Case("a lone string", "\"word\""), Case("a lone empty string", "\"\""), Case("a lone number", "17"),
        Case("a lone negative number", "-0.25"), Case("lone true", "true"), Case("lone false", "false"),
        Case("lone null", "null"), Case("line break behind a lone value", "null\n"),
        Case("zero", "[0]"), Case("minus zero", "[-0]"), Case("one digit", "[7]"), Case("fraction", "[0.5]"),
        Case("zeros behind the point", "[1.000]"), Case("exponent", "[1e5]"), Case("capital exponent", "[1E5]"),
        Case("plus in the exponent", "[1e+5]"), Case("minus in the exponent", "[1E-5]"),
        Case("zeros before the exponent's digits", "[1e005]"), Case("fraction and exponent", "[-12.5e-3]"),
        Case("exponent of zero", "[0e0]"), Case("beyond 2^53", "[9007199254740993]"),
        Case("beyond 2^64", "[123456789012345678901234567890]"), Case("beyond any double", "[1e400]"),
        Case("below any double", "[1e-400]"),
        Case("many digits behind the point", "[0.123456789012345678901234567890]"),
        Case("escaped quote", #"["\""]"#), Case("escaped backslash at the end", #"["a\\"]"#),
        Case("all short escapes", #"["\"\\\/\b\f\n\r\t"]"#), Case("escaped letter", #"["\u0041"]"#),
        Case("digits of either case", #"["\uaBcD"]"#), Case("a pair of surrogates", #"["\uD83C\uDFC3"]"#),
        Case("escape of U+FFFF", #"["\uFFFF"]"#), Case("escape of U+0000", #"["\u0000"]"#),
        Case("backslashes in a row", #"["\\\\\\\\"]"#), Case("backslash before a quote before a comma", #"["\\","b"]"#),
        Case("two bytes", "[\"é\"]"), Case("three bytes", "[\"投球\"]"), Case("four bytes", "[\"🏃\"]"),
        Case("U+2028 as it stands", "[\"\u{2028}\"]"), Case("U+007F as it stands", "[\"\u{7F}\"]"),
        Case("a noncharacter", "[\"\u{FFFE}\"]"), Case("last scalar", "[\"\u{10FFFF}\"]"),
        Case("brackets in a string", #"["[{,:}]"]"#), Case("empty key", #"{"":1}"#),
        Case("escaped key", #"{"\u0061":1}"#),
        Case("key with blanks", #"{"a b":1}"#), Case("key of a quote", #"{"\"":1}"#),
        Case("one key twice", #"{"a":1,"a":2}"#),
        Case("one key twice, once escaped", #"{"a":1,"\u0061":2}"#),
        Case("values of all kinds", #"[1,"a",true,false,null,{},[]]"#),
        Case("nested", #"{"a":[{"b":[[]]}]}"#),
        Case("arrays, 512 deep", String(repeating: "[", count: 512) + String(repeating: "]", count: 512)),
        Case("a long string", "[\"" + String(repeating: "x", count: 300_000) + "\"]"),
        Case("a long number", "[" + String(repeating: "9", count: 300_000) + "]"),
        Case("long blanks", "[" + String(repeating: " ", count: 300_000) + "1]"),
        Case("many elements", "[" + String(repeating: "1,", count: 100_000) + "1]"),
        Case("long strings of quotes", "[\"" + String(repeating: #"\""#, count: 150_000) + "\"]"),
        Case("long strings of backslashes", "[\"" + String(repeating: #"\\"#, count: 150_000) + "\"]"),
        Case(
            "many long strings",
            "[" + String(repeating: "\"" + String(repeating: "é", count: 9000) + "\",", count: 30) + "1]"),
    ]

    static let refused: [Case] = [
        Case("nothing", ""), Case("a blank", " "), Case("line breaks only", "\n\n"), Case("open array", "["),
        Case("open object", "{"), Case("closing bracket", "]"), Case("closing brace", "}"),
        Case("array closed as object", "[}"),
        Case("object closed as array", "{]"), Case("value, then nothing", "[1"), Case("comma, then nothing", "[1,"),
        Case("comma before the end", "[1,]"), Case("comma first", "[,1]"), Case("comma alone", "[,]"),
        Case("two commas", "[1,,2]"),
        Case("no comma", "[1 2]"), Case("no comma between strings", #"["a""b"]"#),
        Case("colon in an array", #"["a":1]"#),
        Case("semicolon", "[1;2]"), Case("array closed twice", "[1]]"), Case("object closed twice", "{}}"),
        Case("two documents", "[][]"), Case("two documents, two lines", "{}\n{}"), Case("two numbers", "1 2"),
        Case("text behind", "[1] x"), Case("comment behind", "[1]//"), Case("comment before", "/**/[1]"),
        Case("comment inside", "[1/**/]"),
        Case("hash behind", "{}#"), Case("comma behind", "[1],"), Case("quote behind", "[1]\""),
        Case("NUL behind", "[1]\0"),
        Case("a form feed as blank", "[\u{0C}1]"), Case("a vertical tab as blank", "[\u{0B}1]"),
        Case("a no-break space", "[\u{A0}1]"),
        Case("U+2060 as blank", "[\u{2060}1]"), Case("a byte order mark inside", "[\u{FEFF}1]"),
        Case("key, then nothing", #"{"a""#), Case("colon, then nothing", #"{"a":"#),
        Case("member, then nothing", #"{"a":1"#),
        Case("comma, then nothing, in an object", #"{"a":1,"#), Case("comma before the brace", #"{"a":1,}"#),
        Case("comma first in an object", #"{,"a":1}"#),
        Case("two commas in an object", #"{"a":1,,"b":2}"#), Case("no colon", #"{"a" 1}"#),
        Case("two colons", #"{"a"::1}"#), Case("no value", #"{"a":}"#),
        Case("key alone", #"{"a"}"#), Case("number as key", "{1:1}"), Case("word as key", "{true:1}"),
        Case("bare key", "{a:1}"), Case("key in single quotes", "{'a':1}"),
        Case("array as key", #"{[]:1}"#), Case("comma for colon", #"{"a",1}"#), Case("values in an object", #"{1,2}"#),
        Case("missing key", "{:1}"),
        Case("plus", "[+1]"), Case("minus alone", "[-]"), Case("two minuses", "[--1]"),
        Case("zero before a digit", "[01]"), Case("minus zero before a digit", "[-01]"),
        Case("two zeros", "[00]"), Case("point first", "[.5]"), Case("minus, then point", "[-.5]"),
        Case("point last", "[1.]"), Case("point before the exponent", "[1.e5]"),
        Case("two points", "[1.2.3]"), Case("exponent without digits", "[1e]"), Case("exponent of a sign", "[1e+]"),
        Case("two signs", "[1e+-1]"), Case("two exponents", "[1e1e1]"),
        Case("fraction in the exponent", "[1e1.5]"), Case("hexadecimal", "[0x1F]"), Case("underscore", "[1_000]"),
        Case("comma as decimal mark, then text", "[1,5x]"),
        Case("letter behind", "[1a]"), Case("quote behind a number", #"[1"a"]"#),
        Case("string behind a word", #"[true"a"]"#), Case("NaN", "[NaN]"), Case("nan", "[nan]"),
        Case("Infinity", "[Infinity]"), Case("minus Infinity", "[-Infinity]"), Case("inf", "[inf]"),
        Case("other digits", "[１]"), Case("blank inside a number", "[1 .5]"), Case("blank behind the minus", "[- 1]"),
        Case("NUL behind a number", "[1\0]"), Case("U+0660", "[\u{660}]"),
        Case("capital word", "[True]"), Case("half a word", "[tru]"), Case("word with a tail", "[truest]"),
        Case("nul", "[nul]"), Case("nulls", "[nulls]"), Case("falsey", "[falsey]"), Case("undefined", "[undefined]"),
        Case("a word at the end of a text", "fals"),
        Case("single quotes", "['a']"), Case("no quotes", "[a]"), Case("open string", "[\"a]"),
        Case("a lone quote", "\""), Case("quote last", "[\""), Case("backslash last", #"["\"#),
        Case("open behind a backslash", #"["a\"]"#),
        Case("line break in a string", "[\"a\nb\"]"), Case("tab in a string", "[\"a\tb\"]"),
        Case("NUL in a string", "[\"a\0b\"]"), Case("U+001F in a string", "[\"\u{1F}\"]"),
        Case("unknown escape", #"["\a"]"#), Case("escape of x", #"["\x41"]"#), Case("escaped single quote", #"["\'"]"#),
        Case("octal escape", #"["\012"]"#), Case("escaped line break", "[\"\\\n\"]"), Case("escaped NUL", "[\"\\\0\"]"),
        Case("capital escape", #"["\N"]"#), Case("capital U", #"["\U0041"]"#),
        Case("u and three digits", #"["\u004"]"#), Case("u and no digits", #"["\u"]"#),
        Case("u and a letter", #"["\u00G0"]"#), Case("u in braces", #"["\u{41}"]"#),
        Case("half a second half", #"["\uD834\uDd"]"#), Case("escaped emoji", "[\"\\🏃\"]"),
        Case("bad escape in a key", #"{"\q":1}"#),
        Case("backslash outside", #"[\"a"]"#), Case("escape outside", #"[\u0041]"#), Case("backslash alone", #"[\]"#),
        Case("an asterisk", "[*]"), Case("an at sign", "@"), Case("angle brackets", "<null>"),
        Case("a parenthesis", "(1)"), Case("an equals sign", #"{"a"=1}"#), Case("ellipsis", "[1,…]"),
        Case("lone continuation byte", bytes: Array("[\"".utf8) + [0x80] + Array("\"]".utf8)),
        Case("cut sequence", bytes: Array("[\"".utf8) + [0xE2, 0x82] + Array("\"]".utf8)),
        Case("overlong slash", bytes: Array("[\"".utf8) + [0xC0, 0xAF] + Array("\"]".utf8)),
        Case("a surrogate's bytes", bytes: Array("[\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"]".utf8)),
        Case("beyond U+10FFFF", bytes: Array("[\"".utf8) + [0xF4, 0x90, 0x80, 0x80] + Array("\"]".utf8)),
        Case("byte FF", bytes: Array("[\"".utf8) + [0xFF] + Array("\"]".utf8)),
        Case("Latin-1", bytes: Array("[\"caf".utf8) + [0xE9] + Array("\"]".utf8)),
        Case("bad byte outside", bytes: [0x5B, 0xFF, 0x5D]), Case("cut at the end", bytes: Array("[\"a".utf8) + [0xE2]),
        Case("UTF-16", bytes: Array("[1]".utf8).flatMap { [$0, 0] }),
        Case("arrays, 513 deep", String(repeating: "[", count: 513) + String(repeating: "]", count: 513)),
        Case("arrays, 100,000 deep and open", String(repeating: "[", count: 100_000)),
        Case("objects, 100,000 deep and open", String(repeating: #"{"a":"#, count: 100_000)),
        Case("arrays, 100,000 deep", String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)),
        Case("bad far behind", "[" + String(repeating: "1,", count: 200_000) + "x]"),
        Case("cut far behind", "[" + String(repeating: "\"a\",", count: 100_000) + "\"b"),
        Case(
            "bad byte far behind",
            bytes: Array(("[" + String(repeating: "1,", count: 200_000) + "\"").utf8) + [0xFF] + Array("\"]".utf8)),
        Case("closed far too early", "[1]" + String(repeating: " ", count: 400_000) + "]"),
    ]
}
