extension Format {
    /// Settings that can change what this format's files become.
    public func settings(with datasets: [Dataset]) -> Set<String> {
        var names = Set(records.flatMap(\.people).map(\.setting))
        for mapping in records.flatMap(\.allFields) { names.formUnion(mapping.settings) }
        for field in datasets.flatMap(\.fields) { if let wanted = field.wanted { names.insert(wanted.setting) } }
        return names
    }
}

extension FieldMapping {
    /// Settings that its value may depend on.
    var settings: [String] {
        var names = [setting].compactMap { $0 }
        for case .setting(let name) in unit { names.append(name) }
        for case .setting(let name) in zone + dayZone { names.append(name) }
        let isLocal = [.localTime, .localDate, .clock].contains(conversion)
        if isLocal, zone.isEmpty || (dayZone.isEmpty && conversion == .localDate) { names.append("zone") }
        if !unrecoverable.isEmpty || conversion == .list { names.append("lossy") }
        if marks == .either { names.append("decimal_mark") }
        if takesDateOrder, isLocal || conversion == .date { names.append("date_order") }
        return names
    }

    /// Whether a date whose day and month are both numbers may be read by the setting `date_order`: no pattern reads one.
    ///
    /// Spreadsheets write the dates of a file that they save anew in the form of their country.
    public var takesDateOrder: Bool {
        patterns.map(\.text).allSatisfy { $0.hasPrefix("y") || $0.hasPrefix("epoch") || $0.contains("MMM") }
    }
}
