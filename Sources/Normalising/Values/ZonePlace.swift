internal import Definitions
internal import Records

/// Where the zone of a time stands in one file.
enum ZonePlace: Sendable {
    case nowhere
    case fixed(TimeZone)
    /// As an offset or a name in a column, else the given zone.
    case column(Int, TimeZone?)

    /// The zone's name, for messages.
    var name: String {
        switch self {
        case .nowhere: "nowhere"
        case .fixed(let zone): zone.name
        case .column(_, let zone): zone?.name ?? "nowhere"
        }
    }

    /// The zone that a field's times are written in, and the one whose days count.
    static func find(
        _ mapping: FieldMapping, patterns: [DatePattern], columns: inout ColumnFinder, settings: [String: String]
    ) throws -> (zone: ZonePlace, day: ZonePlace) {
        guard mapping.conversion.isLocal else { return (.nowhere, .nowhere) }
        func missing(_ sources: [FieldMapping.ZoneSource]) -> MissingSetting {
            let names = mapping.from.filter { columns.header.contains($0) }
            let asked = sources.lazy.compactMap { if case .setting(let name) = $0 { name } else { nil } }.first
            return MissingSetting(
                asked ?? "zone", field: mapping.field, columns: names.isEmpty ? mapping.from : names, why: .zone,
                examples: [(asked ?? "zone") == "zone" ? "America/New_York" : "UTC"])
        }
        let usual = [FieldMapping.ZoneSource.setting("zone")]
        let zone = try find(mapping.zone.isEmpty ? usual : mapping.zone, columns: &columns, settings: settings)
        if mapping.conversion == .clock { return (zone, .nowhere) }
        guard mapping.conversion == .localDate else {
            let hasOffsets = !patterns.isEmpty && patterns.allSatisfy(\.hasOffset)
            if case .nowhere = zone, !hasOffsets, !mapping.zone.contains(.none) { throw missing(mapping.zone) }
            return (zone, .nowhere)
        }
        let day = try find(mapping.dayZone.isEmpty ? usual : mapping.dayZone, columns: &columns, settings: settings)
        // The day as it is written is the athlete's, unless the time is written in a zone of its own.
        let isForeign = !mapping.zone.isEmpty || patterns.contains(where: \.isEpoch)
        if case .nowhere = day, isForeign { throw missing(mapping.dayZone) }
        return (isForeign ? zone : day, day)
    }

    private static func find(
        _ sources: [FieldMapping.ZoneSource], columns: inout ColumnFinder, settings: [String: String]
    ) throws(MappingError) -> ZonePlace {
        var column: Int?
        for source in sources {
            switch source {
            case .column(let name): if column == nil { column = columns.find([name]) }
            case .setting(let setting):
                guard let name = settings[setting] else { continue }
                guard let zone = try zone(named: name) else {
                    throw .badSetting(setting: setting, expected: "a time zone as in America/New_York")
                }
                return column.map { .column($0, zone) } ?? .fixed(zone)
            case .none: break
            case .fixed(let zone): return column.map { .column($0, zone) } ?? .fixed(zone)
            }
        }
        return column.map { .column($0, nil) } ?? .nowhere
    }

    private static func zone(named name: String) throws(MappingError) -> TimeZone? {
        do throws(TimeZone.Unread) { return try TimeZone(named: name) } catch { throw .zoneUnread(name: name) }
    }

    /// An offset in a cell: `+0530`, `UTC+0530`, `GMT-5`, `UTC`; seconds east of Greenwich, nil where it is none.
    static func offset(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var start = 0
        if bytes.count >= 3 {
            let word = (bytes[0] | 0x20, bytes[1] | 0x20, bytes[2] | 0x20)
            if word == (0x75, 0x74, 0x63) || word == (0x67, 0x6D, 0x74) { start = 3 }
        }
        if start == bytes.count { return 0 }
        // One digit of hours stands for two.
        if bytes.count == start + 2, bytes[start + 1] &- 0x30 < 10 {
            let hours = Int(bytes[start + 1] &- 0x30) * 3600
            return bytes[start] == 0x2D ? -hours : bytes[start] == 0x2B ? hours : nil
        }
        return try? Timestamp.offset(bytes, from: start)
    }
}
