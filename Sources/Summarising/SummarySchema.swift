/// What all stored summaries share: their schema, the role that owns them, and the memory of a deferring transaction.
enum SummarySchema {
    static let up = """
        do $$
        begin
            if not exists (select from pg_catalog.pg_roles where rolname = 'scorebook_owner') then
                create role scorebook_owner nologin noinherit nobypassrls;
            end if;
            if not pg_catalog.pg_has_role(current_user, 'scorebook_owner', 'usage') then
                execute pg_catalog.format('grant scorebook_owner to %I', current_user);
            end if;
        end
        $$;

        grant usage on schema public, scorebook to scorebook_owner;

        -- Which summaries a transaction has touched. No key: an entry of one transaction must not make another wait.
        create unlogged table if not exists summary.deferred (
            summary text not null,
            writer xid8 not null default pg_current_xact_id()
        );
        create index if not exists deferred_writer_idx on summary.deferred (writer, summary);
        alter table summary.deferred owner to scorebook_owner;
        revoke all on summary.deferred from public, anon, authenticated, service_role;

        -- The locks of owners: a transaction that recomputes an owner's summaries holds the row of the owner's hash until it
        -- ends. The row is updated, not only locked: so a transaction of REPEATABLE READ or SERIALIZABLE that does not see what
        -- another has committed for this owner ends with a serialization failure, instead of rows that are out of date.
        -- Row -1 is that of all owners.
        create table if not exists summary.owner_locks (stripe integer primary key, sequence bigint not null) with (fillfactor = 50);
        insert into summary.owner_locks (stripe, sequence) values (-1, 0) on conflict do nothing;
        alter table summary.owner_locks owner to scorebook_owner;
        revoke all on summary.owner_locks from public, anon, authenticated, service_role;

        create or replace function summary.defer(named text) returns void
        language sql
        set search_path = pg_catalog, pg_temp
        set jit = off
        set enable_seqscan = off
        as $$
            insert into summary.deferred (summary)
            select named
            where not exists (
                select from summary.deferred as d where d.writer = pg_current_xact_id() and d.summary = named
            )
        $$;

        create or replace function summary.is_deferred(named text) returns boolean
        language sql stable
        set search_path = pg_catalog, pg_temp
        set jit = off
        set enable_seqscan = off
        as $$
            select exists (
                select from summary.deferred as d where d.writer = pg_current_xact_id() and d.summary = named
            )
        $$;

        -- Locks the rows of owners in one order, after those that recompute everything.
        create or replace function summary.lock_owners(owners uuid[]) returns void
        language plpgsql
        set search_path = pg_catalog, pg_temp
        set jit = off
        as $$
        begin
            perform pg_advisory_xact_lock_shared(23563, 0);
            if current_setting('transaction_isolation') <> 'read committed' then
                perform from summary.owner_locks as l where l.stripe = -1 for share;
            end if;
            insert into summary.owner_locks as l (stripe, sequence)
            select distinct (uuid_hash_extended(owner, 0) & 1048575)::integer as stripe, 1
            from unnest(owners) as owner
            where owner is not null
            order by stripe
            on conflict (stripe) do update set sequence = l.sequence + 1;
        end
        $$;

        -- Waits for all sessions that recompute, and blocks others until the transaction ends. At other levels than READ
        -- COMMITTED it would not see what they have committed.
        create or replace function summary.wait_for_all() returns void
        language plpgsql
        set search_path = pg_catalog, pg_temp
        set jit = off
        as $$
        begin
            if current_setting('transaction_isolation') <> 'read committed' then
                raise exception using errcode = 'feature_not_supported',
                    message = 'this changes what many summaries are made from: write it at READ COMMITTED';
            end if;
            perform pg_advisory_xact_lock(23563, 0);
            update summary.owner_locks as l set sequence = l.sequence + 1 where l.stripe = -1;
        end
        $$;

        \(["defer(text)", "is_deferred(text)", "lock_owners(uuid[])", "wait_for_all()"].map(rights).joined())

        """

