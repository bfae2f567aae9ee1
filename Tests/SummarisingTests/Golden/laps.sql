create table public.laps as
select * from (
    select r.user_id, r.day, count(*) as laps
    from public.runs as r
    group by r.user_id, r.day
) as made
with no data;

alter table public.laps add primary key (user_id, day);

create unlogged table summary.laps_touched as
select user_id, day, null::xid8 as writer from public.laps
with no data;
create index on summary.laps_touched (writer);
alter table summary.laps_touched owner to scorebook_owner;
revoke all on summary.laps_touched from public, anon, authenticated, service_role;
comment on table summary.laps_touched is 'part of public.laps';

alter table public.laps enable row level security;
create policy "the owner reads" on public.laps for select to authenticated
using (user_id = (select auth.uid()));
create policy "the loader reads" on public.laps for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

-- Who gives a table away without being superuser needs the new owner to be allowed tables there, for a moment.
grant create on schema public to scorebook_owner;
alter table public.laps owner to scorebook_owner;
revoke create on schema public from scorebook_owner;
revoke all on public.laps from public, anon, authenticated, service_role;
grant select on public.laps to authenticated, service_role, scorebook_loader;
grant select on public.runs to scorebook_owner;

create function summary.recompute_laps(touched summary.laps_touched[]) returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set row_security = on
set enable_seqscan = off
as $made$
declare
    written bigint;
begin
    -- Each by its key: a session keeps the plan that it made while the table was empty.
    delete from public.laps as kept
    where kept.ctid = any (array(
        select found.place
        from unnest(touched) as k
        cross join lateral (
            select kept.ctid as place from public.laps as kept
            where (kept.user_id, kept.day) = (k.user_id, k.day)
            offset 0
        ) as found
    ));

    insert into public.laps
    with keys as (
        select distinct k.user_id, k.day from unnest(touched) as k
    ),

    -- Once, and then compared with the keys: not once an owner.
    made as materialized (
        select made.*
        from (select distinct k.user_id from keys as k) as owners
        cross join lateral (
            select made.*
            from (
                select r.user_id, r.day, count(*) as laps
                from public.runs as r
                group by r.user_id, r.day
            ) as made
            where made.user_id = owners.user_id
            offset 0 -- keeps the condition inside, so that its rows are found by index
        ) as made
    )

    select made.*
    from made
    where (made.user_id, made.day) in (select k.user_id, k.day from keys as k);

    get diagnostics written = row_count;
    return written;
end
$made$;
alter function summary.recompute_laps(summary.laps_touched[]) owner to scorebook_owner;
revoke all on function summary.recompute_laps(summary.laps_touched[]) from public, anon, authenticated, service_role;
comment on function summary.recompute_laps(summary.laps_touched[]) is 'part of public.laps';

create function summary.rebuild_laps() returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set row_security = on
as $made$
declare
    written bigint;
begin
    perform summary.wait_for_all();
    delete from public.laps;
    insert into public.laps
    select r.user_id, r.day, count(*) as laps
    from public.runs as r
    group by r.user_id, r.day;
    get diagnostics written = row_count;
    return written;
end
$made$;
alter function summary.rebuild_laps() owner to scorebook_owner;
revoke all on function summary.rebuild_laps() from public, anon, authenticated, service_role;
comment on function summary.rebuild_laps() is 'part of public.laps';
grant execute on function summary.rebuild_laps() to scorebook_loader;

create function summary.verify_laps() returns table (missing bigint, extra bigint)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set row_security = on
as $made$
begin
    return query
    with made as materialized (
        select r.user_id, r.day, count(*) as laps
        from public.runs as r
        group by r.user_id, r.day
    )

    select
        (select count(*) from (select * from made except all select * from public.laps) as missing),
        (select count(*) from (select * from public.laps except all select * from made) as extra);
end
$made$;
alter function summary.verify_laps() owner to scorebook_owner;
revoke all on function summary.verify_laps() from public, anon, authenticated, service_role;
comment on function summary.verify_laps() is 'part of public.laps';
grant execute on function summary.verify_laps() to scorebook_loader;

create function summary.differing_laps() returns setof summary.laps_touched
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set row_security = on
as $made$
begin
    return query
    with made as materialized (
        select r.user_id, r.day, count(*) as laps
        from public.runs as r
        group by r.user_id, r.day
    ),

    different as (
        (select * from made except all select * from public.laps)
        union all
        (select * from public.laps except all select * from made)
    )

    select distinct d.user_id, d.day, null::xid8
    from different as d;
end
$made$;
alter function summary.differing_laps() owner to scorebook_owner;
revoke all on function summary.differing_laps() from public, anon, authenticated, service_role;
comment on function summary.differing_laps() is 'part of public.laps';

