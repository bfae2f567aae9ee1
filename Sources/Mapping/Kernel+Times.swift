internal import Definitions
internal import Records

/// Dates, times, instants and durations.
extension Kernel {
    func date(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        let patterns = field.patterns
        each(column, cells) { index, bytes in
            do throws(Timestamp.Failure) {
                if patterns.isEmpty {
                    column.set(index, Int64(try isoDate(bytes)))
                } else {
                    column.set(index, Int64(try matched(bytes, patterns).days))
                }
            } catch {
                fail(index, error, bytes, .notADate, "a date as in 2026-05-31")
            }
        }
    }

    /// `yyyy-MM-dd`, or else in the order of the setting.
    private func isoDate(_ bytes: UnsafeRawBufferPointer) throws(Timestamp.Failure) -> Int {
        do throws(Timestamp.Failure) {
            let days = try Timestamp.date(bytes)
            guard bytes.count == 10 else { throw .malformed }
            return days
        } catch {
            guard error == .ambiguous, !field.ordered.isEmpty else { throw error }
            return try matched(bytes, field.ordered).days
        }
    }

    func instant(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        let patterns = field.patterns
        each(column, cells) { index, bytes in
            do throws(Timestamp.Failure) {
                if patterns.isEmpty {
                    column.set(index, Int64(try Timestamp.instant(bytes)))
                } else {
                    let read = try matched(bytes, patterns)
                    column.set(
                        index, Int64(read.days * 86_400_000_000 + read.micros - (read.offset ?? 0) * 1_000_000))
                }
            } catch {
                fail(index, error, bytes, .notATime, "a time with its offset as in 2026-05-31T18:30:00+02:00")
            }
        }
    }

    /// A time as it is written, and its offset where it has one.
    private func written(_ bytes: UnsafeRawBufferPointer) throws(Timestamp.Failure) -> (wall: Int, offset: Int?) {
        guard field.patterns.isEmpty else {
            let read = try matched(bytes, field.patterns)
            return (read.days * 86_400_000_000 + read.micros, read.offset)
        }
        do throws(Timestamp.Failure) {
            return try Timestamp.wallAndOffset(bytes)
        } catch {
            guard error == .ambiguous, !field.ordered.isEmpty else { throw error }
            let read = try matched(bytes, field.ordered)
            return (read.days * 86_400_000_000 + read.micros, nil)
        }
    }

    /// The offset that stands in a column, in seconds; nil where the cell is empty.
    private func offset(_ column: Int, _ index: Int) throws(Timestamp.Failure) -> Int? {
        let cell = raw.column(column)[index]
        guard !cell.isAbsent else { return nil }
        let text = Blank.trimmed(raw.bytes(of: cell))
        if text.isEmpty { return nil }
        guard let offset = ZonePlace.offset(text) else { throw .noOffset }
        return offset
    }

    /// The instant of a wall time; nil where the clocks never showed it.
    private func instant(wall: Int, _ index: Int) throws(Timestamp.Failure) -> Int? {
        var zone: TimeZone?
        switch field.zone {
        case .nowhere: break
        case .fixed(let fixed): zone = fixed
        case .column(let place, let other):
            if let offset = try offset(place, index) { return wall - offset * 1_000_000 }
            zone = other
        }
        guard let zone else { throw .noOffset }
        switch zone.instant(wall: wall) {
        case .one(let instant), .twice(let instant): return instant
        case .never:
            // Where the clocks skipped midnight the day began an hour later; midnight is what a mere date means.
            guard wall % 86_400_000_000 == 0, case .one(let instant) = zone.instant(wall: wall + 3_600_000_000) else {
                return nil
            }
            return instant
        }
    }

    func localTime(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        column.keepsSource = true
        each(column, cells) { index, bytes in
            do throws(Timestamp.Failure) {
                let read = try written(bytes)
                if let offset = read.offset {
                    column.set(index, Int64(read.wall - offset * 1_000_000))
                    column.high[index] = column.low[index]
                } else if let instant = try instant(wall: read.wall, index) {
                    column.set(index, Int64(instant))
                    // The key is made of what the source says, whatever zone it is read in.
                    column.high[index] = UInt64(bitPattern: Int64(read.wall))
                } else {
                    fail(index, .noSuchLocalTime, bytes, "a time that the clocks of \(field.zone.name) showed")
                }
            } catch {
                fail(index, error, bytes, .notATime, "a date and time as in 2026-05-31 18:30:00")
            }
        }
    }

    func localDate(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        let day = 86_400_000_000
        each(column, cells) { index, bytes in
            do throws(Timestamp.Failure) {
                let read = try written(bytes)
                var wall = read.wall
                // A wall time of the athlete's own day is that day.
                if read.offset != nil || !field.mapping.zone.isEmpty {
                    let known: Int?
                    if let offset = read.offset {
                        known = read.wall - offset * 1_000_000
                    } else {
                        known = try instant(wall: read.wall, index)
                    }
                    if let known { wall = try self.wall(of: known, index) ?? read.wall }
                }
                column.set(index, Int64(wall / day - (wall % day < 0 ? 1 : 0)))
            } catch {
                // The time that stands in the same cell has said it already.
                if batch.knowsBadTime(index, besides: field.name) { return }
                fail(index, error, bytes, .notADate, "a date and time as in 2026-05-31 18:30:00")
            }
        }
    }

