/// JSON strings.
public enum JSONText {
    /// A quoted string; control characters are escaped, U+0000 (which PostgreSQL's `jsonb` refuses) becomes U+FFFD.
    public static func quoted(_ text: String) -> String {
        var out: [UInt8] = [0x22]
        out.reserveCapacity(text.utf8.count + 2)
        let digits = Array("0123456789abcdef".utf8)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: out += [0x5C, byte]
            case 0x0A: out += Array("\\n".utf8)
            case 0x0D: out += Array("\\r".utf8)
            case 0x09: out += Array("\\t".utf8)
            case 0x00: out += Array("\u{FFFD}".utf8)
            case 0x01...0x1F, 0x7F: out += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
            default: out.append(byte)
            }
        }
        out.append(0x22)
        return String(decoding: out, as: UTF8.self)
    }

    /// How a scalar beyond U+FFFF is escaped.
    public enum Notation: Sendable {
        case json
        /// Which knows no surrogates.
        case yaml
    }

    /// A quoted string to be shown: escaped is, too, what would break a line, a terminal or a script: C1 controls, line
    /// separators, controls of writing direction.
    public static func shown(_ text: String, in notation: Notation = .json) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case let scalar where scalar.isUnsafeToShow:
                if notation == .yaml, scalar.value > 0xFFFF {
                    result += "\\U" + digits(scalar.value, count: 8)
                } else {
                    for unit in String(scalar).utf16 { result += "\\u" + digits(unit, count: 4) }
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func digits(_ value: some BinaryInteger, count: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: count - digits.count) + digits
    }
}

extension Unicode.Scalar {
    /// Whether showing the scalar as it is could move a terminal's cursor, hide text or turn its direction: control
    /// characters (C0, C1, delete), line separators, controls of writing direction, invisible tags.
    public var isUnsafeToShow: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        case 0xE0000...0xE007F: true
        default: false
        }
    }
}

/// Hexadecimal text of bytes.
public enum Hex {
    public static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            out.append(digits[Int(byte >> 4)])
            out.append(digits[Int(byte & 0x0F)])
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// The digits of a hash; nil where it was never computed, and has no bytes.
    public static func digest(_ bytes: [UInt8]) -> String? { bytes.isEmpty ? nil : text(bytes) }

    /// The bytes of lower-case digits.
    public static func bytes(_ text: some StringProtocol) -> [UInt8] {
        let digits = text.utf8.map { $0 >= 0x61 ? $0 - 0x57 : $0 &- 0x30 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
