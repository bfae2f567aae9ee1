internal import Postgres

/// What Scorebook's own tables hold of a person, and the account's families: for the person to read, not to be imported.
///
/// Not among it: lineage and values from before a load, which are copies for rollback, and summaries, which are computed.
struct Supplement {
    let resource: DataPackage.Resource
    let select: SQL

    private init(_ name: String, _ title: String, _ fields: [TableSchema.Field], _ select: SQL) {
        resource = DataPackage.Resource(
            name: name, path: "about/\(name).csv", title: title, schema: TableSchema(fields: fields))
        self.select = select
    }

    static func all(of person: String) -> [Supplement] {
        [
            Supplement(
                "imports", "Files that were imported, with their counts of records",
                [
                    .init("source", "string"), .init("format", "string"), .init("status", "string"),
                    .init("imported_at", "datetime"), .init("sha256", "string"), .init("bytes", "integer"),
                    .init("records", "integer"), .init("inserted", "integer"), .init("updated", "integer"),
                    .init("unchanged", "integer"), .init("duplicate", "integer"), .init("rejected", "integer"),
                    .init("skipped", "integer"),
                ],
                """
                select unit.source, unit.format, unit.status, pg_catalog.to_jsonb(unit.started_at) #>> '{}' as imported_at,
                    pg_catalog.encode(unit.sha256, 'hex') as sha256, unit.bytes, unit.read as records, unit.inserted,
                    unit.updated, unit.unchanged, unit.duplicate, unit.rejected, unit.skipped
                from scorebook.units as unit
                where unit.owner_scope = \(bind: person)
                order by unit.id
                """),
            Supplement(
                "rejects", "Records that were not imported, and why",
                [
                    .init("source", "string"), .init("record", "integer"), .init("line", "integer"),
                    .init("records", "integer"), .init("field", "string"), .init("code", "string"),
                    .init("message", "string"), .init("cells", "any"), .init("text", "string"),
                    .init("rejected_at", "datetime"), .init("replayed_at", "datetime"),
                ],
                """
                select reject.source, reject.record_number as record, reject.line, reject.count as records, reject.field, reject.code,
                    reject.message,
                    -- A record that is somebody else's is theirs.
                    case when not found.is_foreign then reject.cells::text end as cells,
                    case when not found.is_foreign then pg_catalog.encode(reject.raw, 'escape') end as text,
                    pg_catalog.to_jsonb(reject.created_at) #>> '{}' as rejected_at,
                    pg_catalog.to_jsonb(reject.replayed_at) #>> '{}' as replayed_at
                from scorebook.rejects as reject
                cross join lateral (
                    select reject.code = 'foreign_owner'
                        or coalesce(reject.defects @> '[{"code": "foreign_owner"}]', false) as is_foreign
                ) as found
                where reject.owner = \(bind: person)::uuid
                order by reject.id
                """),
            Supplement(
                "zone", "The time zone that imports use for the person", [.init("zone", "string")],
                "select own.zone from scorebook.user_zones as own where own.user_id = \(bind: person)::uuid"),
            Supplement(
                "families", "Families that the account belongs to",
                [
                    .init("family_unit_id", "string", format: "uuid"), .init("family_name", "string"),
                    .init("member_as", "string"), .init("added_at", "datetime"),
                ],
                """
                select member.family_unit_id, family.family_name, member.role as member_as,
                    pg_catalog.to_jsonb(member.added_at) #>> '{}' as added_at
                from scorebook.family_members_rows as member
                left join scorebook.family_units_rows as family on family.id = member.family_unit_id
                where member.user_id = \(bind: person)::uuid
                order by member.family_unit_id
                """),
        ]
    }
}
