/// What all stored summaries share: their schema, the role that owns them, and the memory of a deferring transaction.
enum Groundwork {
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

        create schema if not exists summary;
        revoke all on schema summary from public;
        grant usage on schema summary to authenticated, service_role;
        grant usage, create on schema summary to scorebook_owner;
        grant usage on schema public, scorebook to scorebook_owner;

        -- Which summaries this transaction has deferred: empty but for the transaction that looks. No key: an entry of
        -- one transaction must not make another wait.
        create unlogged table if not exists summary.deferred (summary text not null);
        alter table summary.deferred owner to scorebook_owner;
        revoke all on summary.deferred from public, anon, authenticated, service_role;

        create or replace function summary.is_deferred() returns boolean
        language sql stable
        set search_path = pg_catalog, pg_temp
        set jit = off
        as $$
            select coalesce(current_setting('scorebook.defer_summaries', true), '') in ('on', 'true', '1')
        $$;
        revoke all on function summary.is_deferred() from public, anon, authenticated, service_role;
        grant execute on function summary.is_deferred() to scorebook_owner;

        """

    /// Recomputes what the transaction has deferred, in the summaries' order, so that one may touch the next; runs at
    /// the latest at COMMIT, by itself.
    static func recomputeDeferred(_ stored: [Summary], roles: SummarySQL.Roles) -> String {
        var steps = ""
        for summary in stored {
            let touched = "summary.\(summary.name)_touched"
            steps += """

                    with taken as (
                        delete from \(touched) returning \(summary.keys.joined(separator: ", "))
                    )

                    select summary.recompute_\(summary.name)(array_agg(k.keys)) into written
                    from (select distinct row(taken.*)::\(touched) as keys from taken) as k
                    having count(*) > 0;
                    total := total + coalesce(written, 0);

                """
        }
        var sql = """
            create or replace function summary.recompute_deferred() returns bigint
            language plpgsql
            security definer
            set search_path = pg_catalog, pg_temp
            set jit = off
            as $made$
            declare
                written bigint;
                total bigint := 0;
            begin
                if not exists (select from summary.deferred) then
                    return 0;
                end if;
            \(steps)
                delete from summary.deferred;
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
