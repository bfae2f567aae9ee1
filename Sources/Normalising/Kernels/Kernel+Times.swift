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
                    column.set(index, Int64(try patterned(bytes).days))
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
            return try reordered(bytes, error).days
        }
    }

    func instant(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        let patterns = field.patterns
        each(column, cells) { index, bytes in
            guard let lasted = lasted(index) else { return }
            do throws(Timestamp.Failure) {
                if patterns.isEmpty {
                    column.set(index, Int64(try instant(bytes) + lasted))
                } else {
                    let read = try matched(bytes, patterns)
                    let start = read.days * 86_400_000_000 + read.micros - (read.offset ?? 0) * 1_000_000
                    column.set(index, Int64(start + lasted))
                }
            } catch {
                fail(index, error, bytes, .notATime, "a time with its offset as in 2026-05-31T18:30:00+02:00")
            }
        }
    }

    /// In ISO 8601, extended or basic, with its offset.
    private func instant(_ bytes: UnsafeRawBufferPointer) throws(Timestamp.Failure) -> Int {
        do throws(Timestamp.Failure) { return try Timestamp.instant(bytes) } catch {
            guard error == .malformed, DatePattern.isBasic(bytes) else { throw error }
            let read = try matched(bytes, DatePattern.basic)
            guard let offset = read.offset else { throw .malformed }
            return read.days * 86_400_000_000 + read.micros - offset * 1_000_000
        }
    }

    /// A time as it is written, and its offset where it has one.
    private func written(_ bytes: UnsafeRawBufferPointer) throws(Timestamp.Failure) -> (wall: Int, offset: Int?) {
        guard field.patterns.isEmpty else {
            let read = try patterned(bytes)
            return (read.days * 86_400_000_000 + read.micros, read.offset)
        }
        do throws(Timestamp.Failure) {
            return try Timestamp.wallAndOffset(bytes)
        } catch {
            let read = try reordered(bytes, error)
            return (read.days * 86_400_000_000 + read.micros, read.offset)
        }
    }

    /// A date that is written otherwise than the format has it and can be read in one way: with its year first, or with
    /// its month as a word of any language. Days and months as numbers are read as the setting says.
    private func reordered(
        _ bytes: UnsafeRawBufferPointer, _ error: Timestamp.Failure
    ) throws(Timestamp.Failure) -> (days: Int, micros: Int, offset: Int?) {
        switch error {
        case .malformed where Timestamp.isYearFirst(bytes):
            let day = 86_400_000_000
            if !field.patterns.isEmpty, field.mapping.conversion != .date,
                let read = try? Timestamp.wallAndOffset(bytes)
            {
                let micros = read.wall % day < 0 ? read.wall % day + day : read.wall % day
                return ((read.wall - micros) / day, micros, read.offset)
            }
            return try matched(bytes, DatePattern.yearFirst)
        case .malformed where DatePattern.isBasic(bytes): return try matched(bytes, DatePattern.basic)
        case .malformed where Timestamp.serial(bytes) != nil:
            if [.date, .localTime, .wallTime].contains(field.mapping.conversion) {
                batch.warn("\(field.source): a number, read as a spreadsheet's day", 1)
            }
            guard let read = Timestamp.serial(bytes) else { throw error }
            return (read.days, read.micros, nil)
        case .malformed where DatePattern.mayName(bytes): return try matched(bytes, DatePattern.spelled)
        case .ambiguous where !field.ordered.isEmpty: return try matched(bytes, field.ordered)
        default: throw error
        }
    }

    /// What a cell says of the zone.
    private enum Beside {
        /// Seconds east of Greenwich.
        case offset(Int)
        case zone(TimeZone)
    }

    /// The offset or the zone that a column says; nil where the cell is empty.
    private func zone(beside column: Int, _ index: Int) throws(Timestamp.Failure) -> Beside? {
        let cell = raw.column(column)[index]
        guard !cell.isAbsent else { return nil }
        let text = Blank.trimmed(raw.bytes(of: cell))
        if text.isEmpty { return nil }
        if let offset = ZonePlace.offset(text) { return .offset(offset) }
        let zone: TimeZone?
        do throws(TimeZone.Unread) { zone = try last.zone(named: text) } catch {
            // Not the record's fault: the caller throws the batch away.
            batch.unreadZone = error.code
            return nil
        }
        guard let zone else { throw .noOffset }
        return .zone(zone)
    }

    /// The instant of a wall time; nil where the clocks never showed it.
    private func instant(wall: Int, _ index: Int) throws(Timestamp.Failure) -> Int? {
        var zone: TimeZone?
        switch field.zone {
        case .nowhere: break
        case .fixed(let fixed): zone = fixed
        case .column(let place, let other):
            switch try self.zone(beside: place, index) {
            case .offset(let offset): return wall - offset * 1_000_000
            case .zone(let named): zone = named
            case nil: zone = other
            }
        }
        guard let zone else { throw .noOffset }
        switch zone.instant(wall: wall) {
        case .one(let instant), .twice(let instant): return instant
        case .never where field.mapping.zone.contains(.none):
            // The instant is besides what counts: by the offset that held before, as PostgreSQL has it.
            return wall - zone.offset(at: wall / 1_000_000 - 86_400) * 1_000_000
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
                if field.mapping.conversion.isEnd { return try end(column, index, read, bytes) }
                // Where no zone need be known, a time without an offset is no instant.
                if read.offset == nil, case .nowhere = field.zone, field.mapping.zone.contains(.none) { return }
                guard let lasted = lasted(index) else { return }
                if let offset = read.offset {
                    column.set(index, Int64(read.wall - offset * 1_000_000 + lasted))
                    column.high[index] = column.low[index]
                } else if let instant = try instant(wall: read.wall, index) {
                    column.set(index, Int64(instant + lasted))
                    // The key is made of what the source says, whatever zone it is read in.
                    column.high[index] = UInt64(bitPattern: Int64(read.wall + lasted))
                } else {
                    fail(index, .noSuchLocalTime, bytes, "a time that the clocks of \(field.zone.name) showed")
                }
            } catch {
                // The beginning that stands in the same cell has said it already.
                if field.mapping.conversion.isEnd, batch.hasTimeDefect(index, besides: field.name) { return }
                fail(index, error, bytes, .notATime, "a date and time as in 2026-05-31 18:30:00")
            }
        }
    }

    /// The end of a day, a full hour or a minute, see `Conversion.localEnd`.
    private func end(
        _ column: Column, _ index: Int, _ read: (wall: Int, offset: Int?), _ bytes: UnsafeRawBufferPointer
    ) throws(Timestamp.Failure) {
        let (day, hour, minute) = (86_400_000_000, 3_600_000_000, 60_000_000)
        let isMinute = field.mapping.conversion == .minuteEnd
        let isDay =
            !isMinute && read.wall % day == 0 && (!bytes.contains(UInt8(ascii: ":")) || field.times == .days)
        guard isMinute || isDay || read.wall % hour == 0 && field.times == .hours else { return }
        // Where no zone need be known, a time without an offset is no instant.
        if read.offset == nil, case .nowhere = field.zone, field.mapping.zone.contains(.none) { return }
        let length = isMinute ? minute : isDay ? day : hour
        let start = read.offset.map { read.wall - $0 * 1_000_000 }
        // A day lasts until the next midnight, be it 23 hours or 25, where the offset is that of the zone.
        let known = start == nil ? try instant(wall: read.wall, index) : try? instant(wall: read.wall, index)
        var end = (start ?? known).map { $0 + length }
        if isDay, start == nil || start == known { end = try instant(wall: read.wall + day, index) ?? end }
        guard let end else { return }
        column.set(index, Int64(end))
        column.high[index] = UInt64(bitPattern: Int64((start ?? read.wall) + length))
    }

    /// Midnight is what a day alone is read as; a wall time without a known zone is taken as it is.
    func clock(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        each(column, cells) { index, bytes in
            guard let read = try? written(bytes) else { return }
            if let offset = read.offset {
                column.set(index, Int64(read.wall - offset * 1_000_000))
            } else if read.wall % 86_400_000_000 != 0 {
                column.set(index, Int64((try? instant(wall: read.wall, index)) ?? read.wall))
            }
        }
    }

    /// The name behind the time, or else the time's offset as `+09:00`. UTC says nothing of where the athlete was.
    func zone(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        each(column, cells) { index, bytes in
            let name = bytes.lastIndex(of: 0x20).map { bytes[($0 + 1)...] } ?? bytes[...]
            if let first = name.first, first | 0x20 >= 0x61 {
                return column.set(index, text: raw.append(Array(name)))
            }
            guard let offset = (try? Timestamp.wallAndOffset(bytes))?.offset, offset != 0 else { return }
            let hours = String(abs(offset) / 3600)
            let minutes = String(abs(offset) / 60 % 60)
            var text = offset < 0 ? "-" : "+"
            text += (hours.count < 2 ? "0" : "") + hours + ":" + (minutes.count < 2 ? "0" : "") + minutes
            column.set(index, text: raw.append(Array(text.utf8)))
        }
    }

    func wallTime(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        each(column, cells) { index, bytes in
            do throws(Timestamp.Failure) {
                let read = try written(bytes)
                if let lasted = lasted(index) { column.set(index, Int64(read.wall + lasted)) }
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
                guard let lasted = lasted(index) else { return }
                var wall = read.wall + lasted
                // A wall time of the athlete's own day is that day.
                if read.offset != nil || !field.mapping.zone.isEmpty {
                    let known: Int?
                    if let offset = read.offset {
                        known = read.wall - offset * 1_000_000
                    } else {
                        known = try instant(wall: read.wall, index)
                    }
                    if let known { wall = try self.wall(of: known + lasted, index) ?? wall }
                }
                column.set(index, Int64(wall / day - (wall % day < 0 ? 1 : 0)))
            } catch {
                // The time that stands in the same cell has said it already.
                if batch.hasTimeDefect(index, besides: field.name) { return }
                fail(index, error, bytes, .notADate, "a date and time as in 2026-05-31 18:30:00")
            }
        }
    }

    /// What the athlete's clock showed at an instant; nil where it is not known which clock.
    private func wall(of instant: Int, _ index: Int) throws(Timestamp.Failure) -> Int? {
        var zone: TimeZone?
        switch field.dayZone {
        case .nowhere: break
        case .fixed(let fixed): zone = fixed
        case .column(let place, let other):
            switch try self.zone(beside: place, index) {
            case .offset(let offset): return instant + offset * 1_000_000
            case .zone(let named): zone = named
            case nil: zone = other
            }
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

    /// A number in the unit of the field, `[H:]MM:SS[.f]`, or `2h 38m 5s`.
    func duration(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        let style = style
        each(column, cells) { index, bytes in
            var unit = Unit.second
            switch field.unit {
            case .none, .nowhere, .asked, .magnitude: break
            case .fixed(let fixed): unit = fixed
            case .cell(let other): unit = other ?? unit
            case .column(let place, let other):
                let beside = self.unit(beside: index, in: place)
                if beside == nil, other == nil { return fail(index, .missingUnit, bytes, "a unit in its column") }
                guard let found = beside.map(\.unit) ?? other, found.kind == .duration else {
                    return fail(index, .unknownUnit, bytes, "a unit of duration")
                }
                unit = found
            }
            if let value = Duration.parse(bytes, unit: unit, style: style, longDigits: { raw.append($0) }) {
                column.set(index, value)
            } else {
                fail(index, .notADuration, bytes, "a duration as in 1:02:30, 90 or 1h 2m")
            }
        }
    }

    /// Microseconds that are added to a time: none where nothing is; nil where the record does not say how long it lasted.
    private func lasted(_ index: Int) -> Int? {
        guard let plus = field.plus else { return 0 }
        let cell = raw.column(plus.column)[index]
        guard !cell.isAbsent else { return nil }
        let text = Blank.trimmed(raw.bytes(of: cell))
        if text.isEmpty || formatMissing.index(of: text) != nil { return nil }
        let seconds = Duration.parse(text, unit: plus.unit, style: style) { _ in Cell(offset: 0, length: 0) }
        guard let seconds, !seconds.isLong, seconds.approximation < 1e9 else {
            fail(index, .notADuration, text, "a duration as in 1:02:30, 90 or 1h 2m")
            return nil
        }
        return Int((seconds.approximation * 1_000_000).rounded())
    }

    /// By the format's patterns; what fits none of them may be a spreadsheet's.
    private func patterned(
        _ bytes: UnsafeRawBufferPointer
    ) throws(Timestamp.Failure) -> (days: Int, micros: Int, offset: Int?) {
        do throws(Timestamp.Failure) {
            return try matched(bytes, field.patterns)
        } catch {
            guard error == .malformed else { throw error }
            return try reordered(bytes, field.mapping.takesDateOrder ? Timestamp.looksSlashed(bytes) : error)
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
        case .impossible where !field.ordered.isEmpty && Timestamp.looksSlashed(bytes) == .ambiguous:
            fail(index, code, bytes, "a day that exists in the order of the setting date_order")
        case .impossible: fail(index, code, bytes, "a day and time that exist, \(expected)")
        case .ambiguous:
            let order = Timestamp.order(of: bytes).map { "=\($0.rawValue)" } ?? " (mdy or dmy)"
            fail(index, .ambiguousDate, bytes, "\(expected), or the setting date_order\(order)")
        case .noOffset: fail(index, code, bytes, "an offset as in UTC+0530 beside it, or the setting zone")
        }
    }
}
