internal import Definitions
public import Records

/// Turns batches of raw cells into typed rows, a column at a time.
///
/// It remembers what records have said, and belongs to one thread.
public struct Mapper {
    let plan: MappingPlan
    private let last: LastValues

    public init(plan: MappingPlan, order: RecordOrder = .ofTheFile) {
        self.plan = plan
        last = LastValues(order)
    }

    /// Maps a whole batch; what was in `batch` before is gone.
    public func map(_ raw: RawBatch, into batch: MappedBatch) {
        batch.begin(raw)
        if raw.droppedCharacters > 0 {
            batch.warn("control characters that XML does not have, left out", raw.droppedCharacters)
        }
        fillAlternatives(raw)
        let empty = skipEmptyRecords(raw, batch)
        for (index, defect) in raw.defects where !empty.contains(index) { batch.reject(index, defect) }
        choose(raw, batch)
        for part in batch.parts { fill(part, raw, batch) }
        for part in batch.parts { store(part, raw, batch) }
        skipRecordsWithoutRows(batch)
        for part in batch.parts {
            mapAccountIDs(part, batch)
            requireOwners(part, batch)
            checkOwners(part, batch)
            RowIdentity(plan: part.plan, ownership: plan.ownership, key: plan.identity).fill(part, batch)
        }
        skipRecordsOfNoTable(batch)
    }

    /// Passes over the lines that hold no text between their delimiters: what a spreadsheet makes of blank ones.
    private func skipEmptyRecords(_ raw: RawBatch, _ batch: MappedBatch) -> Set<Int> {
        guard case .csv = plan.format.reader else { return [] }
        var empty: Set<Int> = []
        for index in 0..<raw.count where !raw.spans[index].isAbsent {
            let text = raw.bytes(of: raw.spans[index])
            guard let first = text.first, Self.isNoText(first), text.allSatisfy(Self.isNoText) else { continue }
            empty.insert(index)
            batch.skip(index, because: "nothing in it")
        }
        return empty
    }

