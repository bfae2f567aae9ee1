internal import Postgres
internal import Records

/// The settings with which the units of a run were loaded, by owner and content.
///
/// A file in the archive has no `settings.yaml` beside it, and the account's zone may be another by now.
struct RecalledSettings: Sendable {
    private var settings: [Unit: [(name: String, value: String)]] = [:]

    private struct Unit: Hashable {
        var ownerScope: String
        /// Hexadecimal.
        var sha256: String
    }

    init() {}

    init(of run: String, on connection: Connection) throws {
        let rows = try connection.rows(
            """
            select unit.owner_scope, pg_catalog.encode(unit.sha256, 'hex') as sha256, setting.key, setting.value
            from scorebook.units as unit, pg_catalog.jsonb_each_text(unit.settings) as setting
            where unit.run_id = \(bind: run)::uuid and unit.status = 'loaded' and setting.value is not null
            """)
        for row in rows {
            let unit = try Unit(ownerScope: row["owner_scope"], sha256: row["sha256"])
            settings[unit, default: []].append((name: try row["key"], value: try row["value"]))
        }
    }

    func of(_ sha256: [UInt8], ownedBy scope: String) -> [(name: String, value: String)] {
        settings.isEmpty ? [] : settings[Unit(ownerScope: scope, sha256: Hex.text(sha256))] ?? []
    }
}
