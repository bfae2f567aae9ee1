internal import Records
internal import YAML

/// What the words of a cell mean.
extension FieldMapping {
    static func addWords(_ keys: inout KeyTable<FieldMapping>) {
        keys.add(
            "map", .either([.form("^[a-z0-9-]+$", "name of a word list"), .map(.text)]),
            "Words and the values that they mean, case aside; `#` is every whole number. Or a list of words of the "
                + "dataset, `words/NAME.yaml`."
        ) {
            if $1.entries == nil { $0.readList($1, $2) } else { $0.readMap($1, $2) }
        }
        keys.add(
            "else", .text, .beside(["map"]), "`reject`, `keep` or a value, for words that `map` does not hold."
        ) { mapping, node, scope in
            switch scope.file.text(node, of: "else") {
            case nil, "reject": mapping.unmapped = .reject
            case "keep": mapping.unmapped = .keep
            case let text?:
                check(text, node.mark, scope)
                mapping.unmapped = .value(text)
            }
        }
    }

    private mutating func readMap(_ node: Node, _ scope: Scope) {
        guard let entries = scope.file.entries(node, of: "map", "words to values") else { return }
        var seen: Set<String> = []
        for entry in entries {
            guard let value = scope.file.text(entry.value, of: entry.key) else { continue }
            Self.check(value, entry.value.mark, scope)
            if !seen.insert(entry.key.lowercased()).inserted {
                scope.file.fault(entry.keyMark, "word `\(entry.key)` appears twice, case aside")
            }
            if entry.key == "#" { numbers = value } else { map.append((entry.key, value)) }
        }
    }

    /// Takes the words of a list.
    private mutating func readList(_ node: Node, _ scope: Scope) {
        words = scope.file.text(node, of: "map")
        guard let words else { return }
        guard let list = scope.file.lists.first(where: { $0.name == words }) else {
            return scope.file.unknown("word list", words, at: node.mark, among: scope.file.lists.map(\.name))
        }
        map = list.entries
    }
}

/// How days and times are written, and where.
extension FieldMapping {
    static func addTimes(_ keys: inout KeyTable<FieldMapping>) {
        keys.add(
            "pattern", .oneOrMore(.text), .with("days and times") { $0.conversion.takesPattern },
            "Letters of Unicode TR 35, or `epoch-s`, `epoch-ms`, `epoch-us`, `epoch-ns`; `local-epoch-ms` and its like "
                + "count a wall clock; `*` is any text; of days without a year the setting `year` says it. Default: ISO 8601."
        ) { $0.readPatterns($1, $2) }
        keys.add(
            "zone", \.zone, .zones, .with("`as: local-time` and its like") { $0.conversion.isLocal },
            "Where the zone of a wall time is, first found wins: `{from: COLUMN}` (an offset or a name), `{setting: NAME}`, a "
                + "zone or `none`.")
        keys.add(
            "plus", \.plus, .object("plus") { Lasting.keys.read($0, into: Lasting(), $1) },
            .with("`as: local-time`, `local-date`, `wall-time` or `instant`") { $0.conversion.takesPlus },
            "Column of the time that is added: of an end that is given as a beginning and how long it lasted. A record "
                + "without it has no such time.")
    }

    private mutating func readPatterns(_ node: Node, _ scope: Scope) {
        for pattern in scope.file.list(node, of: "pattern") {
            let problems = DatePattern.problems(pattern.text, for: conversion)
            for problem in problems { scope.file.fault(pattern.mark, "pattern `\(pattern.text)`: \(problem)") }
            if let compiled = DatePattern(pattern.text) {
                patterns.append(compiled)
            } else if problems.isEmpty {
                scope.file.fault(pattern.mark, "pattern `\(pattern.text)` cannot be used")
            }
        }
    }
}

extension FieldMapping.Lasting {
    static let keys = KeyTable<FieldMapping.Lasting>("plus") { keys in
        keys.add("from", \.from, .columns, .required, "Column of how long it lasted, or alternatives for it.")
        keys.add("unit", .text, "Unit of a mere number; default: s.") { lasting, node, scope in
            guard let word = scope.file.text(node, of: "unit"),
                let unit = scope.file.unit(word, of: .duration, at: node.mark)
            else { return }
            lasting.unit = unit
        }
    }
}

/// Where a unit or a zone is: a word, or an object.
struct Place {
    var from: [String] = []
    var setting: String?
    var when: [Condition] = []
    /// Words and the units that they mean.
    var map: [Node.Entry] = []

    static let keys = KeyTable<Place>("place") { keys in
        keys.add(
            "from", \.from, .columns,
            "Columns that say it, for each record. Beside `when`: columns of the time taken; where a record has other words, "
                + "the speed decides the unit of a whole number.")
        keys.add("setting", \.setting, .identifier, "Setting that says it.")
        keys.add(
            "when", \.when, .conditions,
            "Records whose number is whole and of another unit than the others': pools are measured in metres, roads in "
                + "kilometres.")
        keys.add(
            "map", .map(.text),
            "Words of the columns, or units of the setting or of the other records, and the units that they mean."
        ) {
            $0.map = $2.file.entries($1, of: "map", "words to units") ?? []
        }
    }
}

extension Value where Property == [FieldMapping.ZoneSource] {
    static var zones: Value {
        Value(.oneOrMore(.either([.text, .object("place")]))) { node, key, scope in
            scope.file.nodes(node, of: key).flatMap { node -> [FieldMapping.ZoneSource] in
                if node.entries != nil {
                    guard let place = Place.keys.read(node, into: Place(), scope) else { return [] }
                    return place.from.map { .column($0) } + [place.setting].compactMap { $0.map { .setting($0) } }
                }
                guard let word = scope.file.text(node, of: key) else { return [] }
                if word == "none" { return [.none] }
                do {
                    if let zone = try TimeZone(named: word) { return [.fixed(zone)] }
                } catch {
                    scope.file.fault(node.mark, "the rules of the time zone `\(word)` cannot be read now; run again")
                    return []
                }
                scope.file.fault(
                    node.mark,
                    "unknown time zone `\(word)`; write one as in America/New_York, `{from: COLUMN}` or "
                        + "`{setting: NAME}`")
                return []
            }
        }
    }
}
