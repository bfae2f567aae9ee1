/// Text of a page. A value that comes from data becomes HTML by `escaped` only.
struct HTML: ExpressibleByStringInterpolation {
    private(set) var text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Text in which a date or another word with hyphens stays on one line, unless it is as long as a name of a file.
    init(words text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word -> HTML in
            word.contains("-") && word.count <= 14 ? "<span class=\"word\">\(String(word))</span>" : "\(String(word))"
        }
        self = words.dropFirst().reduce(words.first ?? "") { "\($0) \($1)" }
    }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}
        mutating func appendLiteral(_ literal: String) { text += literal }
        /// What is HTML already.
        mutating func appendInterpolation(_ part: HTML) { text += part.text }
        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { text += part.text } }
        mutating func appendInterpolation(_ number: Int) { text += String(number) }
        /// Any text, in an element or in an attribute's quotes.
        mutating func appendInterpolation(_ value: String) { text += HTML.escaped(value) }
        /// Ours, never data: a style, a script, JSON made by `JSONValue`.
        mutating func appendInterpolation(raw ours: String) { text += ours }
    }

    static func escaped(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case "\0"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
