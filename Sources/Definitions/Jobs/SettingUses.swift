internal import Records

/// What formats take settings for: finds names that no format knows, and values that none can use.
public struct SettingUses: Sendable {
    /// Settings that the engine reads by these words.
    private static let words = [
        "date_order": ["mdy", "dmy"], "decimal_mark": [".", ","], "lossy": ["record", "field"],
        "unit_changed": ["yes"],
    ]

    /// All names that the formats and the engine know.
    public let names: [String]
    /// Those of formats that feed the same datasets are one.
    private let uses: [Use]

    /// What the fields of formats take settings for.
    struct Use: Sendable {
        var datasets: [String]
        /// Settings that name a time zone.
        var zones: Set<String> = []
        /// What the numbers are whose unit a setting names.
        var measured: [String: [Conversion]] = [:]
        /// Words of settings that say what a field is.
        var words: [String: Set<String>] = [:]

        init(_ format: Format, feeding all: [Dataset]) {
            datasets = format.datasets
            for record in format.records {
                let columns = all.first { $0.name == record.dataset }?.fields ?? []
                for field in record.allFields {
                    for case .setting(let name) in field.zone + field.dayZone { zones.insert(name) }
                    for case .setting(let name) in field.unit { measured[name, default: []].append(field.conversion) }
                    guard let setting = field.setting else { continue }
                    let column = columns.first { $0.name == field.field }
                    // A map beside a column is of the file's words; the setting says what is stored.
                    let isMapped = field.from.isEmpty && !field.map.isEmpty
                    words[setting, default: []].formUnion(
                        isMapped ? field.map.map(\.word) : column?.words ?? [])
                }
            }
        }
    }

    init(names: [String], uses all: [Use]) {
        var uses: [Use] = []
        var places: [[String]: Int] = [:]
        for use in all {
            if let place = places[use.datasets] {
                uses[place].add(use)
            } else {
                places[use.datasets] = uses.count
                uses.append(use)
            }
        }
        (self.names, self.uses) = (names, uses)
    }

    /// What a setting may be, where that is one of few words; for units those that formats measure in.
    public func words(for name: String) -> [String] {
        if let words = Self.words[name] { return words }
        let named = Self.words(for: name, of: uses)
        guard named.isEmpty else { return named }
        let measured = uses.flatMap { $0.measured[name] ?? [] }
        // A field of any kind takes any unit, which says nothing of the setting where other formats know its kind.
        let kinds = measured.filter { $0.kind != nil }
        return Set((kinds.isEmpty ? measured : kinds).flatMap(\.units).map(\.symbol)).sorted()
    }

    /// Whether a setting names a time zone.
    public func isZone(_ name: String) -> Bool { name == "zone" || uses.contains { $0.zones.contains(name) } }

    /// What is wrong with a setting, and what was probably meant.
    public struct Fault {
        public var message: String
        public var suggestion: String?

        fileprivate init(_ message: String, _ suggestion: String? = nil) {
            self.message = message
            self.suggestion = suggestion
        }

        /// Both in one line.
        public var text: String { message + (suggestion.map { " (did you mean `\($0)`?)" } ?? "") }
    }

    /// What is wrong with a setting given by name and value; nil where nothing is.
    public func fault(of name: String, _ value: String) -> Fault? {
        guard names.contains(name) else {
            return Fault("unknown setting `\(name)`", Suggestion.name(near: name, among: names))
        }
        return refusal(of: value, for: name, datasets: nil)
    }

    /// Words that formats take for a field.
    private static func words(for name: String, of uses: [Use]) -> [String] {
        uses.reduce(into: Set<String>()) { $0.formUnion($1.words[name] ?? []) }.sorted()
    }

    private static func fault(of name: String, _ value: String, among words: [String]) -> Fault? {
        guard !words.isEmpty, !words.contains(where: { $0.lowercased() == value.lowercased() }) else { return nil }
        return Fault(
            "`\(name)` is \(words.joined(separator: " or ")), not `\(value)`",
            Suggestion.name(near: value, among: words))
    }

    /// Why a value cannot be used by any format of these datasets, of all by default; nil where one can.
    func refusal(of value: String, for name: String, datasets: [String]?) -> Fault? {
        if let fault = Self.fault(of: name, value, among: Self.words[name] ?? []) { return fault }
        let uses = uses.filter { use in datasets.map { $0.contains(where: use.datasets.contains) } ?? true }
        if name == "zone" || uses.contains(where: { $0.zones.contains(name) }) {
            if !TimeZone.isUnknown(value) { return nil }
            return Fault("`\(name)`: unknown time zone `\(value)`; write one as in America/New_York")
        }
        if let fault = Self.fault(of: name, value, among: Self.words(for: name, of: uses)) { return fault }
        let measured = uses.flatMap { $0.measured[name] ?? [] }
        guard !measured.isEmpty else { return nil }
        let unit = Unit(word: value)
        if let unit, measured.contains(where: { $0.kind == nil || $0.kind == unit.kind }) { return nil }
        let suggestion = Suggestion.name(near: value, among: measured.flatMap(\.units).flatMap(\.words))
        guard let unit else { return Fault("`\(name)`: unknown unit `\(value)`", suggestion) }
        let kinds = Set(measured.map(\.rawValue)).sorted().joined(separator: " or ")
        return Fault("`\(name)`: `\(value)` is a unit of \(unit.kind.rawValue), not of \(kinds)", suggestion)
    }
}

extension Field {
    /// Words that a setting may give the field; empty where it takes any text, day or number.
    fileprivate var words: [String] {
        switch type {
        case .boolean: return ["true", "false"]
        case .integer:
            guard let least = minimum.flatMap({ Int($0.text) }), let most = maximum.flatMap({ Int($0.text) }),
                (0..<10).contains(least), (least..<10).contains(most)
            else { return [] }
            return (least...most).map(String.init)
        default: return oneOf
        }
    }
}

extension SettingUses {
    func write(to writer: inout CatalogueWriter) {
        writer.add(names)
        writer.add(uses) { writer, use in
            writer.add(use.datasets)
            use.write(to: &writer)
        }
    }

    init(_ reader: inout CatalogueReader) {
        names = reader.texts()
        uses = reader.list { reader in
            let datasets = reader.texts()
            return Use(&reader, datasets: datasets)
        }
    }
}

extension SettingUses.Use {
    fileprivate mutating func add(_ other: SettingUses.Use) {
        zones.formUnion(other.zones)
        for (name, conversions) in other.measured {
            var known = measured[name] ?? []
            for conversion in conversions where !known.contains(conversion) { known.append(conversion) }
            measured[name] = known
        }
        words.merge(other.words) { $0.union($1) }
    }

    func write(to writer: inout CatalogueWriter) {
        writer.add(zones.sorted())
        writer.add(measured.sorted { $0.key < $1.key }) { writer, entry in
            writer.add(entry.key)
            writer.add(entry.value.map(\.rawValue))
        }
        writer.add(words.sorted { $0.key < $1.key }) { writer, entry in
            writer.add(entry.key)
            writer.add(entry.value.sorted())
        }
    }

    init(_ reader: inout CatalogueReader, datasets: [String]) {
        self.datasets = datasets
        zones = Set(reader.texts())
        for (name, conversions) in reader.list({ ($0.text(), $0.texts()) }) {
            measured[name] = conversions.compactMap(Conversion.init)
        }
        for (name, list) in reader.list({ ($0.text(), $0.texts()) }) { words[name] = Set(list) }
    }
}
