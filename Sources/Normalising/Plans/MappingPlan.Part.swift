public import Definitions
internal import Records

extension MappingPlan {
    /// A record mapping made ready: the fields it gives, and the rows of a dataset's tables that they become.
    public struct Part: Sendable {
        public let record: RecordMapping
        public let dataset: Dataset
        /// Fields of the dataset that this file gives, in the dataset's order.
        public let fields: [Field]
        /// The dataset's tables, in foreign-key order, as this part fills them.
        public let tables: [TablePlan]
        /// Field whose value is the owner's id, if the source gives it.
        public let ownerField: Int?
        /// The rows a record may become; one without fields of its own where nothing is unpivoted.
        let cases: [Case]
        let base: [CompiledField]
        let when: [CompiledCondition]
        let skips: [(when: [CompiledCondition], because: String)]
        let person: PersonMatch?
        /// Fields of which only some values are taken.
        let wanted: [Wanted]
        let measures: CompiledMeasures?

        /// A field of which only some values are taken: those that a setting says.
        struct Wanted: Sendable {
            let position: Int
            let words: WordTable
            /// Why records of others are passed over: by the setting alone, and by each word of the format for the field.
            let reason: String
            let named: (words: WordTable, reasons: [String])

            init(_ position: Int, _ words: WordTable, setting: String, known: [String]) {
                (self.position, self.words) = (position, words)
                let reason = SkipReason.notSelected + setting
                self.reason = reason
                let named = WordTable(Set(known).map { ($0, $0) })
                let reasons = (0..<named.count).map {
                    "\(reason): \(String(decoding: named.value($0), as: UTF8.self))"
                }
                self.named = (named, reasons)
            }
        }

        struct Case: Sendable {
            let person: PersonMatch?
            let own: [CompiledField]
            /// Own fields without which there is no row.
            let needs: Set<String>
            /// What a record must be, and what it must not be, to give the row.
            var when: [CompiledCondition] = []
            var unless: [[CompiledCondition]] = []
        }
    }

    /// How a record's fields become a row of one table.
    public struct TablePlan: Sendable {
        public let table: Table
        /// Field whose value is the row's id, if the source gives it.
        public let idField: Int?
        /// Fields that hold the source's own id of a record; empty where it has none.
        let sourceKey: [Int]
        let keying: Table.SourceKey
        /// Position of the table within whose row the natural key finds a row of this.
        let within: Int?
        /// Fields of the natural key: equal ones are several events, and are numbered, unless they are one row together.
        let naturalKey: [Int]
        /// Fields of which each set must give a value, or there is no row; nil where a set is not in the file.
        let needs: [[Int]]?
        /// Fields that a record must have which gives a row, with their positions where the file has them.
        public let required: [(name: String, position: Int?)]
        /// What stands before the key of every table but the dataset's first.
        let prefix: [UInt8]

        /// Whether records of this mapping may give rows here.
        public var isGiven: Bool { needs != nil }
    }
}

