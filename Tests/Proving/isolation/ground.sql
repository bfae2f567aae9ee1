-- What the specifications share: invented people, roles, the statements of a load by name, and the check at the end.
--
-- The statements of a load, a rollback and an erasure are those of Sources/Loading, with one row where those have a file.
-- Whoever changes an order of locks there changes it here: UnitLedger.claim, UnitLoad.lockOwners, Loader.finish,
-- Rollback.undo, Erasure.erase, RunFence, Summaries.correct.
create schema isolation;
grant usage on schema isolation to public;

create table isolation.names (id uuid not null primary key, name text not null);
grant select on isolation.names to public;

-- Ids are hashes of names: nothing in an output differs from run to run.
create function isolation.id(name text) returns uuid
language sql immutable
return md5(name)::uuid;

create function isolation.name(id uuid) returns text
language sql stable
begin atomic
    select coalesce((select n.name from isolation.names as n where n.id = $1), 'nobody');
end;

-- Opens an account with a family of its own.
create procedure isolation.join(name text)
language plpgsql
as $$
declare
    id constant uuid := isolation.id(name);
    family constant uuid := isolation.id('family of ' || name);
    address constant text := lower(name) || '@example.org';
begin
    insert into isolation.names values (id, name), (family, 'family of ' || name);
    insert into auth.users (id, email) values (id, address);
    insert into public.users (id, email, role, full_name, timezone)
    values (id, address, 'player', name, 'America/New_York') on conflict on constraint users_pkey do nothing;
    insert into public.family_units (id, family_name, created_by_user_id) values (family, name, id);
    insert into public.family_members (family_unit_id, user_id, role) values (family, id, 'player');
end
$$;

-- The session belongs to a role from now on: the loader, the administrator, or the app on behalf of a person or of its server.
create procedure isolation.act(role text, name text default null)
language plpgsql
as $$
begin
    if role in ('authenticated', 'service_role') then
        perform set_config('session_authorization', 'authenticator', false);
        perform set_config('role', role, false);
    else
        perform set_config('session_authorization', role, false);
    end if;
    perform set_config(
        'request.jwt.claims', json_build_object('role', role, 'sub', isolation.id(name))::text, false);
end
$$;

-- One row of the app's: a record of the metric `velocity` on a day of May 2026.
create procedure isolation.measure(name text, value integer, day integer default 1, metric text default 'velocity')
language sql
as $$
    insert into public.performance_metrics (id, user_id, family_unit_id, metric_type, value, recorded_date)
    values (
        isolation.id(name || ' ' || value), isolation.id(name), isolation.id('family of ' || name), metric, value,
        date '2026-04-30' + day)
$$;

-- What an app does after a serialization failure or a deadlock: it writes what is not there.
create procedure isolation.measure_again(name text, value integer, day integer default 1)
language plpgsql
as $$
begin
    if not exists (
        select from public.performance_metrics as m
        where m.id = isolation.id(measure_again.name || ' ' || measure_again.value)
    ) then
        call isolation.measure(name, value, day);
    end if;
end
$$;

create procedure isolation.change(name text, former integer, value integer)
language sql
as $$
    update public.performance_metrics as m set value = change.value where m.id = isolation.id(change.name || ' ' || former)
$$;

create procedure isolation.move(name text, value integer, new text)
language sql
as $$
    update public.performance_metrics as m set user_id = isolation.id(new), family_unit_id = isolation.id('family of ' || new)
    where m.id = isolation.id(move.name || ' ' || move.value)
$$;

create procedure isolation.play(name text, game text)
language sql
as $$
    insert into public.pickleball_games (id, user_id, completed_at, side1_score, side2_score)
    values (isolation.id(game), isolation.id(name), timestamptz '2026-05-10 06:00Z', 11, 7)
$$;

create procedure isolation.add_school(name text, school text)
language sql
as $$
    insert into public.schools (id, user_id, family_unit_id, name)
    values (isolation.id(school), isolation.id(name), isolation.id('family of ' || name), school)
$$;

create procedure isolation.set_tier(name text, school text)
language sql
as $$
    insert into public.school_priorities (id, school_id, user_id, priority_tier)
    values (isolation.id(school), isolation.id(school), isolation.id(name), 'A')
$$;

create procedure isolation.move_school(school text, name text)
language sql
as $$
    update public.schools as s set family_unit_id = isolation.id('family of ' || move_school.name)
    where s.id = isolation.id(school)
$$;

-- Loads ----------------------------------------------------------------------------------------------------------------

create procedure isolation.make_run(run text)
language sql
as $$
    insert into scorebook.runs (id, mode, database) values (isolation.id(run), 'run', 'isolation')
$$;

