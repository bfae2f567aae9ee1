public import Definitions
public import Records

/// Reads the days of a column as a format's mapping does, before there is a plan.
public struct DayReader: Sendable {
    private let patterns: [DatePattern]

    /// - Parameter order: the setting `date_order`.
    public init(_ format: Format, column: String, order: String?) {
        let mappings = format.records.flatMap { $0.fields + $0.unpivot.flatMap(\.fields) }
        let mapping = mappings.first { mapping in
            mapping.from.contains(column) && (mapping.conversion == .date || mapping.conversion.isLocal)
        }
        let ordered = order.flatMap { try? CompiledField.patterns(order: $0, withTime: true) }
        patterns = (mapping?.patterns ?? []) + (ordered ?? []) + DatePattern.yearFirst + DatePattern.spelled
    }

    /// Reads moments in UTC, or with their offset.
    public init() {
        patterns = ["yyyy-MM-dd'T'HH:mm:ssXXX", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "yyyy-MM-dd HH:mm:ss"].compactMap {
            DatePattern($0)
        }
    }

    /// Microseconds since 1970 of a moment, of a wall clock's as if it showed UTC; nil where it is none.
    public func moment(_ cell: UnsafeRawBufferPointer) -> Int? {
        let text = Blank.trimmed(cell)
        for pattern in patterns {
            guard let read = try? pattern.parse(text) else { continue }
            return (read.days * 86_400 - (read.offset ?? 0)) * 1_000_000 + read.micros
        }
        return nil
    }

    /// Whether at least three records have days, all of them readable, and so many days are between each two.
    public func areApart(by days: Int, in batch: RawBatch, _ cells: UnsafeMutablePointer<Cell>) -> Bool {
        var known: [Int] = []
        for index in 0..<batch.count where !cells[index].isAbsent {
            let text = Blank.trimmed(batch.bytes(of: cells[index]))
            if text.isEmpty { continue }
            guard let day = day(text) else { return false }
            known.append(day)
        }
        return known.count >= 3 && zip(known, known.dropFirst()).allSatisfy { abs($1 - $0) >= days }
    }

    private func day(_ text: UnsafeRawBufferPointer) -> Int? {
        for pattern in patterns { if let read = try? pattern.parse(text) { return read.days } }
        return nil
    }
}
