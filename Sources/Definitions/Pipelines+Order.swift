extension Pipelines {
    /// Where a format's files stand in the order in which files that lie together are loaded: rows that others refer to
    /// come before those.
    ///
    /// Datasets stand in the order of their references, tables of one in their own.
    public func place(of format: Format) -> Int {
        let places = format.records.compactMap { record -> Int? in
            guard let dataset = dataset(named: record.dataset) else { return nil }
            let mapped = Set(record.allFields.map(\.field))
            let last = dataset.tables.lastIndex { table in
                record.gives.isEmpty
                    ? table.needs.allSatisfy { !mapped.isDisjoint(with: $0) } : record.gives.contains(table.name)
            }
            return depth(of: dataset, below: []) * 1000 + (last ?? 0)
        }
        return places.max() ?? 0
    }

    /// The datasets, those first to whose tables others refer.
    public var datasetsInOrder: [Dataset] {
        let depths = datasets.map { depth(of: $0, below: []) }
        return datasets.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { datasets[$0] }
    }

    /// How many datasets stand one behind the other before this one.
    private func depth(of dataset: Dataset, below: [String]) -> Int {
        guard !below.contains(dataset.name) else { return 0 }
        let asked = Set(dataset.tables.flatMap(\.asked))
        let others = datasets.filter { other in
            other.name != dataset.name && other.tables.contains { asked.contains($0.name) }
        }
        return others.map { depth(of: $0, below: below + [dataset.name]) + 1 }.max() ?? 0
    }
}

extension Table {
    /// Tables whose rows it refers to or looks up.
    fileprivate var asked: [String] {
        var names = [owners?.table].compactMap { $0 }
        for column in columns {
            if let reference = column.references { names.append(reference.table) }
            for case .lookup(let table, _, _) in [column.source, column.fallback].compactMap({ $0 }) {
                names.append(table)
            }
        }
        return names
    }
}
