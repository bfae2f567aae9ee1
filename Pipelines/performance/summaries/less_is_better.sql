-- summary: less_is_better
-- title: Whether less of a metric is better; null where neither is, as of a measure of the body
-- kind: function
-- schema: summary
--
-- Of what the register does not know more is better, as in the app, but for measures of the body: nobody is told that a
-- weight has declined, or that a pulse has improved. Names are folded as metric keys are.
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
            'body_weight', 'body_weight_kg', 'body_weight_lb', 'body_weight_lbs', 'body_wt', 'bodyweight', 'calf', 'chest',
            'estatura', 'fat_mass', 'gewicht', 'groesse', 'grosse', 'hand_size', 'heart_rate', 'height', 'height_cm',
            'height_in', 'hip', 'hips', 'hr', 'ht', 'koerpergewicht', 'korpergewicht', 'lean_mass', 'muscle_mass', 'neck',
            'peso', 'poids', 'pulse', 'reach', 'resting_heart_rate', 'resting_hr', 'rhr', 'shoulders', 'standing_height',
            'standing_reach', 'taille', 'thigh', 'waist', 'weight', 'weight_kg', 'weight_lb', 'weight_lbs', 'wingspan', 'wt'
        ) then null
        else false
    end
$$