create function summary.touch_laps_by_runs() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set row_security = on
set enable_seqscan = off
as $made$
declare
    touched bigint;
begin
    case tg_op
        when 'INSERT' then
            with changed as (
                select * from new_rows
            )

            insert into summary.laps_touched
            select distinct t.user_id, t.day, pg_current_xact_id()
            from (
                select user_id, day from changed
            ) as t
            where t.user_id is not null and t.day is not null;
            get diagnostics touched = row_count;
        when 'DELETE' then
            with changed as (
                select * from old_rows
            )

            insert into summary.laps_touched
            select distinct t.user_id, t.day, pg_current_xact_id()
            from (
                select user_id, day from changed
            ) as t
            where t.user_id is not null and t.day is not null;
            get diagnostics touched = row_count;
        else
            with changed as (
                select * from old_rows union all select * from new_rows
            )

            insert into summary.laps_touched
            select distinct t.user_id, t.day, pg_current_xact_id()
            from (
                select user_id, day from changed
            ) as t
            where t.user_id is not null and t.day is not null;
            get diagnostics touched = row_count;
    end case;
    if touched > 0 then
        perform summary.defer('laps');
    end if;
    return null;
end
$made$;
alter function summary.touch_laps_by_runs() owner to scorebook_owner;
revoke all on function summary.touch_laps_by_runs() from public, anon, authenticated, service_role;
comment on function summary.touch_laps_by_runs() is 'part of public.laps';

create function summary.empty_laps_by_runs() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set row_security = on
as $made$
begin
    perform summary.rebuild_laps();
    return null;
end
$made$;
alter function summary.empty_laps_by_runs() owner to scorebook_owner;
revoke all on function summary.empty_laps_by_runs() from public, anon, authenticated, service_role;
comment on function summary.empty_laps_by_runs() is 'part of public.laps';

create trigger scorebook_laps_insert after insert on public.runs
referencing new table as new_rows
for each statement execute function summary.touch_laps_by_runs();
create trigger scorebook_laps_update after update on public.runs
referencing old table as old_rows new table as new_rows
for each statement execute function summary.touch_laps_by_runs();
create trigger scorebook_laps_delete after delete on public.runs
referencing old table as old_rows
for each statement execute function summary.touch_laps_by_runs();
create trigger scorebook_laps_truncate after truncate on public.runs
for each statement execute function summary.empty_laps_by_runs();
grant select on public.runs to scorebook_owner;
do $$
begin
    if not exists (
        select from pg_catalog.pg_class as c
        where c.oid = 'public.runs'::regclass and c.relowner = 'scorebook_owner'::regrole
    ) and not exists (
        select from pg_catalog.pg_policy as p
        where p.polrelid = 'public.runs'::regclass
            and p.polroles @> array['scorebook_owner'::regrole::oid]
            and p.polcmd in ('r', '*')
            and pg_catalog.pg_get_expr(p.polqual, p.polrelid) = 'true'
    ) then
        create policy "scorebook sums up" on public.runs for select to scorebook_owner using (true);
    end if;
end
$$;

create unlogged table summary.laps_by_zones as
with changed as (
    select * from public.zones
)

select k.*, null::xid8 as writer
from (
    select user_id from changed
) as k
with no data;
create index on summary.laps_by_zones (writer);
alter table summary.laps_by_zones owner to scorebook_owner;
revoke all on summary.laps_by_zones from public, anon, authenticated, service_role;
comment on table summary.laps_by_zones is 'part of public.laps';

create function summary.touch_laps_by_zones() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set row_security = on
set enable_seqscan = off
as $made$
declare
    touched bigint;
begin
    case tg_op
        when 'INSERT' then
            with changed as (
                insert into summary.laps_by_zones
                select distinct k.*, pg_current_xact_id()
                from (
                    with changed as (
                        select * from new_rows
                    )

                    select user_id from changed
                ) as k
                returning *
            ),

            collected as (
                insert into summary.laps_touched
                select distinct t.user_id, t.day, pg_current_xact_id()
                from (
                    select r.user_id, r.day from changed as c join public.runs as r on r.user_id = c.user_id
                ) as t
                where t.user_id is not null and t.day is not null
            )

            select count(*) into touched from changed;
        when 'DELETE' then
            with changed as (
                insert into summary.laps_by_zones
                select distinct k.*, pg_current_xact_id()
                from (
                    with changed as (
                        select * from old_rows
                    )

                    select user_id from changed
                ) as k
                returning *
            ),

            collected as (
                insert into summary.laps_touched
                select distinct t.user_id, t.day, pg_current_xact_id()
                from (
                    select r.user_id, r.day from changed as c join public.runs as r on r.user_id = c.user_id
                ) as t
                where t.user_id is not null and t.day is not null
            )

            select count(*) into touched from changed;
        else
            with changed as (
                insert into summary.laps_by_zones
                select distinct k.*, pg_current_xact_id()
                from (
                    with changed as (
                        select * from old_rows union all select * from new_rows
                    )

                    select user_id from changed
                ) as k
                returning *
            ),

            collected as (
                insert into summary.laps_touched
                select distinct t.user_id, t.day, pg_current_xact_id()
                from (
                    select r.user_id, r.day from changed as c join public.runs as r on r.user_id = c.user_id
                ) as t
                where t.user_id is not null and t.day is not null
            )

            select count(*) into touched from changed;
    end case;
    if touched > 0 then
        perform summary.defer('laps');
    end if;
    return null;
