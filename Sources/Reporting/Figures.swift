extension Int {
    /// The number with a comma at each thousand: `1,204,000`.
    public var grouped: String {
        let digits = Array(String(magnitude))
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    /// The number with its noun: `1 record`, `2,000 records`.
    public func of(_ noun: String, plural: String? = nil) -> String {
        "\(grouped) \(self == 1 ? noun : plural ?? noun + "s")"
    }

    /// A size in bytes as people read it: `812 B`, `3.4 MB`.
    public var asBytes: String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var size = Double(self)
        var unit = 0
        while size >= 999.5, unit < units.count - 1 {
            size /= 1000
            unit += 1
        }
        guard unit > 0 else { return "\(self) B" }
        if size >= 99.95 { return "\(Int(size.rounded())) \(units[unit])" }
        let tenths = Int((size * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}

extension Double {
    /// How many a second, to a tenth where they are few: `4.2`, `53`.
    public var asRate: String {
        guard isFinite, self >= 0, self < 1e9 else { return "?" }
        let tenths = Int((self * 10).rounded())
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : Int(rounded()).grouped
    }

    /// Seconds as people read them: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`.
    public var asSeconds: String {
        guard isFinite, self >= 0, self < 1e9 else { return "?" }
        if self < 0.001 { return "0 s" }
        if self < 0.1 { return "\(Int((self * 1000).rounded())) ms" }
        if self < 9.95 {
            let tenths = Int((self * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) s"
        }
        let whole = Int(rounded())
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }
}

/// Small figures in a terminal: a trend as one line of blocks, values as bars.
public enum Plot {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// One block a value, lowest to highest; a gap where there is no value, the middle where all are equal.
    public static func sparkline(_ values: [Double?]) -> String {
        let present = values.compactMap { $0 }.filter(\.isFinite)
        guard let low = present.min(), let high = present.max() else {
            return String(repeating: " ", count: values.count)
        }
        let span = high - low
        return String(
            values.map { value -> Character in
                guard let value, value.isFinite else { return " " }
                guard span > 0, span.isFinite else { return blocks[3] }
                return blocks[min(blocks.count - 1, Int((value - low) / span * Double(blocks.count)))]
            })
    }

    /// A value of a bar plot: its label, its size, and what is written behind the bar.
    public struct Bar: Sendable {
        public var label: String
        public var value: Double
        public var caption: String

        public init(_ label: String, _ value: Double, caption: String) {
            self.label = label
            self.value = value
            self.caption = caption
        }
    }

    /// A line a value, its bar drawn to an eighth of a column; bars begin at zero and negative values have none.
    public static func bars(_ bars: [Bar], width: Int = 30, on terminal: Terminal, indentation: String = "  ") -> String
    {
        let labels = bars.map { $0.label.escapedForTerminal }
        let labelWidth = labels.reduce(0) { max($0, $1.columns) }
        let largest = bars.reduce(0) { max($0, $1.value.isFinite ? $1.value : 0) }
        return zip(bars, labels).map { bar, label in
            let share = largest > 0 && bar.value.isFinite ? max(0, bar.value / largest) : 0
            let drawn = partial(share, width: width)
            let line = "\(label.padded(to: labelWidth))  \(terminal.paint(drawn, .name))"
            let caption = bar.caption.escapedForTerminal
            return indentation + line + (drawn.isEmpty ? "" : " ") + caption + "\n"
        }.joined()
    }

    /// A share from 0 to 1 as a gauge of `width` columns.
    public static func gauge(_ share: Double, width: Int) -> String {
        let filled = partial(min(1, max(0, share)), width: width)
        return filled + String(repeating: "░", count: max(0, width - filled.count))
    }

    private static func partial(_ share: Double, width: Int) -> String {
        let eighths = Int((share * Double(width) * 8).rounded())
        let parts: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let rest = eighths % 8
        return String(repeating: "█", count: eighths / 8) + (rest > 0 ? String(parts[rest - 1]) : "")
    }
}
