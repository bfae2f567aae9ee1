-- What a sample can measure, in which unit it is kept, and whether several of a day add up. Others are legal: they are kept
-- in the unit that their source gives.
create table scorebook.health_types (
    type text not null,
    label text not null,
    unit text not null,
    day_value text not null,
    constraint health_types_pkey primary key (type),
    constraint health_types_day_value_check check (day_value in ('sum', 'reading'))
);

insert into scorebook.health_types (type, label, unit, day_value)
values
    ('body_mass', 'Weight', 'kg', 'reading'),
    ('body_fat_percentage', 'Body fat', '%', 'reading'),
    ('lean_body_mass', 'Lean body mass', 'kg', 'reading'),
    ('body_fat_mass', 'Body fat mass', 'kg', 'reading'),
    ('muscle_mass', 'Muscle mass', 'kg', 'reading'),
    ('bone_mass', 'Bone mass', 'kg', 'reading'),
    ('body_water_percentage', 'Body water', '%', 'reading'),
    ('height', 'Height', 'cm', 'reading'),
    ('waist_circumference', 'Waist', 'cm', 'reading'),
    ('body_mass_index', 'Body mass index', 'count', 'reading'),
    ('resting_heart_rate', 'Resting heart rate', 'count/min', 'reading'),
    ('heart_rate', 'Heart rate', 'count/min', 'reading'),
    ('heart_rate_variability_sdnn', 'Heart rate variability', 'ms', 'reading'),
    ('vo2_max', 'Cardio fitness', 'mL/min·kg', 'reading'),
    ('step_count', 'Steps', 'count', 'sum'),
    ('active_energy', 'Active energy', 'kcal', 'sum'),
    ('basal_energy', 'Resting energy', 'kcal', 'sum'),
    ('distance_walking_running', 'Walking and running distance', 'km', 'sum'),
    ('flights_climbed', 'Flights climbed', 'count', 'sum');

alter table scorebook.health_types owner to scorebook_owner;
revoke all on scorebook.health_types from public;
grant select on scorebook.health_types to scorebook_loader;

alter table scorebook.health_types enable row level security;

create policy "the loader reads" on scorebook.health_types for select to scorebook_loader
using (current_user = 'scorebook_loader');