end
$made$;
alter function summary.touch_laps_by_zones() owner to scorebook_owner;
revoke all on function summary.touch_laps_by_zones() from public, anon, authenticated, service_role;
comment on function summary.touch_laps_by_zones() is 'part of public.laps';

create function summary.empty_laps_by_zones() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set row_security = on
as $made$
begin
    perform summary.rebuild_laps();
    return null;
end
$made$;
alter function summary.empty_laps_by_zones() owner to scorebook_owner;
revoke all on function summary.empty_laps_by_zones() from public, anon, authenticated, service_role;
comment on function summary.empty_laps_by_zones() is 'part of public.laps';

create trigger scorebook_laps_insert after insert on public.zones
referencing new table as new_rows
for each statement execute function summary.touch_laps_by_zones();
create trigger scorebook_laps_update after update on public.zones
referencing old table as old_rows new table as new_rows
for each statement execute function summary.touch_laps_by_zones();
create trigger scorebook_laps_delete after delete on public.zones
referencing old table as old_rows
for each statement execute function summary.touch_laps_by_zones();
create trigger scorebook_laps_truncate after truncate on public.zones
for each statement execute function summary.empty_laps_by_zones();
grant select on public.zones to scorebook_owner;
do $$
begin
    if not exists (
        select from pg_catalog.pg_class as c
        where c.oid = 'public.zones'::regclass and c.relowner = 'scorebook_owner'::regrole
    ) and not exists (
        select from pg_catalog.pg_policy as p
        where p.polrelid = 'public.zones'::regclass
            and p.polroles @> array['scorebook_owner'::regrole::oid]
            and p.polcmd in ('r', '*')
            and pg_catalog.pg_get_expr(p.polqual, p.polrelid) = 'true'
    ) then
        create policy "scorebook sums up" on public.zones for select to scorebook_owner using (true);
    end if;
end
$$;

create unlogged table summary.laps_by_tracks as
with changed as (
    select * from public.tracks
)

select k.*, null::xid8 as writer
from (
    select track from changed
) as k
with no data;
create index on summary.laps_by_tracks (writer);
alter table summary.laps_by_tracks owner to scorebook_owner;
revoke all on summary.laps_by_tracks from public, anon, authenticated, service_role;
comment on table summary.laps_by_tracks is 'part of public.laps';

create function summary.touch_laps_by_tracks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set row_security = on
set enable_seqscan = off
as $made$
declare
    touched bigint;
begin
    case tg_op
        when 'INSERT' then
            with changed as (
                insert into summary.laps_by_tracks
                select distinct k.*, pg_current_xact_id()
                from (
                    with changed as (
                        select * from new_rows
                    )

                    select track from changed
                ) as k
                returning *
            ),

            collected as (
                insert into summary.laps_touched
                select distinct t.user_id, t.day, pg_current_xact_id()
                from (
                    select r.user_id, r.day from changed as c join public.runs as r on r.track = c.track
                ) as t
                where t.user_id is not null and t.day is not null
            )

            select count(*) into touched from changed;
        when 'DELETE' then
            with changed as (
                insert into summary.laps_by_tracks
                select distinct k.*, pg_current_xact_id()
                from (
                    with changed as (
                        select * from old_rows
                    )

                    select track from changed
                ) as k
                returning *
            ),

            collected as (
                insert into summary.laps_touched
                select distinct t.user_id, t.day, pg_current_xact_id()
                from (
                    select r.user_id, r.day from changed as c join public.runs as r on r.track = c.track
                ) as t
                where t.user_id is not null and t.day is not null
            )

            select count(*) into touched from changed;
        else
            with changed as (
                insert into summary.laps_by_tracks
                select distinct k.*, pg_current_xact_id()
                from (
                    with changed as (
                        select * from old_rows union all select * from new_rows
                    )

                    select track from changed
                ) as k
                returning *
            ),

            collected as (
                insert into summary.laps_touched
                select distinct t.user_id, t.day, pg_current_xact_id()
                from (
                    select r.user_id, r.day from changed as c join public.runs as r on r.track = c.track
                ) as t
                where t.user_id is not null and t.day is not null
            )

            select count(*) into touched from changed;
    end case;
    if touched > 0 then
        perform summary.defer('laps');
    end if;
    return null;