    /// What the athlete's clock showed at an instant; nil where nobody says which clock.
    private func wall(of instant: Int, _ index: Int) throws(Timestamp.Failure) -> Int? {
        var zone: TimeZone?
        switch field.dayZone {
        case .nowhere: break
        case .fixed(let fixed): zone = fixed
        case .column(let place, let other):
            if let offset = try offset(place, index) { return instant + offset * 1_000_000 }
            zone = other
        }
        let seconds = instant / 1_000_000 - (instant % 1_000_000 < 0 ? 1 : 0)
        return zone.map { instant + $0.offset(at: seconds) * 1_000_000 }
    }

    func time(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        let patterns = field.patterns
        each(column, cells) { index, bytes in
            do throws(Timestamp.Failure) {
                if patterns.isEmpty {
                    let (micros, end) = try Timestamp.time(bytes, from: 0)
                    guard end == bytes.count else { throw .malformed }
                    column.set(index, Int64(micros))
                } else {
                    column.set(index, Int64(try matched(bytes, patterns).micros))
                }
            } catch {
                fail(index, error, bytes, .notATime, "a time as in 18:30:00")
            }
        }
    }

    /// Seconds as a number, `[H:]MM:SS[.f]`, or `2h 38m 5s`.
    func duration(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        each(column, cells) { index, bytes in
            if let value = Duration.parse(bytes, longDigits: { raw.append($0) }) {
                column.set(index, value)
            } else {
                fail(index, .notADuration, bytes, "a duration as in 1:02:30, 90 or 1h 2m")
            }
        }
    }

    private func matched(
        _ bytes: UnsafeRawBufferPointer, _ patterns: [DatePattern]
    ) throws(Timestamp.Failure) -> (days: Int, micros: Int, offset: Int?) {
        var failure = Timestamp.Failure.malformed
        for pattern in patterns {
            do throws(Timestamp.Failure) {
                return try pattern.parse(bytes)
            } catch {
                if error == .impossible { failure = error }
            }
        }
        throw failure
    }

    private func fail(
        _ index: Int, _ failure: Timestamp.Failure, _ bytes: UnsafeRawBufferPointer, _ code: Defect.Code,
        _ expected: String
    ) {
        switch failure {
        case .malformed: fail(index, code, bytes, expected)
        case .impossible: fail(index, code, bytes, "a day and time that exist, \(expected)")
        case .ambiguous:
            fail(index, .ambiguousDate, bytes, "\(expected), or the setting date_order (mdy or dmy)")
        case .noOffset: fail(index, code, bytes, "an offset as in UTC+0530 beside it, or the setting zone")
        }
    }
}

/// Durations as exports write them.
enum Duration {
    static func parse(_ bytes: UnsafeRawBufferPointer, longDigits: ([UInt8]) -> Cell) -> Decimal? {
        if bytes.contains(0x3A) { return clock(bytes) }
        if let value = try? Number.decimal(bytes, mark: 0x2E, grouping: false, longDigits: longDigits) {
            return value.isNegative ? nil : value
        }
        return words(bytes)
    }

    private static func clock(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
        let parts = bytes.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last else { return nil }
        var minutes: UInt64 = 0
        for (index, part) in parts.dropLast().enumerated() {
            guard let value = whole(part), value < 1_000_000, index == 0 || (value < 60 && part.count == 2) else {
                return nil
            }
            minutes = minutes * 60 + value
        }
        let rest = UnsafeRawBufferPointer(rebasing: last)
        guard rest.count >= 2, rest[0] &- 0x30 < 10, rest[1] &- 0x30 < 10,
            rest.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2E }),
            let seconds = try? Number.decimal(
                rest, mark: 0x2E, grouping: false, longDigits: { _ in Cell(offset: 0, length: 0) }),
            !seconds.isLong, !seconds.isNegative, seconds.scale <= 9
        else { return nil }
        let unit = (0..<seconds.scale).reduce(UInt64(1)) { power, _ in power * 10 }
        guard seconds.digits < 60 * unit else { return nil }
        return Decimal(digits: minutes * 60 * unit + seconds.digits, scale: seconds.scale, isNegative: false)
    }

    private static func whole(_ part: Slice<UnsafeRawBufferPointer>) -> UInt64? {
        guard !part.isEmpty, part.count <= 7 else { return nil }
        var value: UInt64 = 0
        for byte in part {
            guard byte &- 0x30 < 10 else { return nil }
            value = value * 10 + UInt64(byte - 0x30)
        }
        return value
    }

    /// `2h 38m`, `45min`, `1h 2min 5s`.
    private static func words(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
        var total: UInt64 = 0
        var index = 0
        var parts = 0
        while index < bytes.count {
            if bytes[index] == 0x20 {
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
            guard let value = whole(bytes[start..<index]) else { return nil }
            let wordStart = index
            while index < bytes.count, bytes[index] | 0x20 >= 0x61, bytes[index] | 0x20 <= 0x7A { index += 1 }
            switch String(decoding: bytes[wordStart..<index], as: UTF8.self).lowercased() {
            case "h", "hr", "hrs", "hour", "hours": total += value * 3600
            case "m", "min", "mins", "minute", "minutes": total += value * 60
            case "s", "sec", "secs", "second", "seconds": total += value
            default: return nil
            }
            parts += 1
        }
        return parts == 0 ? nil : Decimal(digits: total, scale: 0, isNegative: false)
    }
}
