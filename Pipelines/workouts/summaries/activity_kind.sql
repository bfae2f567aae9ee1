-- summary: activity_kind
-- title: The kind of sport that a source's word means; null where the word says none
-- kind: function
-- schema: summary
--
-- Words of Apple Health, Garmin, Strava, FIT, TCX and GPX in any case, without blanks, dashes and Apple's prefix. A word
-- that is not listed is a kind of its own.
create function summary.activity_kind(activity text)
returns text
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select case
        when w.word in (
            '', 'other', 'workout', 'generic', 'training', 'fitnessequipment', 'multisport', 'cardio', 'mixedcardio', 'all',
            'transition'
        ) then null
        when w.word in (
            'run', 'running', 'trailrun', 'trailrunning', 'treadmillrun', 'treadmillrunning', 'treadmill', 'virtualrun',
            'trackrun', 'trackrunning', 'streetrunning', 'indoorrunning', 'jogging', 'laufen', 'laufsport', 'carrera',
            'correr', 'corrida', 'course', 'courseàpied', 'corsa', 'hardlopen', 'löpning', 'løb', 'løping', 'futás',
            'bieganie', '跑步', 'ランニング'
        ) then 'running'
        when w.word in (
            'ride', 'cycling', 'biking', 'bike', 'bikeride', 'virtualride', 'mountainbikeride', 'gravelride', 'ebikeride',
            'emountainbikeride', 'ebiking', 'roadbiking', 'roadcycling', 'mountainbiking', 'gravelcycling',
            'gravel/unpavedcycling', 'indoorcycling', 'virtualcycling', 'handcycling', 'handcycle', 'radfahren', 'radfahrt',
            'radsport', 'indoorradfahren', 'ciclismo', 'cyclisme', 'vélo', 'fietsen', 'fietsrit', 'cykling', 'sykling',
            'kerékpározás', 'kolarstwo', '骑行', 'サイクリング'
        ) then 'cycling'
        when w.word in (
            'swim', 'swimming', 'poolswim', 'poolswimming', 'lapswimming', 'openwaterswim', 'openwaterswimming',
            'schwimmen', 'schwimmbadschwimmen', 'freiwasserschwimmen', 'natación',
            'nataciónenpiscina', 'nataciónenaguasabiertas', 'natation', 'natationenpiscine', 'nuoto', 'zwemmen',
            'bassängsimning', 'bassengsvømming', 'úszás', '泳池游泳', 'プールスイム'
        ) then 'swimming'
        when w.word in (
            'walk', 'walking', 'casualwalking', 'speedwalking', 'indoorwalking', 'gehen', 'spaziergang', 'caminata',
            'caminar', 'marche', 'wandeling', 'wandelen', 'gåing', 'gang', 'promenad'
        ) then 'walking'
        when w.word in ('hike', 'hiking', 'mountaineering', 'wandern', 'wanderung', 'senderismo', 'randonnée')
            then 'hiking'
        when w.word in (
            'strengthtraining', 'traditionalstrengthtraining', 'functionalstrengthtraining', 'weighttraining', 'strength',
            'krafttraining', 'entrenamientodefuerza', 'musculation', 'krachttraining', 'crossfit', 'crosstraining'
        ) then 'strength'
        when w.word in ('row', 'rowing', 'indoorrowing', 'virtualrow', 'rudern') then 'rowing'
        when w.word in ('hiit', 'highintensityintervaltraining') then 'hiit'
        when w.word in ('alpineski', 'alpineskiing', 'downhillskiing', 'resortskiing', 'snowboard', 'snowboarding')
            then 'downhill'
        when w.word in ('nordicski', 'crosscountryskiing', 'skateskiing') then 'cross-country skiing'
        else w.word
    end
    from (
        select regexp_replace(
            lower(regexp_replace(coalesce(activity, ''), '^HKWorkoutActivityType', '')), '[[:space:]_-]+', '', 'g'
        ) as word
    ) as w
$$;
