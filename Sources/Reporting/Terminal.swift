internal import Glibc

/// What a stream can show: its width, whether it is redrawn, whether it takes colours.
public struct Terminal: Equatable, Sendable {
    /// Whether somebody looks at it; else it is a file or a pipe.
    public var isInteractive: Bool
    /// Columns; nil where lines may be as long as they are.
    public var width: Int?
    public var hasColours: Bool

    /// A file or a pipe: no colours, lines of any length.
    public static let plain = Terminal(isInteractive: false, width: nil, hasColours: false)

    public init(isInteractive: Bool, width: Int?, hasColours: Bool) {
        self.isInteractive = isInteractive
        self.width = width
        self.hasColours = hasColours
    }

    /// Decides by the conventions: `NO_COLOR` and `TERM=dumb` take colours away, `CLICOLOR_FORCE` gives them to a
    /// pipe as well, `COLUMNS` overrides the width the terminal tells.
    public init(isInteractive: Bool, columns: Int?, environment: [String: String]) {
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
        let isDumb = environment["TERM"] == "dumb"
        let isForced = isSet("CLICOLOR_FORCE") && environment["CLICOLOR_FORCE"] != "0"
        hasColours = !isSet("NO_COLOR") && (isForced || (isInteractive && !isDumb))
        self.isInteractive = isInteractive && !isDumb
        let told = environment["COLUMNS"].flatMap { Int($0) } ?? columns
        width = isInteractive ? min(max(told ?? 80, 40), 1_000) : nil
    }

    /// Asks the open file `descriptor`.
    public init(descriptor: Int32, environment: [String: String]) {
        var size = winsize()
        let isInteractive = isatty(descriptor) == 1
        let answered = isInteractive && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        self.init(
            isInteractive: isInteractive, columns: answered ? Int(size.ws_col) : nil, environment: environment)
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
