create table public.users (
    id uuid not null,
    email text not null,
    full_name text,
    role public.user_role not null,
    icloud_sync_enabled boolean default false,
    created_at timestamp with time zone default current_timestamp,
    updated_at timestamp with time zone default current_timestamp,
    current_phase character varying(20),
    phase_milestone_data jsonb default '{}'::jsonb,
    status_score integer,
    status_label character varying(20),
    recovery_mode_active boolean default false,
    recovery_plan_shown_at timestamp with time zone,
    graduation_year integer,
    is_admin boolean default false,
    is_preview_mode boolean not null default false,
    onboarding_completed boolean not null default false,
    primary_sport_id uuid,
    primary_position_id uuid,
    primary_position_custom character varying(100),
    secondary_sport_id uuid,
    secondary_position_id uuid,
    secondary_position_custom character varying(100),
    zip_code character(5),
    gpa numeric(3,2),
    sat_score integer,
    act_score integer,
    profile_completeness integer default 0,
    profile_photo_url text,
    date_of_birth date,
    deletion_requested_at timestamp with time zone,
    timezone text not null default 'America/New_York'::text,
    jersey_number text,
    height_inches integer,
    weight_lbs integer,
    high_school text,
    club_team text,
    dominant_side text,
    hometown_city text,
    hometown_state text,
    guardian_consent_at timestamp with time zone,
    guardian_consent_by uuid,
    guardian_consent_terms_version text,
    constraint users_pkey primary key (id),
    constraint users_email_key unique (email),
    constraint act_score_range_check check ((((act_score >= 1) and (act_score <= 36)) or (act_score is null))),
    constraint gpa_range_check check ((((gpa >= 0.0) and (gpa <= 5.0)) or (gpa is null))),
    constraint graduation_year_range check (((graduation_year is null) or ((graduation_year >= 2024) and (graduation_year <= 2040)))),
    constraint profile_completeness_range_check check (((profile_completeness >= 0) and (profile_completeness <= 100))),
    constraint sat_score_range_check check ((((sat_score >= 400) and (sat_score <= 1600)) or (sat_score is null))),
    constraint users_current_phase_check check (((current_phase)::text = any (array[('freshman'::character varying)::text, ('sophomore'::character varying)::text, ('junior'::character varying)::text, ('senior'::character varying)::text, ('committed'::character varying)::text]))),
    constraint users_status_label_check check (((status_label)::text = any (array[('on_track'::character varying)::text, ('slightly_behind'::character varying)::text, ('at_risk'::character varying)::text]))),
    constraint users_status_score_check check (((status_score >= 0) and (status_score <= 100))),
    constraint users_timezone_check check ((timezone = any (array['America/New_York'::text, 'America/Chicago'::text, 'America/Denver'::text, 'America/Los_Angeles'::text]))),
    constraint zip_code_format_check check (((zip_code ~ '^\d{5}$'::text) or (zip_code is null))),
    constraint users_guardian_consent_by_fkey foreign key (guardian_consent_by) references public.users (id),
    constraint users_id_fkey foreign key (id) references auth.users (id) on delete cascade,
    constraint users_primary_position_id_fkey foreign key (primary_position_id) references public.positions (id) on delete set null,
    constraint users_primary_sport_id_fkey foreign key (primary_sport_id) references public.sports (id) on delete set null,
    constraint users_secondary_position_id_fkey foreign key (secondary_position_id) references public.positions (id) on delete set null,
    constraint users_secondary_sport_id_fkey foreign key (secondary_sport_id) references public.sports (id) on delete set null
);

create index idx_users_academic_profile on public.users using btree (gpa, sat_score, act_score) where ((gpa is not null) or (sat_score is not null) or (act_score is not null));
create index idx_users_act_score on public.users using btree (act_score);
create index idx_users_current_phase on public.users using btree (current_phase);
create index idx_users_email on public.users using btree (email);
create index idx_users_gpa on public.users using btree (gpa);
create index idx_users_graduation_year on public.users using btree (graduation_year);
create index idx_users_is_preview_mode on public.users using btree (is_preview_mode) where (is_preview_mode = true);
create index idx_users_onboarding_completed on public.users using btree (onboarding_completed) where (onboarding_completed = false);
create index idx_users_primary_sport on public.users using btree (primary_sport_id) where (primary_sport_id is not null);
create index idx_users_profile_completeness on public.users using btree (profile_completeness);
create index idx_users_profile_photo_url on public.users using btree (profile_photo_url) where (profile_photo_url is not null);
create index idx_users_recovery_mode on public.users using btree (recovery_mode_active) where (recovery_mode_active = true);
create index idx_users_sat_score on public.users using btree (sat_score);
create index idx_users_status_label on public.users using btree (status_label);
create index idx_users_zip_code on public.users using btree (zip_code);

-- The live table has it twice; in one statement the server would make one of the two.
alter table public.users add constraint users_email_unique unique (email);

comment on table public.users is 'Central user table; athletes own player profiles; parents can link to multiple player profiles';
comment on column public.users.current_phase is 'Current recruiting phase: freshman through committed';
comment on column public.users.phase_milestone_data is 'JSONB tracking which phase milestones have been completed';
comment on column public.users.status_score is 'Composite status score 0-100: 75+ on_track, 50-74 slightly_behind, 0-49 at_risk';
comment on column public.users.status_label is 'Derived status label from score';
comment on column public.users.recovery_mode_active is 'Flag indicating athlete is in recovery/catch-up mode';
comment on column public.users.is_preview_mode is 'True if parent is viewing demo profile; false for real player profiles';
comment on column public.users.onboarding_completed is 'True when player has completed all 5 onboarding screens; false until all screens completed';
comment on column public.users.primary_sport_id is 'Foreign key to sports table for primary sport';
comment on column public.users.primary_position_id is 'Foreign key to positions table for primary position (when sport has defined positions)';
comment on column public.users.primary_position_custom is 'Free-text primary position (for sports without position list, e.g., track & field)';
comment on column public.users.secondary_sport_id is 'Foreign key to sports table for secondary sport (optional)';
comment on column public.users.secondary_position_id is 'Foreign key to positions table for secondary position (when sport has defined positions)';
comment on column public.users.secondary_position_custom is 'Free-text secondary position (for sports without position list)';
comment on column public.users.zip_code is '5-digit US zip code for distance calculations (format: 12345)';
comment on column public.users.gpa is 'GPA on 4.0 or 5.0 scale (optional)';
comment on column public.users.sat_score is 'SAT score 400-1600 (optional)';
comment on column public.users.act_score is 'ACT score 1-36 (optional)';
comment on column public.users.profile_completeness is 'Profile completion percentage 0-100; calculated from presence of key fields';
comment on column public.users.profile_photo_url is 'Public URL to user
  profile photo stored in profile-photos bucket';
comment on column public.users.guardian_consent_at is 'When a parent/guardian consented to this minor player account (via family invite accept).';
comment on column public.users.guardian_consent_by is 'The parent/guardian (family_invitations.invited_by) who consented on the minor''s behalf.';
comment on column public.users.guardian_consent_terms_version is 'Terms of Service version the guardian accepted on the minor''s behalf (e.g. 2026-03-01).';

alter table public.users enable row level security;
grant all on public.users to anon, authenticated, service_role;
