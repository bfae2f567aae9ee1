-- summary: local_date
-- title: The day of an instant in a zone or at an offset as +09:00, or in another zone where there is no such zone
-- kind: function
-- schema: summary
create function summary.local_date(instant timestamp with time zone, zone text, other_zone text)
returns date
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    if zone ~ '^[+-]\d\d:\d\d$' then
        return ((instant at time zone 'UTC') + zone::interval)::date;
    end if;
    return (instant at time zone zone)::date;
exception
    when invalid_parameter_value then
        return (instant at time zone other_zone)::date;
end
$$;
