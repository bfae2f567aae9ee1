internal import Definitions
internal import JSON

/// What the columns asked for are in JSON: values of the record, of the objects that hold it, or its kind.
struct JSONColumns {
    enum Column {
        /// Slot of the walk's values.
        case value(Int)
        /// `@record`: where the record stands.
        case kind
        /// A name that no record can have.
        case none
    }

    /// In the order of the batch.
    private(set) var columns: [Column] = []
    private(set) var record = Selection()
    private(set) var parents: [Selection] = []

    init(_ names: [String]) {
        let paths = names.map { $0 == "@record" ? nil : JSONPath($0) }
        for path in paths {
            guard let path else { continue }
            while parents.count < path.ups { parents.append(Selection()) }
            if path.ups == 0 {
                _ = record.slot(of: path.jsonSteps)
            } else {
                _ = parents[path.ups - 1].slot(of: path.jsonSteps)
            }
        }
        for (name, path) in zip(names, paths) {
            guard let path else {
                columns.append(name == "@record" ? .kind : .none)
                continue
            }
            guard path.ups > 0 else {
                columns.append(.value(record.slot(of: path.jsonSteps)))
                continue
            }
            let before = parents[..<(path.ups - 1)].reduce(record.slots) { $0 + $1.slots }
            columns.append(.value(before + parents[path.ups - 1].slot(of: path.jsonSteps)))
        }
    }

    /// Those that stand in the record itself: what stands above a line there is none of.
    var ofRecord: [Column] {
        columns.map { column in
            guard case .value(let slot) = column, slot >= firstParent else { return column }
            return .none
        }
    }

    /// First slot of the parents' values.
    var firstParent: Int { record.slots }
    var slots: Int { parents.reduce(record.slots) { $0 + $1.slots } }
}

extension JSONPath {
    var jsonSteps: [JSON.Step] {
        steps.map { step in
            switch step {
            case .key(let key): .key(Array(key.utf8))
            case .index(let index): .index(index)
            case .each: .each
            }
        }
    }
}
