internal import Filing
public import Records
internal import YAML

/// What can be measured, as a line of `Pipelines/measures/<name>.yaml` declares it: the one place that knows its unit, its range and
/// its names.
///
/// The rows of the register tables, the checks and conversions of datasets, proposals and listings come from it.
public struct Measure: Sendable {
    /// Whether more of it is better, or less.
    public enum Better: String, CaseIterable, Sendable { case more, less }
    /// What several of one day are together.
    public enum Day: String, CaseIterable, Sendable { case sum, reading }

    /// What a record's type holds: `body_mass`.
    public var key: String
    public var label = ""
    /// The unit in which it is kept; nil where it has none, or is shown as `4:35.2`.
    public var unit: String?
    public var better: Better?
    public var category: String?
    /// Its place on the dashboard's radar.
    public var radar: Int?
    /// Decimals that are shown; nil: it is whole.
    public var digits: Int?
    public var isDuration = false
    public var hasLeadingZero = true
    /// Nil where it is no health sample.
    public var day: Day?
    /// What it is called as a body measurement.
    public var body: String?
    public var possible: Range?
    public var usual: Range?
    /// What people call it, in any language.
    public var names: [String] = []
    /// The dataset whose records measure it.
    public var dataset = ""
    /// Whose measure it is: `app`, or `scorebook` for those that only our formats bring.
    public var origin = ""

    /// Least and greatest, in the measure's unit.
    public struct Range: Sendable, CustomStringConvertible {
        public var least: Bound
        public var most: Bound

        public var description: String { "\(least) to \(most)" }

        public func contains(_ value: Decimal) -> Bool { !(value.isLong || value < least.value || most.value < value) }
    }

    init(key: String) { self.key = key }

    /// The unit of its numbers: times are seconds, however they are shown.
    public var storedUnit: String? { unit ?? (isDuration ? "sec" : nil) }

    /// `Weight in kg`, for messages.
    public var description: String { label + (storedUnit.map { " in \($0)" } ?? "") }

    /// What its values mean, for the keys of the ledger.
    var meaning: [String] {
        [key, storedUnit ?? "", body ?? "", possible?.description ?? "", usual?.description ?? ""]
    }
}

extension Measure {
    static let keys = KeyTable<Measure>("measure") { keys in
        keys.add("label", \.label, .text, .required, "What the app calls it.")
        keys.add("unit", \.unit, .text, "The unit in which it is kept.")
        keys.add("better", \.better, .choice, "Whether more or less of it is better; default: neither.")
        keys.add("category", \.category, .identifier, "Its group on the app's pages.")
        keys.add("radar", \.radar, .number(1...99), "Its place on the dashboard's radar.")
        keys.add("form", .choice(["duration"]), "How it is shown, if it is no number: `4:35.2` for seconds.") {
            one, _, _ in
            one.isDuration = true
        }
        keys.add("digits", \.digits, .number(0...9), "Decimals that are shown; default: it is whole.")
        keys.add("leading_zero", \.hasLeadingZero, .boolean, "Whether 0.312 is shown with its zero; default: true.")
        keys.add("day", \.day, .choice, "Whether several of a day add up. Only what has it is a health sample.")
        keys.add("body", \.body, .identifier, "What it is called as a body measurement.")
        keys.add("possible", \.possible, .range, "Least and greatest number; others are rejected.")
        keys.add(
            "usual", \.usual, .range,
            "Least and greatest of athletes from ten years on, by which proposals know it. Without `possible`, others load with "
                + "a warning.")
        keys.add("names", \.names, .texts, "What people call it, in any language, by which proposals know it.")
    }

    private struct File {
        var dataset = ""
        var origin = ""
        var measures: [Measure] = []

