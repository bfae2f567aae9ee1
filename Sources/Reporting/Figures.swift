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