    /// A transaction that reads from before a summary was filled does not see its rows, and would leave them as they are: its
    /// next touch ends with a serialization failure, as after `wait_for_all`.
    static let endOlderSnapshots = "update summary.owner_locks as l set sequence = l.sequence + 1 where l.stripe = -1;"

    private static func rights(_ function: String) -> String {
        """
        revoke all on function summary.\(function) from public, anon, authenticated, service_role;
        grant execute on function summary.\(function) to scorebook_owner;

        """
    }

    /// Recomputes what the transaction has touched, at the latest at COMMIT, by itself.
    ///
    /// All owners are locked at once, in one order, and only then are rows read: two transactions that touch the same owners
    /// in opposite order do not block each other, and who comes second sees what the first has written. The summaries come
    /// in their order, so that one may touch the next.
    static func recomputeDeferred(_ stored: [Summary], roles: SummarySQL.Roles) -> String {
        var (owners, settling) = ("", "")
        for summary in stored {
            let (name, isDeferred) = (summary.name, "summary.is_deferred('\(summary.name)')")
            owners += """

                        if \(isDeferred) then
                            found := found || summary.owners_\(name)();
                        end if;
                """
            settling += """

                    if \(isDeferred) then
                        found := array(select unnest(summary.owners_\(name)()) except select unnest(locked));
                        if cardinality(found) > 0 then
                            perform summary.lock_owners(found);
                            locked := locked || found;
                        end if;
                        total := total + summary.recompute_touched_\(name)();
                    end if;
                """
        }
        // Where the owners of the affected rows are unknown, all sessions wait.
        let unknown = stored.flatMap { summary in
            let sql = StoredSQL(SummarySQL(summary: summary, roles: roles, isPlainView: false), .selected)
            return summary.touches.map { TouchSQL(stored: sql, touch: $0) }.filter { !$0.namesOwners }.map(\.hasKept)
        }
        let waiting = """

                if \((unknown + ["false"]).joined(separator: "\n        or ")) then
                    perform summary.wait_for_all();
                end if;
            """
        var sql = """
            create or replace function summary.recompute_deferred() returns bigint
            language plpgsql
            security definer
            set search_path = pg_catalog, pg_temp
            set jit = off
            set enable_seqscan = off
            as $made$
            declare
                found uuid[];
                locked uuid[] := '{}';
                total bigint := 0;
            begin
                if not exists (select from summary.deferred as d where d.writer = pg_current_xact_id()) then
                    return 0;
                end if;
            \(waiting)
                -- Until no new owner is found: whose rows are touched may change before they are locked.
                loop
                    found := '{}';
            \(owners)
                    found := array(select unnest(found) except select unnest(locked));
                    exit when cardinality(found) = 0;
                    perform summary.lock_owners(found);
                    locked := locked || found;
                end loop;
            \(settling)
                delete from summary.deferred as d where d.writer = pg_current_xact_id();
                return total;
            end
            $made$;
            alter function summary.recompute_deferred() owner to scorebook_owner;
            revoke all on function summary.recompute_deferred() from public, anon, authenticated, service_role;

            create or replace function summary.recompute_at_commit() returns trigger
            language plpgsql
            security definer
            set search_path = pg_catalog, pg_temp
            set jit = off
            as $made$
            begin
                perform summary.recompute_deferred();
                return null;
            end
            $made$;
            alter function summary.recompute_at_commit() owner to scorebook_owner;
            revoke all on function summary.recompute_at_commit() from public, anon, authenticated, service_role;

            drop trigger if exists recompute_at_commit on summary.deferred;
            create constraint trigger recompute_at_commit after insert on summary.deferred
            deferrable initially deferred
            for each row execute function summary.recompute_at_commit();

            """
        if let loader = roles.loader {
            sql += """
                grant usage on schema summary to \(loader);
                grant execute on function summary.recompute_deferred() to \(loader);

                """
        }
        return sql
    }
}