        static let keys = KeyTable<File>("file of measures") { keys in
            keys.add("dataset", .text, .required, "The dataset whose records measure them.") { file, node, scope in
                file.dataset = scope.file.text(node, of: "dataset") ?? ""
                guard !scope.datasetNames.isEmpty, !scope.datasetNames.contains(file.dataset) else { return }
                scope.file.unknown("dataset", file.dataset, at: node.mark, among: scope.datasetNames)
            }
            keys.add(
                "origin", \.origin, .identifier, "Whose measures they are: `app`, or `scorebook` for our formats'.")
            keys.add("measures", .named(.object("measure")), .required, "A line for each, in the order of lists.") {
                file, node, scope in
                for entry in scope.file.entries(node, of: "measures", "keys to measures") ?? [] {
                    guard scope.file.name(entry.key, at: entry.keyMark, "measure") != nil,
                        let one = Measure.keys.read(entry.value, into: Measure(key: entry.key), scope)
                    else { continue }
                    file.measures.append(one)
                }
            }
        }
    }

    /// Keys of the file, for the schema.
    static let fileKeys = DefinitionKeys.ObjectKeys("measures", File.keys)

    /// Reads a file of measures; what cannot be read is faulted and left out.
    ///
    /// - Parameter datasets: those that there are; empty where nothing is compared with them.
    static func all(
        _ bytes: [UInt8], known: [Measure], datasets: [String] = [], in definition: DefinitionFile
    ) -> [Measure]? {
        guard let root = definition.root(of: bytes, keys: File.keys.names),
            let read = File.keys.read(root, into: File(), Scope(file: definition, datasetNames: datasets))
        else { return nil }
        return read.measures.map { one in
            var one = one
            (one.dataset, one.origin) = (read.dataset, read.origin)
            if known.contains(where: { $0.key == one.key && $0.dataset == one.dataset }) {
                definition.fault(root.mark, "measure `\(one.key)` is also in another file")
            }
            return one
        }
    }

    /// The measures of a pipelines folder in the order of its files and lines; nil where one cannot be read.
    public static func all(in folder: String) -> [Measure]? {
        guard let names = try? FolderListing.visibleNames(in: "\(folder)/measures") else { return nil }
        var found: [Measure] = []
        for name in names.sorted() where name.hasSuffix(".yaml") {
            let file = DefinitionFile(path: "\(folder)/measures/\(name)")
            guard let bytes = DefinitionFile.bytes(of: file.path), let read = all(bytes, known: found, in: file),
                file.faults.isEmpty
            else { return nil }
            found += read
        }
        return found
    }
}

extension Value where Property == Measure.Range {
    /// `[1, 700]`
    static var range: Value {
        Value(.list(.decimal, 2...2)) { node, key, scope in
            let bounds = (node.elements ?? []).compactMap { $0.text.flatMap { Bound($0) } }
            if bounds.count == 2, !(bounds[1].value < bounds[0].value) {
                return Measure.Range(least: bounds[0], most: bounds[1])
            }
            scope.file.fault(node.mark, "`\(key)` is a least and a greatest number, of at most 18 digits")
            return nil
        }
    }
}

/// In which unit a dataset stores what is measured, and within which limits: the unit is a field of its own, and depends on what it
/// was.
///
/// What is measured in another unit of the same kind is converted; what the register does not know keeps its unit.
public struct Measures: Sendable {
    /// Field of the number, and field of its unit.
    public var value: String
    public var unit: String
    /// Fields that say what was measured; the first that has a value does.
    public var by: [String]
    /// The measures by the words of those fields.
    public var known: [(word: String, measure: Measure)]

    /// - Parameter measures: those of the dataset.
    init(value: String, unit: String, by: [String], measures: [Measure]) {
        (self.value, self.unit, self.by) = (value, unit, by)
        known = measures.map { ($0.key, $0) }
        let keys = Set(measures.map(\.key))
        known += measures.compactMap { one in one.body.flatMap { keys.contains($0) ? nil : ($0, one) } }
    }
}

extension Measures {
    static let keys = KeyTable<Void>("stored units") { keys in
        keys.declare(
            "unit", .text, .required,
            about: "Field of the number's unit. A format that maps the number with one `to` need not map it.")
        keys.declare(
            "from", .oneOrMore(.text),
            about: "Fields that say what was measured, in the words of `measures/`: it is kept in its unit.")
    }
}
