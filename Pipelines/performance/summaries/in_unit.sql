-- summary: in_unit
-- title: A number in another unit of its kind, rounded at the ninth place; itself where nothing can be converted
-- kind: function
--
-- Rows of the app keep the unit that a user gave them; the figures of a metric are of one unit. A number of 100 digits and more
-- is infinite: the app accepts numbers of 131,000, of which sums and ratios overflow.
create function public.in_unit(value numeric, unit text, wanted text)
returns numeric
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    return case
        when not abs(value) < 1e100 then 'Infinity' * sign(value)
        when unit is null or unit = '' or wanted is null or lower(unit) = lower(wanted) then value
        else coalesce(trim_scale(round(value * public.unit_ratio(unit, wanted), 9)), value)
    end;
end
$$;
