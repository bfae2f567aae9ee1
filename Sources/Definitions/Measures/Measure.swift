internal import Filing
internal import Glibc
public import Records
internal import YAML

/// A measure: its unit, range and names, declared in one line of `Pipelines/measures/<name>.yaml`.
///
/// The rows of the register tables, the checks and conversions of datasets, proposals and listings come from it.
public struct Measure: Sendable {
    /// The better direction.
    public enum Better: String, CaseIterable, Sendable { case more, less }
    /// How the values of one day belong together: added up, or read one by one.
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
    /// Its name as a body measurement.
    public var body: String?
    public var possible: Range?
    public var usual: Range?
    /// What people call it, in any language.
    public var names: [String] = []
    /// The dataset whose records measure it.
    public var dataset = ""
    public var origin = Origin.scorebook

    /// The measures of the app, and those that only our formats bring.
    public enum Origin: String, CaseIterable, Sendable { case app, scorebook }

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

    /// `Weight (kg)`, for messages.
    public var description: String { label + (storedUnit.map { " (\($0))" } ?? "") }

    /// What decides about its rows, for the keys of the ledger.
    var meaning: [String] {
        let limits = possible.map { "possible \($0)" } ?? usual.map { "usual \($0)" }
        return [key, storedUnit ?? "", body ?? "", limits ?? ""]
    }

    /// Units that are kept as they are: none is converted into another.
    private static let unconverted: Set = ["mmHg", "degC", "mg/dL", "mL", "mL/min·kg"]
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
        var origin = Origin.scorebook
        var measures: [Measure] = []

        static let keys = KeyTable<File>("file of measures") { keys in
            keys.add("dataset", .text, .required, "The dataset whose records measure them.") { file, node, scope in
                file.dataset = scope.file.text(node, of: "dataset") ?? ""
                guard !scope.datasetNames.isEmpty, !scope.datasetNames.contains(file.dataset) else { return }
                scope.file.unknown("dataset", file.dataset, at: node.mark, among: scope.datasetNames)
            }
            keys.add(
                "origin", \.origin, .choice, "Where they come from: the app, or our formats; default: `scorebook`.")
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
        let marks = Dictionary((root["measures"]?.entries ?? []).map { ($0.key, $0.keyMark) }) { first, _ in first }
        var found: [Measure] = []
        for var one in read.measures {
            (one.dataset, one.origin) = (read.dataset, read.origin)
            let mark = marks[one.key] ?? root.mark
            let others = (known + found).filter { $0.dataset == one.dataset }
            if others.contains(where: { $0.key == one.key }) {
                definition.fault(mark, "measure `\(one.key)` is declared twice")
            }
            if let body = one.body, others.contains(where: { $0.body == body }) {
                definition.fault(mark, "two measures have the body measurement `\(body)`")
            }
            if one.day != nil, one.unit == nil { definition.fault(mark, "a health sample needs a `unit`") }
            if let unit = one.unit, !unconverted.contains(unit), Unit(word: unit) == nil {
                let words = Unit.allCases.flatMap(\.words) + unconverted.sorted()
                definition.unknown("unit", unit, at: mark, among: words)
            }
            found.append(one)
        }
        return found
    }

    /// The measures of a pipelines folder in the order of its files and lines, empty where it has none; nil where one is faulty.
    public static func all(in folder: String) -> [Measure]? {
        guard let names = try? FolderListing.visibleNames(in: "\(folder)/measures") ?? [] else { return nil }
        let datasets = ((try? FolderListing.visibleNames(in: folder)) ?? []).filter {
            access("\(folder)/\($0)/dataset.yaml", F_OK) == 0
        }
        var found: [Measure] = []
        for name in names.sorted() where name.hasSuffix(".yaml") {
            let file = DefinitionFile(path: "\(folder)/measures/\(name)")
            guard let bytes = DefinitionFile.bytes(of: file.path),
                let read = all(bytes, known: found, datasets: datasets, in: file), file.faults.isEmpty
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

/// The fields of a dataset that hold a measured number, its unit and its kind. The number is stored in the unit of its measure.
///
/// A number in another unit of the same kind is converted; a kind that the register does not know keeps its unit.
public struct Measures: Sendable {
    /// Field of the number, and field of its unit.
    public var value: String
    public var unit: String
    /// Fields that hold a measure's key.
    public var by: [String]
    /// Field that holds its name as a body measurement.
    public var body: String?
    /// Fields that keep the number and its unit as the source writes them; empty where there are none.
    public var original: [String]
    /// The measures by their keys, and by their names as body measurements.
    public var known: [(word: String, measure: Measure)]
    public var bodies: [(word: String, measure: Measure)]

    /// - Parameter measures: those of the dataset.
    init(value: String, unit: String, by: [String], body: String?, original: [String], measures: [Measure]) {
        (self.value, self.unit, self.by, self.body, self.original) = (value, unit, by, body, original)
        known = measures.filter { $0.body == nil || $0.day != nil }.map { ($0.key, $0) }
        bodies = measures.compactMap { one in one.body.map { ($0, one) } }
    }

    /// The measures by the words of each field that says which one it is.
    public var fields: [(name: String, known: [(word: String, measure: Measure)])] {
        by.map { ($0, known) } + (body.map { [($0, bodies)] } ?? [])
    }
}

extension Measures {
    static let keys = KeyTable<Void>("stored units") { keys in
        keys.declare(
            "unit", .text, .required,
            about: "Field of the number's unit. A format that maps the number with one `to` need not map it.")
        keys.declare(
            "from", .oneOrMore(.text),
            about: "Fields that hold the key of a measure of `measures/`: the number is kept in its unit.")
        keys.declare("body", .text, .beside(["from"]), about: "Field that holds its name as a body measurement.")
        keys.declare(
            "original", .list(.text, 2...2), .beside(["from"]),
            about: "Fields that keep the number and its unit as the source writes them, for formats with `measures`.")
    }
}
