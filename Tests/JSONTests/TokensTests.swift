import CJSON
import JSON
import Seeding
import Testing

/// Where tokens start, 64 bytes at a time, against the same byte by byte.
@Suite("Tokens")
struct TokensTests {
    private struct Found: Equatable {
        var starts: [UInt32] = []
        var endsInString = false
        var hasControl = false
        var hasBackslash = false
        var hasHigh = false
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    private static func oneByOne(_ text: [UInt8]) -> Found {
        var found = Found()
        var (isEscaped, isInside, isInScalar) = (false, false, false)
        for (index, byte) in text.enumerated() {
            let isPlain = byte != quote || isEscaped
            isEscaped = byte == backslash && !isEscaped
            if byte == backslash { found.hasBackslash = true }
            if byte >= 0x80 { found.hasHigh = true }
            guard isPlain else {
                if !isInside, !isInScalar { found.starts.append(UInt32(index)) }
                (isInside, isInScalar) = (!isInside, false)
                continue
            }
            if isInside {
                if byte < 0x20 { found.hasControl = true }
            } else if "{}[]:,".utf8.contains(byte) {
                found.starts.append(UInt32(index))
                isInScalar = false
            } else if " \t\n\r".utf8.contains(byte) {
                isInScalar = false
            } else {
                if !isInScalar { found.starts.append(UInt32(index)) }
                isInScalar = true
            }
        }
        found.endsInString = isInside
        return found
    }

    private static func atOnce(_ text: [UInt8]) throws -> Found {
        var positions = [UInt32](repeating: .max, count: text.count + Int(CJSON_SLACK))
        let tokens = text.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { cjson_find_tokens($0, bytes.count, &positions) }
        }
        let found = try #require(tokens)
        #expect(positions[found.count] == text.count)
        return Found(
            starts: Array(positions[..<found.count]), endsInString: found.ends_in_string,
            hasControl: found.has_control, hasBackslash: found.has_backslash, hasHigh: found.has_high)
    }

    @Test("random texts", arguments: ["\\\"a,", "\\\\\\\"", "{}[]:,\"\" \t\n\r1-.etrue", "\"a\u{1}\u{1F}\u{7F}\\é "])
    func randomTexts(alphabet: String) throws {
        let bytes = Array(alphabet.utf8)
        var random = Seeded(64)
        for length in 1...400 {
            for _ in 0..<20 {
                let text = (0..<length).map { _ in bytes[random.next(bytes.count)] }
                let (expected, found) = (Self.oneByOne(text), try Self.atOnce(text))
                guard found == expected else {
                    Issue.record("\(String(decoding: text, as: UTF8.self)): \(found), expected \(expected)")
                    return
                }
            }
        }
    }

    @Test("every byte, alone and around the seam of two blocks")
    func everyByte() throws {
        for byte in UInt8.min...UInt8.max {
            for place in [0, 1, 62, 63, 64, 65, 127, 128] {
                for filler in [" ", "\"", "\\", "1", ","] {
                    var text = [UInt8](repeating: Array(filler.utf8)[0], count: 130)
                    text[place] = byte
                    #expect(try Self.atOnce(text) == Self.oneByOne(text), "\(byte) at \(place) among \(filler)")
                }
            }
            #expect(try Self.atOnce([byte]) == Self.oneByOne([byte]))
        }
    }
}

@Suite("Tokens of texts that may end anywhere")
struct CutTextTests {
    private static func shown(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        var tokens = Tokens(bytes[...])
        var shown: [String] = []
        while let token = tokens.next() {
            switch token {
            case .mark(let byte): shown.append(String(decoding: [byte], as: UTF8.self))
            case .string(let range): shown.append("s " + String(decoding: bytes[range], as: UTF8.self))
            case .word(let range): shown.append("w " + String(decoding: bytes[range], as: UTF8.self))
            }
        }
        return shown
    }

    @Test(
        "all tokens before the end, or before what breaks a rule",
        arguments: [
            (#"{"a" : [1, "b\"", true ] }"#, ["{", "s a", ":", "[", "w 1", ",", #"s b\""#, ",", "w true", "]", "}"]),
            ("", []), ("  ", []), ("7", ["w 7"]), ("\"\"", ["s "]), ("\"", []), (#"["a", "b"#, ["[", "s a", ","]),
            (#"["a\""#, ["["]), (#"["a\\""#, ["[", #"s a\\"#]), ("[\"a\nb\", 1]", ["["]),
            ("[1, 2\0, 3]", ["[", "w 1", ","]),
            (#"[1"a", 2]"#, ["[", #"w 1"a""#, ",", "w 2", "]"]), ("x y", ["w x", "w y"]),
        ])
    func tokens(_ text: String, _ expected: [String]) { #expect(Self.shown(text) == expected) }

    @Test("tokens of a slice are places in its whole")
    func slice() {
        let bytes = Array("xx[ \"a\"]".utf8)
        var tokens = Tokens(bytes[2...])
        #expect(tokens.first() == UInt8(ascii: "[") && tokens.first(1) == UInt8(ascii: "\""))
        #expect(tokens.first(3) == nil)
        #expect(tokens.next() == .mark(UInt8(ascii: "[")) && tokens.passed == 3)
        #expect(tokens.next() == .string(5..<6) && tokens.passed == 7)
    }
}
