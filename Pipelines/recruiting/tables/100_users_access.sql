-- Reading is by view: of users who are not declared owners only id, email and clock are readable. Only a migration adds
-- users.
grant insert, delete on public.users to scorebook_loader;
grant update (
    email, full_name, role, icloud_sync_enabled, current_phase, phase_milestone_data, status_score, status_label,
    recovery_mode_active, recovery_plan_shown_at, graduation_year, is_admin, is_preview_mode, onboarding_completed,
    primary_sport_id, primary_position_id, primary_position_custom, secondary_sport_id, secondary_position_id,
    secondary_position_custom, zip_code, gpa, sat_score, act_score, profile_completeness, profile_photo_url,
    date_of_birth, deletion_requested_at, timezone, jersey_number, height_inches, weight_lbs, high_school, club_team,
    dominant_side, hometown_city, hometown_state, guardian_consent_at, guardian_consent_by,
    guardian_consent_terms_version
) on public.users to scorebook_loader;
grant select on public.users to scorebook_owner;

create policy "scorebook adds users of admitted owners" on public.users for insert to scorebook_loader
with check (
    id in (select scorebook.admitted_owners())
    and pg_catalog.current_setting('scorebook.ownership', true) = 'payload'
);

create policy "scorebook changes users of admitted owners" on public.users for update to scorebook_loader
using (id in (select scorebook.admitted_owners()))
with check (id in (select scorebook.admitted_owners()));

create policy "scorebook removes users of admitted owners" on public.users for delete to scorebook_loader
using (id in (select scorebook.admitted_owners()));

call scorebook.show_rows('public.users', 'id');
