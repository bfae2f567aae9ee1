-- Tests if a text contains this id or one of these whole addresses: no character of an address may stand next to it. Addresses
-- are compared, never used as a pattern. The text may be JSON, or bytes by encode(..., 'escape'): in the latter an address beyond
-- ASCII has its escaped form, and a no-break space or byte order mark ends an address.
create function scorebook.names_person(body text, id uuid, addresses text[]) returns boolean
language sql immutable
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select coalesce(
        position(id::text in lower(body)) > 0
        or exists (
            select
            from unnest(addresses) as address
            cross join lateral unnest(array[address, encode(convert_to(address, 'UTF8'), 'escape')]) as form
            cross join lateral (
                select right(piece, 12) as before, left(lead(piece) over (order by number), 12) as behind
                from unnest(string_to_array(lower(body), form)) with ordinality as listed (piece, number)
            ) as place
            where (
                place.before !~ '([[:alnum:]._%+@-]|[[:alnum:]]'')$'
                or place.before ~ '(\\[bfnrt]|\\u[0-9a-f]{4}|\\[01][0-7]{2}|\\302\\240|\\357\\273\\277)$'
            ) and (
                place.behind !~ '^([[:alnum:]_%+@-]|\.[[:alnum:]]|\\[23][0-7]{2})'
                or place.behind ~ '^(\\302\\240|\\357\\273\\277)'
            )
        ), false)
$$;

revoke all on function scorebook.names_person(text, uuid, text[]) from public;
grant execute on function scorebook.names_person(text, uuid, text[]) to scorebook_owner;
