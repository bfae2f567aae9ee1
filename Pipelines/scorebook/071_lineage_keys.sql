-- The first 48 bits of ids, each once: of the ids that Scorebook makes they are the same for one owner's rows of one week
-- and dataset. An index over them is a tenth of one over the ids.
create function scorebook.places(keys uuid[]) returns bigint[]
language sql
immutable
parallel safe
as $$
    select array(
        select distinct
            ('x' || pg_catalog.left(key::text, 8) || pg_catalog.substr(key::text, 10, 4))::bit(48)::bigint
        from pg_catalog.unnest(keys) as key
    )
$$;

alter function scorebook.places(uuid[]) owner to scorebook_owner;
revoke all on function scorebook.places(uuid[]) from public;
grant execute on function scorebook.places(uuid[]) to scorebook_loader;

-- An index over the keys is for files of few rows, of which there are many. What one large file wrote is read block by
-- block: each owner has few of those, however short they are.
create index lineage_small_keys on scorebook.lineage_blocks using gin (scorebook.places(keys)) with (fastupdate = off)
where (by_key and cardinality(keys) <= 1000);
create index lineage_large_blocks on scorebook.lineage_blocks using btree (owner, shape)
where not (by_key and cardinality(keys) <= 1000);