    /// Delimiters, quotes and blanks.
    private static func isNoText(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2C, 0x3B, 0x09, 0x7C, 0x22, 0x20, 0x0D, 0x0A: true
        default: false
        }
    }

    /// Where a record has no such column, the next of the names that mean the same.
    private func fillAlternatives(_ raw: RawBatch) {
        for alternative in plan.alternatives {
            let into = raw.column(alternative.into)
            let from = raw.column(alternative.from)
            for index in 0..<raw.count where into[index].isAbsent { into[index] = from[index] }
        }
    }

    /// Decides which parts take which records; what none takes is passed over.
    private func choose(_ raw: RawBatch, _ batch: MappedBatch) {
        var refusals = [String?](repeating: nil, count: batch.parts.count > 1 || isSelective ? raw.count : 0)
        for part in batch.parts {
            for index in 0..<raw.count {
                let isTaken = batch.isKept(index) && part.plan.when.allSatisfy { $0.holds(raw, index) }
                part.examined[index] = isTaken ? 1 : 0
            }
            if !batch.people.isOwnerNamed { findOwner(part, raw, batch) }
            for rule in part.plan.skips {
                for index in 0..<raw.count
                where part.examined[index] == 1 && rule.when.allSatisfy({ $0.holds(raw, index) }) {
                    part.examined[index] = 0
                    // The first reason stands, but that it is not the owner's goes before all.
                    if refusals[index] == nil { refusals[index] = rule.because }
                }
            }
            if !batch.people.isOwnerNamed { countPeople(part, raw, batch) }
            applyPersonRules(part, raw) { refusals[$0] = "another person" }
        }
        guard !refusals.isEmpty else { return }
        for index in 0..<raw.count where batch.isKept(index) {
            if batch.parts.allSatisfy({ $0.examined[index] == 0 }) {
                batch.skip(index, because: refusals[index] ?? "not selected")
            }
        }
    }

    /// Whether some record may have no owner.
    private var isSelective: Bool {
        plan.parts.contains {
            !$0.when.isEmpty || !$0.skips.isEmpty || $0.person != nil || $0.cases.contains { $0.person != nil }
        }
    }

    /// Marks whose rows are the owner's; a record of a person we do not know is left, and nothing of it is kept.
    private func applyPersonRules(_ part: MappedBatch.Part, _ raw: RawBatch, leave: (Int) -> Void) {
        if let person = part.plan.person {
            for index in 0..<raw.count where part.examined[index] == 1 && !person.takes(raw, index) {
                part.examined[index] = 0
                leave(index)
            }
        }
        for (unpivot, rows) in zip(part.plan.cases, part.rows) {
            for index in 0..<raw.count {
                let isOwners = part.examined[index] == 1 && unpivot.person?.takes(raw, index) ?? true
                let isSo = isOwners && unpivot.takes(raw, index)
                rows.present[index] = isSo ? 1 : 0
            }
        }
        guard part.plan.cases.contains(where: { $0.person != nil }) else { return }
        for index in 0..<raw.count where part.examined[index] == 1 {
            guard part.rows.allSatisfy({ $0.present[index] == 0 }) else { continue }
            part.examined[index] = 0
            leave(index)
        }
    }

    private func fill(_ part: MappedBatch.Part, _ raw: RawBatch, _ batch: MappedBatch) {
        func fill(_ field: CompiledField, _ column: Column, _ mask: UnsafeMutablePointer<UInt8>) {
            Kernel(
                field: field, formatMissing: plan.missing, raw: raw, batch: batch, mask: mask, last: last,
                empty: part.plan.record.empty
            ).fill(
                column)
        }
        for (field, column) in zip(part.plan.base, part.baseColumns) {
            fill(field, column, part.examined)
            for wanted in part.plan.wanted where wanted.position == field.position {
                let words = wanted.words
                for index in 0..<raw.count where part.examined[index] == 1 && !column.isOne(of: words, index, raw) {
                    part.examined[index] = 0
                    for rows in part.rows { rows.present[index] = 0 }
                }
            }
        }
        for (unpivot, rows) in zip(part.plan.cases, part.rows) where !unpivot.own.isEmpty {
            for field in unpivot.own {
                guard let column = rows.columns[field.position] else { continue }
                fill(field, column, rows.present)
                for wanted in part.plan.wanted where wanted.position == field.position {
                    let words = wanted.words
                    for index in 0..<raw.count where rows.present[index] == 1 && !column.isOne(of: words, index, raw) {
                        rows.present[index] = 0
                    }
                }
            }
            dropEmpty(unpivot, rows, raw.count)
        }
    }

    /// A case gives no row where none of its own columns has a value, or one that it needs has none.
    private func dropEmpty(_ unpivot: MappingPlan.Part.Case, _ rows: MappedBatch.Rows, _ count: Int) {
        let sources = unpivot.own.filter { $0.column != nil }.compactMap { rows.columns[$0.position] }
        let needs = unpivot.own.filter { unpivot.needs.contains($0.name) }.compactMap { rows.columns[$0.position] }
        let isIncomplete = needs.count < unpivot.needs.count
        for index in 0..<count where rows.present[index] == 1 {
            let isEmpty = sources.allSatisfy { $0.valid[index] == 0 }
            if isIncomplete || isEmpty || needs.contains(where: { $0.valid[index] == 0 }) {
                rows.present[index] = 0
            }
        }
    }

    /// A record that gives no row under any case has nothing to be checked.
    private func skipRecordsWithoutRows(_ batch: MappedBatch) {
        guard plan.parts.contains(where: { !$0.record.unpivot.isEmpty || $0.cases.isEmpty || !$0.wanted.isEmpty })
        else { return }
        for index in 0..<batch.count where batch.isKept(index) {
            var isNoValue = false
            for part in batch.parts where part.examined[index] == 1 {
                guard part.rows.allSatisfy({ $0.present[index] == 0 }) else { continue }
                part.examined[index] = 0
                isNoValue = true
            }
            guard batch.parts.allSatisfy({ $0.examined[index] == 0 }) else { continue }
            batch.skip(index, because: unwanted(index, batch) ?? (isNoValue ? "no value" : "not selected"))
        }
    }

    /// Why a setting passes a record over that has values; nil where none does.
    private func unwanted(_ index: Int, _ batch: MappedBatch) -> String? {
        for part in batch.parts {
            for wanted in part.plan.wanted {
                for (unpivot, rows) in zip(part.plan.cases, part.rows) {
                    guard let column = rows.columns[wanted.position],
                        !column.isOne(of: wanted.words, index, batch.raw),
                        unpivot.hasValue(index, batch.raw, missing: plan.missing)
                    else { continue }
                    let word = wanted.named.words.index(of: Blank.trimmed(column.text(index, in: batch.raw)))
                    return word.map { wanted.named.reasons[$0] } ?? wanted.reason
                }
            }
        }
        return nil
    }

    /// A record without what every table needs becomes nothing.
    private func skipRecordsOfNoTable(_ batch: MappedBatch) {
        guard batch.parts.allSatisfy({ $0.plan.tables.allSatisfy { !$0.table.needs.isEmpty } }) else { return }
        for index in 0..<batch.count where batch.isKept(index) {
            let isNone = batch.parts.allSatisfy { part in
                part.rows.allSatisfy { rows in
                    rows.present[index] == 0 || rows.tables.allSatisfy { $0.present[index] == 0 }
                }
            }
            if isNone { batch.skip(index, because: "no value") }
        }
    }
}

extension Column {
    /// Whether a text is one of some words; what has no value is not asked.
    fileprivate func isOne(of words: WordTable, _ index: Int, _ raw: RawBatch) -> Bool {
        valid[index] == 0 || words.index(of: Blank.trimmed(text(index, in: raw))) != nil
    }
}

extension MappingPlan.Part.Case {
    /// Whether the record has something in a column of the case; a case of constants needs none.
    fileprivate func hasValue(_ index: Int, _ raw: RawBatch, missing: WordTable) -> Bool {
        var isOfConstants = true
        for field in own where !field.mapping.from.isEmpty {
            isOfConstants = false
            guard let column = field.column else { continue }
            let cell = raw.column(column)[index]
            guard !cell.isAbsent else { continue }
            let text = Blank.trimmed(raw.bytes(of: cell))
            if !text.isEmpty, missing.index(of: text) == nil { return true }
        }
        return isOfConstants
    }

    /// Whether a record is one that gives this row.
    func takes(_ raw: RawBatch, _ index: Int) -> Bool {
        when.allSatisfy { $0.holds(raw, index) } && !unless.contains { $0.allSatisfy { $0.holds(raw, index) } }
    }
}

extension CompiledCondition {
    func holds(_ raw: RawBatch, _ index: Int) -> Bool {
        let cell = raw.column(column)[index]
        guard !cell.isAbsent else { return takesEmpty }
        let text = Blank.trimmed(raw.bytes(of: cell))
        guard !text.isEmpty else { return takesEmpty }
        return words.index(of: text) != nil || ends.contains { WordTable.ends(text, with: $0) }
    }
}

/// Whether the records that are mapped follow each other as in their file.
public enum RecordOrder: Sendable {
    case ofTheFile
    /// Some of a file's records: what came before one of them is not known.
    case scattered
}
