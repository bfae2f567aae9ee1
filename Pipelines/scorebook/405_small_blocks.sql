-- The blocks of lineage of few rows that may hold some of the keys, of all owners: the query that asks compares the owner.
--
-- Row-level security is asked before a condition whose operator is not leakproof, and && of arrays is not: the loader's own
-- query would read all small blocks of all people for each file, as many as there are small files. The function runs with its
-- owner's rights, so that the index over places serves it. As the policies of the tables have it, the loader itself is
-- answered, not a role that inherits its rights; that is an error, since no answer would mean that nothing was loaded before.
create function scorebook.small_blocks(of_keys uuid[]) returns setof scorebook.lineage_blocks
language plpgsql stable security definer cost 1000 rows 10
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    if coalesce(nullif(current_setting('role'), 'none'), session_user) <> 'scorebook_loader' then
        raise insufficient_privilege using message = 'scorebook.small_blocks answers scorebook_loader alone';
    end if;
    return query
        select block.*
        from scorebook.lineage_blocks as block
        where block.by_place and cardinality(block.keys) <= 1000
            and scorebook.places(block.keys) && scorebook.places(of_keys);
end
$$;

alter function scorebook.small_blocks(uuid[]) owner to scorebook_owner;
revoke all on function scorebook.small_blocks(uuid[]) from public;
grant execute on function scorebook.small_blocks(uuid[]) to scorebook_loader;