-- Declares the owners to the policies, as a load, a rollback and an erasure do before they lock them.
create procedure isolation.declare(variadic names text[])
language sql
as $$
    select set_config('scorebook.owners', string_agg(isolation.id(name)::text, ','), true),
        set_config('scorebook.ownership', 'one', true)
    from unnest(names) as name
$$;

create procedure isolation.lock_owners(variadic names text[])
language plpgsql
as $$
begin
    call isolation.declare(variadic names);
    perform scorebook.lock_owners(array(select isolation.id(name) from unnest(names) as name));
end
$$;

-- Enters a run that several processes load; a load that is not let in claims nothing.
create function isolation.enter(run text) returns boolean
language plpgsql
as $$
declare
    is_open constant boolean := scorebook.enter_run(isolation.id(run));
begin
    perform set_config('isolation.is_open', is_open::text, true);
    return is_open;
end
$$;

-- Claims a file's content with the mapping and settings of a name; `isolation.claimed` says whether there is something to load.
create procedure isolation.claim(file text, mapping text default 'mapping')
language plpgsql
as $$
declare
    key constant bytea := decode(md5(file || mapping), 'hex');
    loading bigint;
begin
    perform pg_advisory_xact_lock(('x' || left(encode(key, 'hex'), 16))::bit(64)::bigint);
    select nextval('scorebook.units_id_seq') into loading
    where not exists (select from scorebook.units where ledger_key = key and status = 'loaded')
        and coalesce(current_setting('isolation.is_open', true), '') <> 'false';
    perform set_config('scorebook.unit', coalesce(loading::text, ''), true);
end
$$;

create function isolation.claimed() returns text
language sql
return case when current_setting('scorebook.unit') = '' then 'loaded already' else 'claimed' end;

-- Writes a record, or corrects the one that is there, and its lineage; nothing where nothing is claimed. The record of an
-- erased owner is refused, under the owner's lock, and what the app has edited since the last load stays. `isolation.labels` are
-- the records inserted, updated, left and refused.
create procedure isolation.load(name text, value integer, day integer default 1)
language plpgsql
as $$
declare
    loading constant bigint := nullif(current_setting('scorebook.unit'), '');
    key constant uuid := isolation.id(name || ' loaded ' || day);
    is_there boolean;
begin
    if loading is null or exists (
        select from scorebook.erasures as e
        where e.owner_sha256 = sha256(convert_to(isolation.id(name)::text, 'UTF8')) and e.lifted_at is null
    ) then
        perform set_config('isolation.labels', '0 0 0 1', true);
        return;
    end if;
    perform from public.performance_metrics as m where m.id = key for no key update;
    is_there := found;
    if is_there and exists (
        select from public.performance_metrics as m
        where m.id = key and m.value is distinct from (
            select b.hashes[1] from scorebook.lineage_blocks as b where b.keys = array[key] order by b.sequence desc limit 1)
    ) then
        perform set_config('isolation.labels', '0 0 1 0', true);
        return;
    end if;
    if is_there then
        insert into scorebook.before_images (unit_id, table_name, key, owner, record, columns, written_hash)
        select loading, 'public.performance_metrics', m.id, m.user_id, 1, jsonb_build_object('value', m.value), 1
        from public.performance_metrics as m where m.id = key;
        update public.performance_metrics as m set value = load.value where m.id = key;
        perform set_config('isolation.labels', '0 1 0 0', true);
    else
        begin
            insert into public.performance_metrics (id, user_id, family_unit_id, metric_type, value, recorded_date)
            values (
                key, isolation.id(name), isolation.id('family of ' || name), 'velocity', value, date '2026-04-30' + day);
        exception when unique_violation then
            -- The id is of another person's row.
            perform set_config('isolation.labels', '0 0 0 1', true);
            return;
        end;
        perform set_config('isolation.labels', '1 0 0 0', true);
    end if;
    insert into scorebook.lineage_blocks (unit_id, shape, owner, keys, hashes, records)
    values (loading, 1, isolation.id(name), array[key], array[value], array[1]);
end
$$;

-- The end of a load: summaries, then the unit's row with its counts; earlier readings of the same content whose rows it has
-- changed may be loaded again.
create procedure isolation.finish(file text, run text, name text, mapping text default 'mapping')
language plpgsql
as $$
declare
    loading constant bigint := nullif(current_setting('scorebook.unit'), '');
    labels constant integer[] := string_to_array(current_setting('isolation.labels'), ' ');
