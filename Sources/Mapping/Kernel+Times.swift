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

    private func isoWall(_ bytes: UnsafeRawBufferPointer) throws(Timestamp.Failure) -> Int {
        do throws(Timestamp.Failure) {
            return try Timestamp.wall(bytes)
        } catch {
            guard error == .ambiguous, !field.ordered.isEmpty else { throw error }
            let read = try matched(bytes, field.ordered)
            return read.days * 86_400_000_000 + read.micros
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

    func localTime(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        let patterns = field.patterns
        each(column, cells) { index, bytes in
            do throws(Timestamp.Failure) {
                var wall = 0
                var isDay = false
                if patterns.isEmpty {
                    wall = try isoWall(bytes)
                    isDay = bytes.count == 10
                } else {
                    let read = try matched(bytes, patterns)
                    wall = read.days * 86_400_000_000 + read.micros
                    isDay = !read.hasTime
                    if let offset = read.offset {
                        column.set(index, Int64(wall - offset * 1_000_000))
                        return
                    }
                }
                guard let zone = field.zone else { throw .malformed }
                if let instant = zone.instant(at: wall, isDay: isDay) {
                    column.set(index, Int64(instant))
                } else {
                    fail(index, .noSuchLocalTime, bytes, "a time that the clocks of \(zone.name) showed")
                }
            } catch {
                fail(index, error, bytes, .notATime, "a date and time as in 2026-05-31 18:30:00")
            }
        }
    }

    /// The text of the wall time or instant itself, in one form whatever the source's.
    func wallTime(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        let patterns = field.patterns
        var text: [UInt8] = []
        each(column, cells) { index, bytes in
            do throws(Timestamp.Failure) {
                if patterns.isEmpty {
                    if let instant = try? Timestamp.instant(bytes) {
                        WallText.write(instant, isInstant: true, to: &text)
                    } else {
                        WallText.write(try isoWall(bytes), isInstant: false, to: &text)
                    }
                } else {
                    let read = try matched(bytes, patterns)
                    let micros = read.days * 86_400_000_000 + read.micros - (read.offset ?? 0) * 1_000_000
                    WallText.write(micros, isInstant: read.offset != nil, to: &text)
                }
                column.set(index, text: raw.append(text))
            } catch {
                fail(index, error, bytes, .notATime, "a date and time as in 2026-05-31 18:30:00")
            }
        }
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
        each(column, cells) { index, bytes in
            var unit = Unit.second
            switch field.unit {
            case .none, .nowhere: break
            case .fixed(let fixed): unit = fixed
            case .cell(let other): unit = other ?? unit
            case .column(let place):
                guard let found = unitOf(raw.column(place)[index]), found.dimension == .time else {
                    return fail(index, .unknownUnit, bytes, "a unit of duration")
                }
                unit = found
            }
            if let value = Duration.parse(bytes, unit: unit, longDigits: { raw.append($0) }) {
                column.set(index, value)
            } else {
                fail(index, .notADuration, bytes, "a duration as in 1:02:30, 90 or 1h 2m")
            }
        }
    }

    private func matched(
        _ bytes: UnsafeRawBufferPointer, _ patterns: [DatePattern]
    ) throws(Timestamp.Failure) -> (days: Int, micros: Int, offset: Int?, hasTime: Bool) {
        var failure = Timestamp.Failure.malformed
        for pattern in patterns {
            do throws(Timestamp.Failure) {
                let read = try pattern.parse(bytes)
                return (read.days, read.micros, read.offset, pattern.hasTime)
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
        }
    }
}
