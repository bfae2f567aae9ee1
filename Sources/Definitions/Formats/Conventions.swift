internal import YAML

/// What a format need not say, written out as its author would write it.
///
///     health/formats/renpho.yaml               dataset: health
///     format: Renpho (scale)              =>   fields:
///     fields:                                    start_at:  {from: Date, as: local-time}
///       start_at: {from: Date,                   local_day: {from: Date, as: local-date}
///                  as: local-time}               source:    {constant: Renpho}
///     measures: {body_mass: Weight(kg)}          origin:    {constant: renpho}
///                                              unpivot: ...
///
/// The dataset is the folder, a measure is a case, and a field that is not mapped has the `mapping` of `dataset.yaml`.
struct Conventions {
    private let scope: Scope
    private let title: (vendor: String, mark: Mark)
    private var vendor: String { title.vendor }

    static func expanded(_ root: Section, _ scope: Scope) -> Section {
        let title = root["format"]?.text ?? ""
        var vendor = title.prefix { $0 != "(" }
        while vendor.last == " " { vendor.removeLast() }
        let conventions = Conventions(scope: scope, title: (String(vendor), root["format"]?.mark ?? root.mark))
        guard let records = root["records"] else { return conventions.expanded(root) }
        let expanded = (records.elements ?? [records]).map { node in
            guard let entries = node.entries else { return node }
            return conventions.expanded(Section(root, at: node.mark, entries: entries)).node
        }
        let others = root.entries.filter { $0.key != "records" }
        return Section(root, at: root.mark, entries: others + [entry("records", .list(expanded, at: records.mark))])
    }

    /// One mapping of records.
    private func expanded(_ section: Section) -> Section {
        var section = section
        let folder = scope.file.dataset
        if section["dataset"] == nil, !folder.isEmpty {
            section = section.with([Self.entry("dataset", .text(folder, at: section.mark))])
        }
        section = MeasureLines.expanded(section, scope)
        guard let name = section["dataset"]?.text, let dataset = scope.datasets.first(where: { $0.name == name }),
            let node = section["fields"], let mapped = node.entries
        else { return section }
        let cases = section["unpivot"].map { $0.elements ?? [$0] } ?? []
        // What every case maps itself is not the record's.
        let inCases = cases.compactMap { $0["fields"]?.entries }
        let shared = inCases.count == cases.count ? inCases.first ?? [] : []
        let everywhere = shared.filter { entry in
            inCases.allSatisfy { $0.contains { dataset.isSame($0.key, entry.key) } }
        }
        let fields = added(to: mapped, below: [], besides: everywhere, of: dataset, at: node.mark)
        let rows = cases.map { one -> Node in
            guard let entries = one.entries, let node = one["fields"], let own = node.entries else { return one }
            let all = added(to: own, below: mapped, besides: [], of: dataset, at: node.mark)
            return .mapping(
                entries.map { $0.key == "fields" ? Self.entry("fields", .mapping(all, at: node.mark)) : $0 },
                at: one.mark)
        }
        section = section.with([Self.entry("fields", .mapping(fields, at: node.mark))])
        return cases.isEmpty ? section : section.with([Self.entry("unpivot", .list(rows, at: cases[0].mark))])
    }

    /// The mappings of a record or a case, with those that its dataset adds.
    ///
    /// - Parameters:
    ///   - above: those of the record, where these are a case's: only what follows from a field of its own is added.
    ///   - others: those that every case has.
    private func added(
        to mapped: [Node.Entry], below above: [Node.Entry], besides others: [Node.Entry], of dataset: Dataset,
        at mark: Mark
    ) -> [Node.Entry] {
        var all = mapped
        func mapping(of word: String, in entries: [Node.Entry]) -> Node.Entry? {
            entries.first { dataset.isSame($0.key, word) }
        }
        for field in dataset.fields {
            guard let usual = field.mapping?.entries, mapping(of: field.name, in: mapped + above + others) == nil else {
                continue
            }
            guard let word = usual.first(where: { $0.key == "from" })?.value.text else {
                if above.isEmpty, isVendor(usual, of: field) {
                    all.append(Self.entry(field.name, .mapping(usual.map { named($0, mark) }, at: mark)))
                }
                continue
            }
            guard let other = mapping(of: word, in: mapped), let entries = other.value.entries,
                entries.contains(where: { $0.key == "from" }), !entries.contains(where: { $0.key == "map" })
            else { continue }
            let own = usual.filter { $0.key != "from" }
            let kept = entries.filter { entry in !own.contains { $0.key == entry.key } }
            all.append(Self.entry(field.name, .mapping(kept + own.map { named($0, mark) }, at: mark)))
        }
        return all
    }

    /// Whether the vendor's name may be a value of a field of few words; one that may not is faulted.
    private func isVendor(_ usual: [Node.Entry], of field: Field) -> Bool {
        if field.oneOf.isEmpty { return true }
        let constant = usual.first { $0.key == "constant" }.map { named($0, $0.keyMark).value }
        guard let text = constant?.text, field.refusal(of: text) != nil else { return true }
        scope.file.fault(title.mark, "`\(vendor)` is no `\(field.name)` that is known: map the field")
        return false
    }

    /// An entry of a dataset's mapping as one of the format, with its vendor's name.
    private func named(_ entry: Node.Entry, _ mark: Mark) -> Node.Entry {
        guard let text = entry.value.text, case .scalar(_, let style) = entry.value.content else { return entry }
        let key = vendor.lowercased().replacing(" ", with: "_")
        let filled = text.replacing("{vendor}", with: vendor).replacing("{vendor_key}", with: key)
        return .init(key: entry.key, keyMark: mark, value: Node(content: .scalar(filled, style), mark: mark))
    }

    private static func entry(_ key: String, _ value: Node) -> Node.Entry {
        .init(key: key, keyMark: value.mark, value: value)
    }
}

extension Dataset {
    /// Whether two words name one field.
    fileprivate func isSame(_ one: String, _ other: String) -> Bool {
        names[one].map { $0.field.name == names[other]?.field.name } ?? false
    }
}

extension Section {
    /// The same with other entries in place of those of their keys.
    fileprivate func with(_ others: [Node.Entry]) -> Section {
        Section(self, at: mark, entries: entries.filter { entry in !others.contains { $0.key == entry.key } } + others)
    }
}

extension Node {
    static func mapping(_ entries: [Entry], at mark: Mark) -> Node { Node(content: .mapping(entries), mark: mark) }

    fileprivate subscript(key: String) -> Node? { entries?.first { $0.key == key }?.value }
}
