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
