import Migrating
import Postgres
import Serving
import Testing

/// What our roles need of the app's functions and tables is found in the catalogue, granted, announced and kept.
@Suite struct NeededGrantTests {
    let plan: SchemaPlan

    init() throws { plan = try SchemaPlan(pipelines: Scratch.pipelines) }

    private func made(_ name: String) throws -> Connection { try Scratch.app("needed \(name)") }

    private func lines(_ announcements: [SchemaAnnouncement]) -> [String] {
        announcements.filter { $0.table.hasSuffix(")") }.map(\.description).sorted()
    }

    @Test func upGrantsWhatPoliciesCallAndAnnouncesIt() throws {
        let connection = try made("policies")
        var announced: [SchemaAnnouncement] = []
        _ = try plan.up(on: connection, place: .elsewhere) { announced = $0 }
        #expect(
            lines(announced) == [
                "public.family_unit_created_by(uuid): grant scorebook_loader: EXECUTE, needed by public.family_units",
                "public.get_user_family_ids(): grant scorebook_loader: EXECUTE, needed by public.family_members",
                "public.get_user_family_ids(): grant scorebook_owner: EXECUTE, needed by public.family_members",
                "public.user_is_family_member(uuid): grant scorebook_loader: EXECUTE, needed by public.family_members",
                "public.user_is_family_member(uuid): grant scorebook_owner: EXECUTE, needed by public.family_members",
            ])
        #expect(try plan.missingGrants(on: connection).isEmpty)
        #expect(try plan.up(on: connection, place: .elsewhere) == SchemaChange())
    }

    @Test func theLoaderReadsEveryTableOfTheApp() throws {
        _ = try plan.up(on: try made("reads"), place: .elsewhere)
        let loader = try Scratch.connection("needed reads", as: EmbeddedCluster.loader)
        for table in ["family_units", "family_members", "schools", "performance_metrics", "user_preferences"] {
            #expect(try loader.rows("select count(*) from public.\(table)") == [["0"]])
        }
    }

    @Test func aRightThatWasTakenAwayIsMissingUntilTheNextUp() throws {
        let connection = try made("revoked")
        _ = try plan.up(on: connection, place: .elsewhere)
        try connection.run("revoke execute on function public.get_user_family_ids() from scorebook_loader")
        #expect(
            try plan.missingGrants(on: connection).map(\.description) == [
                "public.get_user_family_ids(): scorebook_loader has no EXECUTE, needed by public.family_members"
            ])
        let change = try plan.up(on: connection, place: .elsewhere)
        // It is on record, so that it is repaired.
        #expect(change.repaired.map(\.object) == ["public.get_user_family_ids()"])
        #expect(try plan.missingGrants(on: connection).isEmpty)
    }

    /// What a later migration of the app might put on a table that we load into.
    static let additions = [
        (
            "policy",
            """
            create policy later on public.offers for insert to public with check (public.later(id))
            """
        ),
        ("default", "alter table public.offers add later boolean default public.later(null)"),
        ("index", "create index later on public.offers using btree (public.later(id))"),
        (
            "trigger",
            """
            create trigger later before insert on public.offers for each row when (public.later(new.id))
            execute function public.set_player_profiles_updated_at()
            """
        ),
        (
            "function within a function",
            """
            create function public.outer_one(id uuid) returns boolean return public.later(id);
            create policy later on public.offers for insert to public with check (public.outer_one(id))
            """
        ),
    ]

    @Test(arguments: additions) func whatTheAppAddsLater(_ kind: String, _ sql: String) throws {
        let connection = try made(kind)
        _ = try plan.up(on: connection, place: .elsewhere)
        try connection.run(
            """
            create function public.later(id uuid) returns boolean language plpgsql immutable
            as $$ begin return true; end $$;
            revoke all on function public.later(uuid) from public;
            """ + sql)
        #expect(
            try plan.missingGrants(on: connection).map(\.description) == [
                "public.later(uuid): scorebook_loader has no EXECUTE, needed by public.offers"
            ])
        #expect(lines(try plan.up(on: connection, place: .elsewhere).announcements).count == 1)
        #expect(try plan.missingGrants(on: connection).isEmpty)
    }

    @Test func aTableThatAPolicyReads() throws {
        let connection = try made("table")
        _ = try plan.up(on: connection, place: .elsewhere)
        try connection.run(
            """
            create table public.scouts (school_id uuid, scout uuid, notes text);
            create policy scouts on public.offers for select to public
            using (school_id in (select scouts.school_id from public.scouts as scouts where scouts.scout = auth.uid()));
            """)
        let open = try plan.up(on: connection, place: .elsewhere)
        #expect(
            open.announcements.isEmpty, "everybody's rows of a table without row-level security are not ours to read")
        #expect(
            open.remarks.map(\.description).sorted()
                == ["scorebook_loader", "scorebook_owner"].map {
                    "public.scouts (school_id, scout): \($0) has no SELECT, needed by public.offers; "
                        + "as its owner: grant select (school_id, scout) on public.scouts to \($0)"
                })
        try connection.run(
            """
            create function public.is_scout(id uuid) returns boolean language sql security definer return true;
            revoke all on function public.is_scout(uuid) from public;
            alter table public.scouts enable row level security;
            create policy own on public.scouts for select to public using (public.is_scout(scout));
            """)
        let change = try plan.up(on: connection, place: .elsewhere)
        #expect(change.remarks.isEmpty)
        #expect(
            Set(change.announcements.map { "\($0.table) \($0.name)" }) == [
                "public.scouts (school_id, scout) scorebook_loader", "public.scouts (school_id, scout) scorebook_owner",
                "public.is_scout(uuid) scorebook_loader", "public.is_scout(uuid) scorebook_owner",
            ])
    }
}