extension MappingPlan.Part {
    init(
        _ record: RecordMapping, dataset: Dataset, columns: inout ColumnFinder, settings: [String: String],
        ownership: Ownership
    ) throws {
        let required = record.required(in: dataset)
        var base: [CompiledField] = []
        for mapping in record.fields {
            let field = try CompiledField.make(
                mapping, among: record.fields, dataset: dataset, columns: &columns, settings: settings,
                isRequired: required.contains(mapping.field) || mapping.isRequired)
            if let field { base.append(field) }
        }
        var cases: [Case] = []
        for unpivot in record.unpivot.flatMap({ $0.repeated(over: columns.header) }) {
            var own: [CompiledField] = []
            for mapping in unpivot.fields {
                let field = try CompiledField.make(
                    mapping, among: unpivot.fields + record.fields, dataset: dataset, columns: &columns,
                    settings: settings, isRequired: mapping.isRequired)
                if let field { own.append(field) }
            }
            let person = try PersonMatch.make(unpivot.person, columns: &columns, settings: settings)
            // A case none of whose columns is in this file gives no rows, nor one of a person who has no column there.
            if unpivot.person != nil, person == nil { continue }
            let when = unpivot.when.compactMap { CompiledCondition($0, columns: &columns) }
            // A condition on a column that the file does not have holds for none of its records.
            guard when.count == unpivot.when.count else { continue }
            let unless = unpivot.unless.compactMap { set -> [CompiledCondition]? in
                let conditions = set.compactMap { CompiledCondition($0, columns: &columns) }
                return conditions.count == set.count ? conditions : nil
            }
            if own.contains(where: { $0.column != nil }) {
                cases.append(
                    Case(person: person, own: own, needs: Set(unpivot.needs), when: when, unless: unless))
            }
        }
        if record.unpivot.isEmpty { cases = [Case(person: nil, own: [], needs: [])] }
        person = try PersonMatch.make(record.person, columns: &columns, settings: settings)
        let ofFile = [Condition.named, Condition.times]
        let isNamed = record.when.filter { ofFile.contains($0.column) }
            .allSatisfy { $0.words.contains(settings[$0.column] ?? "") }
        let asked = record.when.filter { !ofFile.contains($0.column) }
        when = asked.compactMap { CompiledCondition($0, columns: &columns) }
        // A condition on a column that the file does not have holds for none of its records.
        let isPossible = when.count == asked.count && isNamed
        skips = record.skip.compactMap { rule in
            let conditions = rule.when.compactMap { CompiledCondition($0, columns: &columns) }
            return conditions.count == rule.when.count ? (conditions, rule.because) : nil
        }

        let given = Set(base.map(\.name)).union(cases.flatMap { $0.own.map(\.name) })
        let fields = dataset.fields.filter { given.contains($0.name) }
        var positions: [String: Int] = [:]
        for (index, field) in fields.enumerated() { positions[field.name] = index }
        self.fields = fields
        // Records that are known by the id of a table's row are rows of that table: they were chosen before.
        let isList = record.units == .kept || record.key.contains { key in dataset.tables.contains { $0.id == key } }
        let own = base + cases.flatMap(\.own)
        let wanted: [Wanted] = fields.enumerated().compactMap { position, field in
            guard let wanted = field.wanted, !isList || settings[wanted.setting] != nil else { return nil }
            let words = settings[wanted.setting]?.split(separator: ";").map(String.init) ?? wanted.usual
            let known = own.filter { $0.name == field.name }.flatMap { one in
                [one.mapping.constant].compactMap(\.self) + one.mapping.map.map(\.value)
            }
            return Wanted(position, WordTable(words), setting: wanted.setting, known: known)
        }
        self.wanted = wanted
        measures = record.units == .registered ? CompiledMeasures(dataset.measures, positions: positions) : nil
        // What decides whether a record is taken is read first.
        let placed = base.map { $0.placed(at: positions[$0.name]) }
        func decides(_ field: CompiledField) -> Bool { wanted.contains { $0.position == field.position } }
        self.base = placed.filter(decides) + placed.filter { !decides($0) }
        self.cases =
            isPossible
            ? cases.map { unpivot in
                let own = unpivot.own.map { $0.placed(at: positions[$0.name]) }
                return Case(
                    person: unpivot.person, own: own.filter(decides) + own.filter { !decides($0) },
                    needs: unpivot.needs, when: unpivot.when, unless: unpivot.unless)
            } : []
        let ownerName = dataset.ownerField
        ownerField = positions[ownerName]
        if ownership == .payload, ownerField == nil {
            throw MappingError.missingColumn(field: ownerName, columns: [ownerName])
        }
        let key = record.key.compactMap { positions[$0] }
        tables = dataset.tables.enumerated().map { number, table in
            let needs = table.needs.map { $0.compactMap { positions[$0] } }
            let isGiven = record.names(table)
            return MappingPlan.TablePlan(
                table: table, idField: positions[table.id],
                sourceKey: key.count == record.key.count ? key : [],
                keying: table.isWithinParent ? .ignored : table.sourceKey ?? (number == 0 ? .alone : .withIdentity),
                within: table.isWithinParent ? dataset.tables.firstIndex { $0.name == table.parent?.table } : nil,
                naturalKey: table.identity.compactMap { positions[$0] },
                needs: needs.contains([]) || !isGiven ? nil : needs,
                required: table.required.map { (name: $0, position: positions[$0]) },
                prefix: number == 0 ? [] : Array(table.name.utf8) + [0x1F])
        }
        self.record = record
        self.dataset = dataset
    }
}

/// A condition whose column was found.
struct CompiledCondition: Sendable {
    let column: Int
    let words: WordTable
    /// Endings of the cell that are as good as words, in lower case.
    let ends: [[UInt8]]
    /// Whether the empty cell is among the words.
    let takesEmpty: Bool

    init?(_ condition: Condition, columns: inout ColumnFinder) {
        guard let column = columns.find([condition.column] + condition.spellings) else { return nil }
        self.column = column
        words = WordTable(numerals: condition.words.filter { !$0.hasPrefix("*") })
        ends = condition.ends
        takesEmpty = condition.words.contains("")
    }
}
