-- summary: unit_ratio
-- title: How many of one unit are one of another; nothing where they are of two kinds or not known
-- kind: function
--
-- Kind, numerator and denominator of each word, as those of the loader (NIST SP 811, appendix B.8). It is called for each row
-- in another unit: SQL would plan its query each time, which takes ten times as long.
create function public.unit_ratio(unit text, wanted text)
returns numeric
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    units constant jsonb := '{
        "mph": ["speed", 44704, 100000], "mi/h": ["speed", 44704, 100000],
        "km/h": ["speed", 10, 36], "kmh": ["speed", 10, 36], "kph": ["speed", 10, 36],
        "m/s": ["speed", 1, 1], "mps": ["speed", 1, 1],
        "ft/s": ["speed", 3048, 10000], "fps": ["speed", 3048, 10000],
        "s": ["time", 1, 1], "sec": ["time", 1, 1], "secs": ["time", 1, 1], "second": ["time", 1, 1],
        "seconds": ["time", 1, 1],
        "ms": ["time", 1, 1000], "milliseconds": ["time", 1, 1000],
        "min": ["time", 60, 1], "mins": ["time", 60, 1], "minute": ["time", 60, 1], "minutes": ["time", 60, 1],
        "h": ["time", 3600, 1], "hr": ["time", 3600, 1], "hrs": ["time", 3600, 1], "hour": ["time", 3600, 1],
        "hours": ["time", 3600, 1],
        "kg": ["mass", 1, 1], "kgs": ["mass", 1, 1], "kilogram": ["mass", 1, 1], "kilograms": ["mass", 1, 1],
        "g": ["mass", 1, 1000], "gram": ["mass", 1, 1000], "grams": ["mass", 1, 1000],
        "lb": ["mass", 45359237, 100000000], "lbs": ["mass", 45359237, 100000000], "pound": ["mass", 45359237, 100000000],
        "pounds": ["mass", 45359237, 100000000],
        "oz": ["mass", 45359237, 1600000000], "ounce": ["mass", 45359237, 1600000000],
        "ounces": ["mass", 45359237, 1600000000],
        "st": ["mass", 635029318, 100000000], "stone": ["mass", 635029318, 100000000],
        "m": ["length", 1, 1], "meter": ["length", 1, 1], "meters": ["length", 1, 1], "metre": ["length", 1, 1],
        "metres": ["length", 1, 1],
        "km": ["length", 1000, 1], "kilometer": ["length", 1000, 1], "kilometers": ["length", 1000, 1],
        "cm": ["length", 1, 100], "centimeters": ["length", 1, 100],
        "mm": ["length", 1, 1000],
        "mi": ["length", 1609344, 1000], "mi.": ["length", 1609344, 1000], "mile": ["length", 1609344, 1000],
        "miles": ["length", 1609344, 1000],
        "yd": ["length", 9144, 10000], "yds": ["length", 9144, 10000], "yard": ["length", 9144, 10000],
        "yards": ["length", 9144, 10000],
        "ft": ["length", 3048, 10000], "feet": ["length", 3048, 10000], "foot": ["length", 3048, 10000],
        "in": ["length", 254, 10000], "inch": ["length", 254, 10000], "inches": ["length", 254, 10000],
        "%": ["share", 1, 1], "percent": ["share", 1, 1], "pct": ["share", 1, 1],
        "fraction": ["share", 100, 1], "ratio": ["share", 100, 1]
    }'::jsonb; -- cast here, it is parsed once a session, not once a call
    mine constant jsonb := units -> lower(unit);
    theirs constant jsonb := units -> lower(wanted);
begin
    return case
        when unit = '' or wanted is null then null
        when lower(unit) = lower(wanted) then 1
        when mine ->> 0 = theirs ->> 0
            then (mine ->> 1)::numeric * (theirs ->> 2)::numeric / ((mine ->> 2)::numeric * (theirs ->> 1)::numeric)
    end;
end
$$;
