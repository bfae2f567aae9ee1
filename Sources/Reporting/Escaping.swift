internal import Records

extension String {
    /// The text with everything escaped that a hostile file name or header could use against a terminal or a log.
    ///
    /// `\n`, `\r`, `\t` and `\e` are written so, the rest as `\u{...}`. Safe text comes back unchanged.
    public var escapedForTerminal: String {
        guard unicodeScalars.contains(where: \.isUnsafeToShow) else { return self }
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
