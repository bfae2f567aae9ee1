-- summary: less_is_better
-- title: Whether less of a metric is better; null where neither is, as of a measure of the body
-- kind: function
-- schema: summary
--
-- Of what the register does not know more is better, as in the app, but for measures of the body: nobody is told that a
-- weight has declined.
create function summary.less_is_better(metric_type text, is_registered boolean, registered boolean)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select case
        when is_registered then registered
        when metric_type in (
            'age', 'arm_length', 'bmi', 'body_fat', 'body_fat_pct', 'body_fat_percentage', 'body_mass', 'body_mass_index',
            'body_weight', 'body_wt', 'bodyweight', 'hand_size', 'height', 'height_cm', 'height_in', 'hips', 'ht', 'lean_mass',
            'muscle_mass', 'reach', 'standing_height', 'standing_reach', 'waist', 'weight', 'weight_kg', 'weight_lb',
            'weight_lbs', 'wingspan', 'wt'
        ) then null
        else false
    end
$$