end
$made$;
alter function summary.touch_laps_by_tracks() owner to scorebook_owner;
revoke all on function summary.touch_laps_by_tracks() from public, anon, authenticated, service_role;
comment on function summary.touch_laps_by_tracks() is 'part of public.laps';

create function summary.empty_laps_by_tracks() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set row_security = on
as $made$
begin
    perform summary.rebuild_laps();
    return null;
end
$made$;
alter function summary.empty_laps_by_tracks() owner to scorebook_owner;
revoke all on function summary.empty_laps_by_tracks() from public, anon, authenticated, service_role;
comment on function summary.empty_laps_by_tracks() is 'part of public.laps';

create trigger scorebook_laps_insert after insert on public.tracks
referencing new table as new_rows
for each statement execute function summary.touch_laps_by_tracks();
create trigger scorebook_laps_update after update on public.tracks
referencing old table as old_rows new table as new_rows
for each statement execute function summary.touch_laps_by_tracks();
create trigger scorebook_laps_delete after delete on public.tracks
referencing old table as old_rows
for each statement execute function summary.touch_laps_by_tracks();
create trigger scorebook_laps_truncate after truncate on public.tracks
for each statement execute function summary.empty_laps_by_tracks();
grant select on public.tracks to scorebook_owner;
do $$
begin
    if not exists (
        select from pg_catalog.pg_class as c
        where c.oid = 'public.tracks'::regclass and c.relowner = 'scorebook_owner'::regrole
    ) and not exists (
        select from pg_catalog.pg_policy as p
        where p.polrelid = 'public.tracks'::regclass
            and p.polroles @> array['scorebook_owner'::regrole::oid]
            and p.polcmd in ('r', '*')
            and pg_catalog.pg_get_expr(p.polqual, p.polrelid) = 'true'
    ) then
        create policy "scorebook sums up" on public.tracks for select to scorebook_owner using (true);
    end if;
end
$$;

create function summary.owners_laps() returns uuid[]
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set row_security = on
set enable_seqscan = off
as $made$
begin
    return array(
        select t.user_id from summary.laps_touched as t where t.writer = pg_current_xact_id()
        union
        select o.owner
        from (
            with changed as (
                select * from summary.laps_by_zones where writer = pg_current_xact_id()
            )

            select user_id from changed
        ) as o (owner)
    );
end
$made$;
alter function summary.owners_laps() owner to scorebook_owner;
revoke all on function summary.owners_laps() from public, anon, authenticated, service_role;
comment on function summary.owners_laps() is 'part of public.laps';

create function summary.recompute_touched_laps() returns bigint
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set row_security = on
set enable_seqscan = off
as $made$
declare
    touched summary.laps_touched[];
begin
    with changed as (
        delete from summary.laps_by_zones where writer = pg_current_xact_id() returning *
    )

    insert into summary.laps_touched
    select distinct t.user_id, t.day, pg_current_xact_id()
    from (
        select r.user_id, r.day from changed as c join public.runs as r on r.user_id = c.user_id
    ) as t
    where t.user_id is not null and t.day is not null;

    with changed as (
        delete from summary.laps_by_tracks where writer = pg_current_xact_id() returning *
    )

    insert into summary.laps_touched
    select distinct t.user_id, t.day, pg_current_xact_id()
    from (
        select r.user_id, r.day from changed as c join public.runs as r on r.track = c.track
    ) as t
    where t.user_id is not null and t.day is not null;

    with taken as (
        delete from summary.laps_touched as t where t.writer = pg_current_xact_id() returning t.*
    )

    select array_agg(k.keys)
    into touched
    from (select distinct row(taken.user_id, taken.day, null)::summary.laps_touched as keys from taken) as k;
    return case when touched is null then 0 else summary.recompute_laps(touched) end;
end
$made$;
alter function summary.recompute_touched_laps() owner to scorebook_owner;
revoke all on function summary.recompute_touched_laps() from public, anon, authenticated, service_role;
comment on function summary.recompute_touched_laps() is 'part of public.laps';

select summary.rebuild_laps();

comment on table public.laps is 'Laps of a day (scorebook summary 5cf6df226789fe2c)';
