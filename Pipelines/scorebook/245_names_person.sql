-- Whether a text has this id, or one of these addresses as a whole, with no character of an address next to it. The addresses
-- are compared, never used as a pattern. In texts of JSON and of bytes (encode(..., 'escape')) an escape ends an address.
create function scorebook.names_person(body text, id uuid, addresses text[]) returns boolean
language sql immutable
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select coalesce(
        position(id::text in lower(body)) > 0
        or exists (select from unnest(addresses) as address where position(address in lower(body)) > 0)
        and exists (
            select
            from regexp_split_to_table(lower(body), '(\\[bfnrt]|\\u[0-9a-f]{4}|[^[:alnum:]@._%+-])+') as word
            where rtrim(word, '.') = any (addresses)
        ), false)
$$;

revoke all on function scorebook.names_person(text, uuid, text[]) from public;
grant execute on function scorebook.names_person(text, uuid, text[]) to scorebook_owner;
