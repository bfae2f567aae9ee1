-- summary: months_back
-- title: The same day some calendar months earlier
-- kind: function
--
-- `web` overflows as the app's JavaScript does (31 May less 3 months is 3 March), `clamp` ends at the month's last day.
create function public.months_back(from_date date, months integer, mode text default 'web')
returns date
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    case mode
        when 'web' then
            return (date_trunc('month', from_date::timestamp) - make_interval(months => months))::date
                + (extract(day from from_date)::integer - 1);
        when 'clamp' then
            return (from_date::timestamp - make_interval(months => months))::date;
        else
            raise exception 'mode is web or clamp' using errcode = 'invalid_parameter_value';
    end case;
end
$$;
