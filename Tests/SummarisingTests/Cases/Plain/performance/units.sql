select a.unit, b.unit as wanted, round(public.unit_ratio(a.unit, b.unit), 10) as ratio, public.in_unit(v, a.unit,
    b.unit) as value
from (values ('mph'), ('kmh'), ('m/s'), ('fps'), ('ft/s'), ('SEC'), ('ms'), ('mins'), ('h'), ('Kg'), ('g'), ('lbs'), ('oz'),
    ('st'), ('m'), ('km'), ('cm'), ('mm'), ('mi'),
    ('yds'), ('ft'), ('in'), ('%'), ('ratio'), ('stars'), (''), (null)) as a (unit)
cross join (values ('mph'), ('kph'), ('m/s'), ('fps'), ('sec'), ('ms'), ('min'), ('hour'), ('kg'), ('gram'), ('LB'), ('ounce'),
    ('stone'), ('meter'), ('km'), ('cm'), ('mm'),
    ('mile'), ('yd'), ('feet'), ('inches'), ('pct'), ('fraction'), ('stars'), (''), (null)) as b (unit)
cross join (values (100), (-2.5), (1e100), (-1e100), (null), ('NaN')) as n (v)
union all
-- Words of one unit, and each to the base of its kind.
select null, null, round(public.unit_ratio(u.word, u.base), 15), null from (
    select unnest(string_to_array(words, ' ')) as word, base from (values ('mph mi/h km/h kmh kph m/s mps ft/s fps', 'm/s'),
        ('s sec secs second seconds ms milliseconds min mins minute minutes h hr hrs hour hours', 's'),
        ('kg kgs kilogram kilograms g gram grams lb lbs pound pounds oz ounce ounces st stone', 'kg'),
        ('m meter meters metre metres km kilometer kilometers cm centimeters mm mi mi. mile miles yd yds yard yards ft feet foot in inch inches', 'm'),
        ('% percent pct fraction ratio', '%')) as k (words, base)) as u
---
with si (kind, factor, words) as (
    values (1, 1609.344 / 3600, 'mph mi/h'), (1, 1000.0 / 3600, 'km/h kmh kph'), (1, 1.0, 'm/s mps'), (1, 0.3048, 'ft/s fps'),
        (2, 1.0, 's sec secs second seconds'), (2, 0.001, 'ms milliseconds'), (2, 60.0, 'min mins minute minutes'), (2, 3600.0,
            'h hr hrs hour hours'),
        (3, 1.0, 'kg kgs kilogram kilograms'), (3, 0.001, 'g gram grams'), (3, 0.45359237, 'lb lbs pound pounds'), (3,
            0.45359237 / 16, 'oz ounce ounces'),
        (3, 0.45359237 * 14, 'st stone'), (4, 1.0, 'm meter meters metre metres'), (4, 1000.0, 'km kilometer kilometers'), (4,
            0.01, 'cm centimeters'),
        (4, 0.001, 'mm'), (4, 1609.344, 'mi mi. mile miles'), (4, 0.9144, 'yd yds yard yards'), (4, 0.3048, 'ft feet foot'),
            (4, 0.0254, 'in inch inches'),
        (5, 1.0, '% percent pct'), (5, 100.0, 'fraction ratio')
),
word as materialized (select kind, factor + 0.000000000000000000000000000000 as factor, unnest(string_to_array(words,
    ' ')) as word from si)
select a.unit, b.unit, round(r.ratio, 10), case when abs(v) < 1e100 then coalesce(round(v * case when a.unit <> b.unit
    then r.ratio end, 9), v) else sign(v) * 'infinity'::numeric end
from (values ('mph'), ('kmh'), ('m/s'), ('fps'), ('ft/s'), ('SEC'), ('ms'), ('mins'), ('h'), ('Kg'), ('g'), ('lbs'), ('oz'),
    ('st'), ('m'), ('km'), ('cm'), ('mm'), ('mi'),
    ('yds'), ('ft'), ('in'), ('%'), ('ratio'), ('stars'), (''), (null)) as a (unit)
cross join (values ('mph'), ('kph'), ('m/s'), ('fps'), ('sec'), ('ms'), ('min'), ('hour'), ('kg'), ('gram'), ('LB'), ('ounce'),
    ('stone'), ('meter'), ('km'), ('cm'), ('mm'),
    ('mile'), ('yd'), ('feet'), ('inches'), ('pct'), ('fraction'), ('stars'), (''), (null)) as b (unit)
cross join (values (100), (-2.5), (1e100), (-1e100), (null), ('NaN')) as n (v)
left join word as k on k.word = lower(a.unit) left join word as w on w.word = lower(b.unit) and w.kind = k.kind
cross join lateral (select case when a.unit = '' then null when a.unit = b.unit then 1
    else k.factor / w.factor end as ratio) as r
union all
select null, null, round(factor, 15), null from word
