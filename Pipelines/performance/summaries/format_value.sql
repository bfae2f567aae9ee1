-- summary: format_value
-- title: A number as its metric is written
-- kind: function
--
-- decimal, integer and percent round half away from zero and group thousands; a value that would round to zero has two
-- significant digits instead (0.0012). duration is M:SS.hh of seconds; any other kind is the number itself. A number above 1e21
-- or below 1e-21 has two digits and an exponent (1.2e30): the app accepts numbers of 131,000 digits.
create function public.format_value(value numeric, format_kind text, digits integer, drop_leading_zero boolean)
returns text
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    places integer := case when format_kind in ('decimal', 'percent') then coalesce(digits, 0) else 0 end;
    written text;
    whole text;
    hundredths numeric;
    exponent integer;
begin
    if value is null or value in ('NaN', 'Infinity', '-Infinity') then
        return value::text;
    end if;
    if value <> 0 and abs(value) not between 1e-21 and 1e21 then
        exponent := floor(log(abs(value)));
        return trim_scale(trunc(
            case when exponent < 0 then value * 10::numeric ^ -exponent else value / 10::numeric ^ exponent end, 1
        )) || 'e' || exponent;
    end if;
    if format_kind = 'duration' then
        hundredths := round(abs(value) * 100);
        return case when value < 0 and hundredths > 0 then '-' else '' end
            || div(hundredths, 6000)::text || ':'
            || lpad(div(mod(hundredths, 6000), 100)::text, 2, '0') || '.'
            || lpad(mod(hundredths, 100)::text, 2, '0');
    end if;
    written := case
        when format_kind not in ('decimal', 'percent', 'integer') or format_kind is null then trim_scale(value)
        when value <> 0 and round(value, places) = 0
            then trim_scale(round(value, 1 - floor(log(abs(value)))::integer))
        else round(value, places)
    end::text;
    if drop_leading_zero then
        written := regexp_replace(written, '^(-?)0\.', '\1.');
    end if;
    whole := split_part(written, '.', 1);
    if length(whole) > 3 then
        written := regexp_replace(whole, '(\d)(?=(\d{3})+$)', '\1,', 'g') || substr(written, length(whole) + 1);
    end if;
    return written;
end
$$;
