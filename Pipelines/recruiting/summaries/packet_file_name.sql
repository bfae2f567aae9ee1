-- summary: packet_file_name
-- title: The name of the file that a recruiting packet is saved as: letters of ASCII alone
-- kind: function
create function public.packet_file_name(athlete_name text)
returns text
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select regexp_replace(
        regexp_replace(regexp_replace(coalesce(athlete_name, ''), '^\s+|\s+$', '', 'g'), '[^a-zA-Z\s]', '', 'g'),
        '\s+', '_', 'g') || '_RecruitingPacket.pdf'
$$;