begin
    if loading is null then
        return;
    end if;
    perform summary.recompute_deferred();
    insert into scorebook.units
        (id, run_id, ledger_key, source, sha256, bytes, owner_scope, status, read, inserted, updated, unchanged, rejected,
            finished_at)
    values (
        loading, isolation.id(run), decode(md5(file || mapping), 'hex'), file || ' by ' || mapping, sha256(file::bytea), 1,
        isolation.id(name), 'loaded', 1, labels[1], labels[2], labels[3], labels[4],
        clock_timestamp());
    if labels[2] > 0 then
        update scorebook.units as earlier set ledger_key = sha256(earlier.ledger_key || int8send(earlier.id))
        where earlier.owner_scope = isolation.id(name)::text and earlier.sha256 = sha256(file::bytea)
            and earlier.status = 'loaded' and earlier.run_id <> isolation.id(run);
    end if;
end
$$;

-- A load that was before, from its claim to its end.
create procedure isolation.load_before(file text, run text, name text, value integer)
language plpgsql
as $$
begin
    call isolation.make_run(run);
    call isolation.claim(file);
    call isolation.lock_owners(name);
    call isolation.load(name, value);
    call isolation.finish(file, run, name);
end
$$;

-- Rolls back the unit of a run: its row first, then its owners.
create procedure isolation.claim_rollback(run text, name text)
language plpgsql
as $$
declare
    loading constant bigint := (
        select u.id from scorebook.units as u where u.run_id = isolation.id(run) and u.status = 'loaded' for update);
begin
    perform set_config('scorebook.unit', coalesce(loading::text, ''), true);
    if loading is not null then
        call isolation.lock_owners(name);
        perform set_config('scorebook.undoing', 'on', true);
    end if;
end
$$;

-- Rows that are as the unit left them go, or get their former value; others stay.
create procedure isolation.undo()
language plpgsql
as $$
declare
    loading constant bigint := nullif(current_setting('scorebook.unit'), '');
begin
    if loading is null then
        return;
    end if;
    perform from scorebook.lineage_blocks as b
    cross join lateral (
        select from public.performance_metrics as m where m.id = any (b.keys) offset 0 for update
    ) as locked
    where b.unit_id = loading;
    create temporary table if not exists undone (key uuid, columns jsonb) on commit delete rows;
    insert into undone
    select m.id, i.columns
    from scorebook.lineage_blocks as b
    join public.performance_metrics as m on m.id = any (b.keys) and m.value = b.hashes[1]
    left join scorebook.before_images as i on i.unit_id = b.unit_id and i.key = m.id
    where b.unit_id = loading
        and not exists (
            select from scorebook.lineage_blocks as later
            where later.keys = b.keys and later.unit_id <> loading and later.sequence > b.sequence);
    update public.performance_metrics as m set value = (u.columns ->> 'value')::numeric
    from undone as u where u.key = m.id and u.columns is not null;
    delete from public.performance_metrics as m using undone as u where u.key = m.id and u.columns is null;
    delete from scorebook.before_images where unit_id = loading;
    delete from scorebook.lineage_blocks where unit_id = loading;
    update scorebook.units set status = 'rolled_back' where id = loading;
end
$$;

-- Under the owner's lock: rows that imports wrote, private tables, tombstone.
create procedure isolation.erase(name text)
language plpgsql
as $$
declare
    person constant uuid := isolation.id(name);
begin
    delete from public.performance_metrics as m
    where m.user_id = person
        and m.id in (select unnest(b.keys) from scorebook.lineage_blocks as b where b.owner = person);
    delete from public.pickleball_games as g where g.user_id = person;
    perform scorebook.note_addresses(array[person]);
    perform scorebook.forget_owner(person);
    insert into scorebook.erasures as e (owner_sha256) values (sha256(convert_to(person::text, 'UTF8')))
    on conflict (owner_sha256) do update set lifted_at = null, finished_at = null;
end
$$;

-- The end --------------------------------------------------------------------------------------------------------------

-- A function, on which no summary depends that is made again.
create function isolation.left_over() returns table (place integer, line text)
language sql
as $$
select 1 as place, 'metric of ' || isolation.name(m.user_id) || ' in the ' || isolation.name(m.family_unit_id) || ': '
    || string_agg(m.metric_type || ' ' || m.value, ', ' order by m.metric_type, m.recorded_date, m.value) as line
from public.performance_metrics as m
group by m.user_id, m.family_unit_id
union all
select 2, 'trend of ' || isolation.name(t.user_id) || ' for the ' || isolation.name(t.reader_id) || ': ' || t.label || ' '
    || array_to_string(t.series_values, ' ')
from public.metric_trends as t
union all
select 3, 'games of ' || isolation.name(d.user_id) || ' on ' || to_char(d.local_day, 'YYYY-MM-DD') || ': ' || d.games
from public.pickleball_daily as d
where d.game_type = 'all'
union all
select 4, 'schools of the ' || isolation.name(c.family_unit_id) || ': ' || c.school_count || ', first ' || c.a_tier_school_count
from summary.dashboard_counts as c
where c.school_count > 0
union all
select 5, 'unit ' || u.source || ': ' || u.status || ', ' || u.inserted || ' inserted, ' || u.updated || ' updated, '
    || u.unchanged || ' left, ' || u.rejected || ' refused'
