-- summary: unit_ratio
-- title: How many of one unit are one of another; nothing where they are of two kinds or not known
-- kind: function
--
-- Factors as those of the loader (NIST SP 811, appendix B.8).
create function public.unit_ratio(unit text, wanted text)
returns numeric
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select case
        when unit = '' or wanted is null then null
        when lower(unit) = lower(wanted) then 1
        else (
            with factors (words, kind, numerator, denominator) as (
                values
                    (array['mph', 'mi/h'], 'speed', 44704, 100000),
                    (array['km/h', 'kmh', 'kph'], 'speed', 10, 36),
                    (array['m/s', 'mps'], 'speed', 1, 1),
                    (array['ft/s', 'fps'], 'speed', 3048, 10000),
                    (array['s', 'sec', 'secs', 'second', 'seconds'], 'time', 1, 1),
                    (array['ms', 'milliseconds'], 'time', 1, 1000),
                    (array['min', 'mins', 'minute', 'minutes'], 'time', 60, 1),
                    (array['h', 'hr', 'hrs', 'hour', 'hours'], 'time', 3600, 1),
                    (array['kg', 'kgs', 'kilogram', 'kilograms'], 'mass', 1, 1),
                    (array['g', 'gram', 'grams'], 'mass', 1, 1000),
                    (array['lb', 'lbs', 'pound', 'pounds'], 'mass', 45359237, 100000000),
                    (array['oz', 'ounce', 'ounces'], 'mass', 45359237, 1600000000),
                    (array['st', 'stone'], 'mass', 635029318, 100000000),
                    (array['m', 'meter', 'meters', 'metre', 'metres'], 'length', 1, 1),
                    (array['km', 'kilometer', 'kilometers'], 'length', 1000, 1),
                    (array['cm', 'centimeters'], 'length', 1, 100),
                    (array['mm'], 'length', 1, 1000),
                    (array['mi', 'mi.', 'mile', 'miles'], 'length', 1609344, 1000),
                    (array['yd', 'yds', 'yard', 'yards'], 'length', 9144, 10000),
                    (array['ft', 'feet', 'foot'], 'length', 3048, 10000),
                    (array['in', 'inch', 'inches'], 'length', 254, 10000),
                    (array['%', 'percent', 'pct'], 'share', 1, 1),
                    (array['fraction', 'ratio'], 'share', 100, 1)
            )
            select f.numerator::numeric * t.denominator / (f.denominator::numeric * t.numerator)
            from factors as f
            join factors as t on t.kind = f.kind
            where lower(unit) = any(f.words) and lower(wanted) = any(t.words)
        )
    end
$$;
