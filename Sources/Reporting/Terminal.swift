internal import Glibc
internal import Records

/// What a stream can show: its width, whether it is redrawn, whether it takes colours.
public struct Terminal: Equatable, Sendable {
    /// Whether a person looks at it; else it is a file or a pipe.
    public var isInteractive: Bool
    /// Columns; nil where lines may be as long as they are.
    public var width: Int?
    public var hasColours: Bool

    /// `--color`: whether text is coloured; `auto` decides by the stream and the environment.
    public enum Colours: String, CaseIterable, Sendable { case auto, always, never }

    /// A file or a pipe: no colours, lines of any length.
    public static let plain = Terminal(isInteractive: false, width: nil, hasColours: false)

    public init(isInteractive: Bool, width: Int?, hasColours: Bool) {
        self.isInteractive = isInteractive
        self.width = width
        self.hasColours = hasColours
    }

    /// Decides by the conventions: `NO_COLOR` and `TERM=dumb` take colours away, `CLICOLOR_FORCE` gives them to a
    /// pipe as well, `COLUMNS` overrides the width the terminal reports.
    public init(
        isInteractive: Bool, columns: Int?, environment: [String: String], colours: Colours = .auto
    ) {
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
        let isDumb = environment["TERM"] == "dumb"
        let isForced = isSet("CLICOLOR_FORCE") && environment["CLICOLOR_FORCE"] != "0"
        hasColours =
            switch colours {
            case .auto: !isSet("NO_COLOR") && (isForced || (isInteractive && !isDumb))
            case .always: true
            case .never: false
            }
        self.isInteractive = isInteractive && !isDumb
        let told = environment["COLUMNS"].flatMap { Int($0) } ?? columns
        width = isInteractive ? min(max(told ?? 80, 40), 1_000) : nil
    }

    /// Asks the open file `descriptor`.
    public init(descriptor: Int32, environment: [String: String], colours: Colours = .auto) {
        var size = winsize()
        let isInteractive = isatty(descriptor) == 1
        let answered = isInteractive && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        self.init(
            isInteractive: isInteractive, columns: answered ? Int(size.ws_col) : nil, environment: environment,
            colours: colours)
    }

    /// The text in a style, or as it is where there are no colours.
    public func paint(_ text: String, _ style: Style) -> String {
        hasColours && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Ways to set off a text, by what it says, as codes of SGR.
    public enum Style: String, Sendable {
        case heading = "1"
        case aside = "2"
        case good = "32"
        case bad = "31"
        case doubtful = "33"
        case name = "36"
    }
}

extension Character {
    /// Columns the character takes in a terminal: none, one or two.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.isASCII { return first.value < 0x20 || first.value == 0x7F ? 0 : 1 }
        if unicodeScalars.contains("\u{FE0F}") { return 2 }
        return unicodeScalars.reduce(0) { max($0, $1.columns) }
    }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if properties.isEmojiPresentation { return 2 }
        // East Asian wide and fullwidth (UAX 11), by block.
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x17000...0x18AFF, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}

extension String {
    /// Columns the text takes in a terminal.
    public var columns: Int { isPlain ? utf8.count : reduce(0) { $0 + $1.columns } }

    /// Whether each byte is one column: printable ASCII.
    fileprivate var isPlain: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

    /// The text cut to `width` columns, with an ellipsis where something was cut.
    public func truncated(to width: Int) -> String {
        guard columns > width else { return self }
        guard width > 0 else { return "" }
        var taken = 0
        var text = ""
        for character in self {
            guard taken + character.columns <= width - 1 else { break }
            taken += character.columns
            text.append(character)
        }
        return text + "…"
    }

    /// A path cut to `width` columns in its middle, so that its end stays readable.
    public func truncatedInTheMiddle(to width: Int) -> String {
        guard columns > width, width > 8 else { return truncated(to: width) }
        let head = (width - 1) / 3
        var tail = ""
        var taken = 0
        for character in reversed() {
            guard taken + character.columns <= width - 1 - head else { break }
            taken += character.columns
            tail.insert(character, at: tail.startIndex)
        }
        return truncated(to: head + 1) + tail
    }

    /// The text filled with spaces to `width` columns.
    public func padded(to width: Int, _ alignment: Alignment = .left) -> String {
        let space = String(repeating: " ", count: max(0, width - columns))
        return alignment == .left ? self + space : space + self
    }

    /// The same in as many lines; the last of them is cut where there would be more.
    func wrapped(to width: Int, most: Int) -> [String] {
        let lines = wrapped(to: width)
        guard lines.count > most else { return lines }
        return lines.prefix(most - 1) + [lines[(most - 1)...].joined(separator: " ").truncated(to: width)]
    }

    /// The words set in lines of at most `width` columns; line breaks of the text stay, a word longer than a line
    /// stands alone.
    public func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                if !line.isEmpty, line.columns + 1 + String(word).columns > width {
                    lines.append(line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            lines.append(line)
        }
        return lines
    }
}

extension String {
    /// The text in pieces of at most `width` columns, wherever they end: a word longer than a line.
    func broken(to width: Int) -> [String] {
        var pieces = [""]
        for character in self {
            if let last = pieces.last, !last.isEmpty, last.columns + character.columns > width { pieces.append("") }
            pieces[pieces.count - 1].append(character)
        }
        return pieces
    }
}

/// Which side of its column a text stands on.
public enum Alignment: Sendable {
    case left
    case right
}

extension String {
    /// The text with everything escaped that a hostile file name or header could use against a terminal or a log.
    ///
    /// `\n`, `\r`, `\t` and `\e` are written so, the rest as `\u{...}`. Safe text comes back unchanged.
    public var escapedForTerminal: String {
        guard !isPlain, unicodeScalars.contains(where: \.isUnsafeToShow) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{1B}": text += "\\e"
            default:
                if scalar.isUnsafeToShow {
                    text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        return text
    }
}

extension String {
    /// The text as one word of a shell's command line.
    public var asShellWord: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte >= 0x80 || "@%+=:,./_-".utf8.contains(byte)
            }
        return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
