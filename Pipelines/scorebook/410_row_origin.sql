-- For the app: from which files a row of the caller's own comes, the one that wrote it last before the others: the file's name
-- without its folders, when and on which day it was imported, and the number of the record in it (of a row that gathers
-- many records the first).
--
-- The caller reads nothing of scorebook.*. The function runs with its owner's rights, so that it itself sees to whose rows it
-- answers for: the lineage of a row names its owner, and only that of the user whom the request's token names is read. For
-- rows of others, and rows that the app itself made, there is no answer. Rows that a file has deleted have no origin.
--
-- The app calls public.row_origin, which has no rights of its own: what runs with its owner's rights is in no schema that an
-- API exposes, and none of the ledger's.
--
--   table_name  as in 'workouts' or 'public.workouts'
create function summary.row_origin(table_name text, row_id uuid)
returns table (file text, format text, imported_at timestamp with time zone, imported_on date, record integer)
language sql stable security definer rows 1
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    -- As auth.uid() has it, which not every role may call.
    with caller as materialized (
        select coalesce(
            nullif(current_setting('request.jwt.claim.sub', true), ''),
            nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
        )::uuid as id
    ),
    written as (
        select block.sequence, block.unit_id, block.shape, block.records[array_position(block.keys, row_id)] as record
        from scorebook.lineage_blocks as block
        where block.owner = (select caller.id from caller) and row_id = any (block.keys)
            and block.by_place and cardinality(block.keys) <= 1000
            and scorebook.places(block.keys) @> scorebook.places(array[row_id])
        union all
        select block.sequence, block.unit_id, block.shape, block.records[array_position(block.keys, row_id)]
        from scorebook.lineage_blocks as block
        where block.owner = (select caller.id from caller) and row_id = any (block.keys)
            and not (block.by_place and cardinality(block.keys) <= 1000)
    ),
    latest as (
        select distinct on (written.unit_id) written.sequence, written.unit_id, written.record
        from written
        join scorebook.lineage_shapes as shape on shape.shape = written.shape
        where shape.table_name = case
                when position('.' in row_origin.table_name) > 0 then row_origin.table_name
                else 'public.' || row_origin.table_name
            end
            and cardinality(shape.columns) > 0
        order by written.unit_id, written.sequence desc
    )
    select regexp_replace(unit.source, '^[^!]*/', ''), unit.format, unit.finished_at,
        (unit.finished_at at time zone coalesce(
            (select zones.zone from scorebook.user_zones as zones where zones.user_id = (select caller.id from caller)),
            (select person.timezone from public.users as person where person.id = (select caller.id from caller)),
            'UTC'
        ))::date,
        latest.record
    from latest
    join scorebook.units as unit on unit.id = latest.unit_id
    where unit.status = 'loaded'
    order by latest.sequence desc
$$;

alter function summary.row_origin(text, uuid) owner to scorebook_owner;
revoke all on function summary.row_origin(text, uuid) from public, anon, authenticated, service_role;
grant execute on function summary.row_origin(text, uuid) to authenticated;

create function public.row_origin(table_name text, row_id uuid)
returns table (file text, format text, imported_at timestamp with time zone, imported_on date, record integer)
language sql stable rows 1
set search_path = pg_catalog, pg_temp
set jit = off
begin atomic
    select o.file, o.format, o.imported_at, o.imported_on, o.record from summary.row_origin(table_name, row_id) as o;
end;

revoke all on function public.row_origin(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.row_origin(text, uuid) to authenticated;
