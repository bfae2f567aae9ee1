import CJSON
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
