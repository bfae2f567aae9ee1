internal import Postgres
internal import Records

/// The rejects of one unit beyond those that are kept whole: how many there are of each cause, and where.
///
/// What they take does not follow the file: beyond a thousand causes those of one code are counted together, and beyond
/// a hundred thousand places only the first and the last line are known. Such records are not replayed.
struct CountedRejects {
    private struct Kind: Hashable {
        var field: String
        var column: String
        var code: Defect.Code
        var expected: String
        var round: Int
    }

    private struct Group {
        var defect: Defect
        let round: Int
        let first: Position
        var count = 0
        var records: [ClosedRange<Int>] = []
        var lines: [ClosedRange<Int>] = []

        /// Adds a record's place; without one that can be read again only its line.
        mutating func add(_ position: Position, isReplayed: Bool, room: inout Int) {
            let (record, line) = (position.record, position.line)
            if isReplayed, let last = records.last, last.upperBound + 1 == record, let end = lines.last {
                records[records.count - 1] = last.lowerBound...record
                lines[lines.count - 1] = end.lowerBound...max(end.upperBound, line)
            } else if isReplayed, room > 0 {
                room -= 1
                records.append(record...record)
                lines.append(line...line)
            } else if let last = lines.last {
                lines[lines.count - 1] = min(last.lowerBound, line)...max(last.upperBound, line)
            } else {
                lines.append(line...line)
            }
        }
    }

    private var groups: [Group] = []
    private var places: [Kind: Int] = [:]
    /// How many places more can be kept.
    private var room: Int
    private let mostGroups: Int

    /// - Parameter isBounded: whether causes and places are limited; those of a replay are limited by the import.
    init(isBounded: Bool) {
        let mostRanges: Int
        (mostGroups, mostRanges) = isBounded ? (1_000, 100_000) : (.max, .max)
        room = mostRanges
    }

    /// Adds a reject by the first of its defects.
    mutating func add(_ reject: Reject) {
        let defect = reject.defects.first ?? Defect(field: "", code: .refusedByServer)
        let (place, isWhole) = place(of: defect, round: reject.round, reject.position)
        if groups[place].defect.found != defect.found { groups[place].defect.found = "" }
        groups[place].count += 1
        groups[place].add(reject.position, isReplayed: isWhole, room: &room)
    }

    /// The group of a defect; whether all of the group are as it says.
    private mutating func place(of defect: Defect, round: Int, _ position: Position) -> (Int, isWhole: Bool) {
        var defect = defect
        var kind = Kind(
            field: defect.field, column: defect.column, code: defect.code, expected: defect.expected, round: round)
        if let known = places[kind] { return (known, true) }
        let isWhole = groups.count < mostGroups
        if !isWhole {
            defect = Defect(field: "", code: defect.code)
            kind = Kind(field: "", column: "", code: defect.code, expected: "", round: 0)
            if let known = places[kind] { return (known, false) }
        }
        places[kind] = groups.count
        groups.append(Group(defect: defect, round: round, first: position))
        return (groups.count - 1, isWhole)
    }

    /// Rows of `scorebook.rejects`, a cause each, to be written with the next statement.
    func store(of unit: Int64, run: String, owner: String?, source: String, _ wording: (Reject) -> RejectText) -> SQL? {
        guard !groups.isEmpty else { return nil }
        let texts = groups.map { group in
            wording(Reject(position: group.first, defects: [group.defect], raw: [], cells: []))
        }
        return """
            insert into scorebook.rejects
                (unit_id, run_id, owner, source, record_number, line, byte_offset, field, code, message, hint, defects,
                 round, count, records, lines)
            select \(bind: unit)::bigint, \(bind: run)::uuid, \(bind: owner)::uuid, \(bind: source), given.*
            from rows from (
                unnest(
                    \(bind: groups.map(\.first.record))::bigint[], \(bind: groups.map(\.first.line))::bigint[],
                    \(bind: groups.map(\.first.byteOffset))::bigint[]),
                unnest(
                    \(bind: groups.map(\.defect.field))::text[], \(bind: groups.map(\.defect.code.rawValue))::text[],
                    \(bind: texts.map(\.message))::text[], \(bind: texts.map(\.hint))::text[],
                    \(bind: texts.map(\.defects))::jsonb[]),
                unnest(
                    \(bind: groups.map(\.round))::bigint[], \(bind: groups.map(\.count))::bigint[],
                    \(bind: groups.map { Self.text($0.records) })::int8multirange[],
                    \(bind: groups.map { Self.text($0.lines) })::int8multirange[]))
                as given
            """
    }

    private static func text(_ ranges: [ClosedRange<Int>]) -> String {
        "{" + ranges.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ",") + "}"
    }
}
