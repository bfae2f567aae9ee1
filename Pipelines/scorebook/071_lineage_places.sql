-- The first 48 bits of ids, each once: of the ids that Scorebook makes they are the same for one owner's rows of one week
-- and dataset. An index over them is a tenth of one over the ids.
create function scorebook.places(keys uuid[]) returns bigint[]
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select array(
        select distinct
            ('x' || left(key::text, 8) || substr(key::text, 10, 4))::bit(48)::bigint
        from unnest(keys) as key
    )
$$;

revoke all on function scorebook.places(uuid[]) from public;
grant execute on function scorebook.places(uuid[]) to scorebook_loader, scorebook_owner;

-- For files of few rows, of which there are many. What one large file wrote, or a file that has ids of its own, is read block
-- by block.
create index lineage_blocks_places on scorebook.lineage_blocks using gin (scorebook.places(keys)) with (fastupdate = off)
where (by_place and cardinality(keys) <= 1000);
create index lineage_blocks_large on scorebook.lineage_blocks using btree (owner, shape)
where not (by_place and cardinality(keys) <= 1000);
