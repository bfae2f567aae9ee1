internal import Definitions
internal import Discovering
internal import Normalising
internal import Reading
internal import Records

/// What the first records of a file show of all of them, and how their cells are written.
struct FirstRecords {
    let file: SourceFile
    let match: Recogniser.Match

    /// Why a file whose first record is written so is none of the format's.
    ///
    /// - Parameter order: the setting `date_order`.
    func whyRefused(order: String?) throws -> String? {
        for rule in match.format.refuse where !rule.person.isEmpty {
            if try holdsSeveral(rule.person) { return rule.because }
        }
        let rules = match.format.refuse.filter { !$0.column.isEmpty }
        guard !rules.isEmpty else { return nil }
        let reader = try match.reader(of: file.open())
        let names = Set(reader.header)
        let columns = rules.map { rule in
            match.format.spelling(of: rule.column, in: names).flatMap { reader.header.firstIndex(of: $0) }
        }
        reader.select(columns: columns.compactMap { $0 })
        let batch = reader.makeBatch(forBytes: file.bytes)
        guard try reader.read(into: batch), batch.count > 0 else { return nil }
        var place = 0
        for (rule, column) in zip(rules, columns) where column != nil {
            let cells = batch.column(place)
            place += 1
            if rule.apart > 0 {
                let days = DayReader(match.format, column: rule.column, order: order)
                if days.areApart(by: rule.apart, in: batch, cells) { return rule.because }
                continue
            }
            let isWhole = (0..<batch.count).allSatisfy { index in
                !cells[index].isAbsent && Self.fit(rule.pattern, batch.bytes(of: cells[index]))
            }
            if isWhole { return rule.because }
        }
        return nil
    }

    /// What the days of the whole file show of the order of day and month, where it is neither known nor said by a format.
    func dateOrder() throws -> DateOrderProof? {
        switch match.format.reader {
        case .csv, .json, .jsonl: break
        default: return nil
        }
        let fields = match.format.records.flatMap(\.allFields).filter(\.takesDateOrder)
        let reader = try match.reader(of: file.open())
        let names = Set(reader.header)
        let found = fields.flatMap(\.from).compactMap { column in
            match.format.spelling(of: column, in: names).flatMap { reader.header.firstIndex(of: $0) }
        }
        let columns = Set(found).sorted()
        guard !columns.isEmpty else { return nil }
        reader.select(columns: columns)
        let batch = reader.makeBatch(forBytes: file.bytes)
        var proof = DateOrderProof()
        var hasDays = false
        while try reader.read(into: batch) {
            for place in columns.indices {
                let cells = batch.column(place)
                for index in 0..<batch.count where !cells[index].isAbsent && cells[index].length > 0 {
                    proof.add(batch.bytes(of: cells[index]))
                    hasDays = true
                }
            }
            // A spreadsheet writes all days of a file anew, or none.
            if hasDays, !proof.isAsked { return nil }
        }
        return proof
    }

    /// Whether two records of the whole file have different cells in a column.
    private func holdsSeveral(_ column: String) throws -> Bool {
        let reader = try ReaderOpening.open(file.open(), match.format.reader, layout: match.layout, columns: [column])
        let names = Set(reader.header)
        guard let place = match.format.spelling(of: column, in: names).flatMap({ reader.header.firstIndex(of: $0) })
        else { return false }
        reader.select(columns: [place])
        let batch = reader.makeBatch(forBytes: file.bytes)
        var first: [UInt8]?
        while try reader.read(into: batch) {
            let cells = batch.column(0)
            for index in 0..<batch.count where !cells[index].isAbsent && cells[index].length > 0 {
                let bytes = batch.bytes(of: cells[index])
                if let first, !bytes.elementsEqual(first) { return true }
                if first == nil { first = Array(bytes) }
            }
        }
        return false
    }

    /// Whether the first records of a format that distinguishes days from hours by their times are days or full hours,
    /// each of them; nil where they are neither, or there are none.
    func times() throws -> MappingPlan.Times? {
        let ofFile = [Condition.named, Condition.times]
        let asked = match.format.records.map { record in
            (
                cells: (record.fields + record.unpivot.flatMap(\.fields)).filter { $0.conversion == .localEnd }.flatMap(
                    \.from),
                when: record.when.filter { !ofFile.contains($0.column) }
            )
        }.filter { !$0.cells.isEmpty }
        guard !asked.isEmpty else { return nil }
        let reader = try match.reader(of: file.open())
        let names = Set(asked.flatMap { $0.cells + $0.when.map(\.column) })
        let columns = reader.header.indices.filter { names.contains(reader.header[$0]) }
        reader.select(columns: columns)
        let batch = reader.makeBatch(forBytes: file.bytes)
        guard try reader.read(into: batch) else { return nil }
        let places = Dictionary(columns.enumerated().map { (reader.header[$1], $0) }) { first, _ in first }
        var times: MappingPlan.Times?
        for mapping in asked {
            for index in 0..<batch.count {
                let isMeant = mapping.when.allSatisfy { condition in
                    let cell = places[condition.column].map { batch.column($0)[index] }
                    return condition.words.contains(cell.flatMap { batch.text(of: $0) } ?? "")
                }
                guard isMeant else { continue }
                for place in mapping.cells.compactMap({ places[$0] }) where !batch.column(place)[index].isAbsent {
                    guard let clock = Self.clock(batch.bytes(of: batch.column(place)[index])) else { continue }
                    guard clock != .other else { return nil }
                    times = clock == .hour ? .hours : times ?? .days
                }
            }
        }
        return times
    }

    /// Whether a cell has this shape: `0` matches a digit, every other character itself.
    private static func fit(_ shape: String, _ cell: UnsafeRawBufferPointer) -> Bool {
        let shape = Array(shape.utf8)
        guard shape.count == cell.count else { return false }
        return zip(shape, cell).allSatisfy { $0 == 0x30 ? $1 &- 0x30 < 10 : $0 == $1 }
    }

    private enum Clock {
        case midnight
        case hour
        case other
    }

    /// What a cell's clock shows; nil where it has none.
    private static func clock(_ cell: UnsafeRawBufferPointer) -> Clock? {
        guard let colon = cell.firstIndex(of: UInt8(ascii: ":")), colon >= 2 else { return nil }
        func isZero(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { $0 == 0x30 || $0 &- 0x31 > 8 } }
        guard isZero(cell[colon...].prefix(6)) else { return .other }
        return isZero(cell[(colon - 2)..<colon]) ? .midnight : .hour
    }
}