from scorebook.units as u
union all
select 6, 'person erased' from scorebook.erasures as e where e.lifted_at is null
union all
select 7, 'run is ended' from scorebook.runs as r where r.finished_at is not null
$$;

-- What must not be, whatever came first. Each line begins with WRONG.
create function isolation.wrong() returns setof text
language plpgsql
as $$
declare
    stored text;
    touches text;
    missing bigint;
    extra bigint;
begin
    for stored in
        select substr(p.proname, 8) from pg_proc as p
        where p.pronamespace = 'summary'::regnamespace and starts_with(p.proname, 'verify_') order by 1
    loop
        execute format('select missing, extra from summary.%I()', 'verify_' || stored) into missing, extra;
        if missing + extra > 0 then
            return next format('WRONG: %s is stale: %s rows missing, %s extra', stored, missing, extra);
        end if;
    end loop;
    for touches in
        select c.relname from pg_class as c
        join pg_attribute as a on a.attrelid = c.oid and a.attname = 'writer'
        where c.relnamespace = 'summary'::regnamespace and c.relkind = 'r' order by 1
    loop
        execute format('select count(*) from summary.%I', touches) into extra;
        if extra > 0 then
            return next format('WRONG: %s touches are left in %s', extra, touches);
        end if;
    end loop;
    return query select 'WRONG: ' || n.name || ' is loaded ' || count(*) || ' times'
    from scorebook.units as u
    join lateral (select u.source as name) as n on true
    where u.status = 'loaded' group by u.ledger_key, n.name having count(*) > 1;
    return query select 'WRONG: loaded after the end of its run: ' || u.source
    from scorebook.units as u
    join scorebook.runs as r on r.id = u.run_id
    where u.finished_at > r.finished_at;
    return query select 'WRONG: lineage of a unit that is not loaded: ' || u.source
    from scorebook.lineage_blocks as b
    join scorebook.units as u on u.id = b.unit_id
    where u.status <> 'loaded';
    return query select 'WRONG: a row that was loaded has no lineage: ' || m.value
    from public.performance_metrics as m
    where not exists (select from scorebook.units as u where u.status = 'rolled_back')
        and m.id in (
            select isolation.id(n.name || ' loaded ' || day)
            from isolation.names as n cross join generate_series(1, 9) as day
        )
        and not exists (select from scorebook.lineage_blocks as b where m.id = any (b.keys));
    return query select 'WRONG: rows of an erased person are left: ' || count(*)
    from scorebook.lineage_blocks as b
    join scorebook.erasures as e on e.owner_sha256 = sha256(convert_to(b.owner::text, 'UTF8')) and e.lifted_at is null
    having count(*) > 0;
    return query select 'WRONG: ' || count(*) || ' advisory locks are held'
    from pg_locks as l
    where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
    having count(*) > 0;
end
$$;

-- What is left at the end of a permutation, and what is wrong with it; then nothing is left.
create function isolation.ended() returns table (ended text)
language plpgsql
set jit = off
set synchronous_commit = off
as $$
declare
    lines constant text[] := array(select l.line from isolation.left_over() as l order by l.place, l.line)
        || array(select w from isolation.wrong() as w);
    summary text;
begin
    -- A row that is stale would be in the next permutation, too.
    for summary in
        select p.proname from pg_proc as p
        where p.pronamespace = 'summary'::regnamespace and starts_with(p.proname, 'rebuild_')
            and exists (select from unnest(lines) as l where starts_with(l, 'WRONG'))
    loop
        execute format('select summary.%I()', summary);
    end loop;
    delete from scorebook.runs;
    delete from scorebook.lineage_blocks;
    delete from scorebook.lineage_shapes;
    delete from scorebook.before_images;
    delete from public.performance_metrics;
    delete from public.schools;
    delete from public.family_units;
    delete from auth.users;
    delete from scorebook.erasures;
    delete from scorebook.user_zones;
    update scorebook.metric_types set label = 'Fastball Velocity' where key = 'velocity' and label <> 'Fastball Velocity';
    delete from isolation.names;
    return query select unnest(lines);
end
$$;

-- Before each permutation.
create procedure isolation.start(variadic names text[])
language plpgsql
as $$
declare
    name text;
begin
    foreach name in array names loop
        call isolation.join(name);
    end loop;
    insert into scorebook.lineage_shapes (shape, table_name, columns, unmanaged_columns)
    values (1, 'public.performance_metrics', array['value'], array['verified']);
end
$$;
