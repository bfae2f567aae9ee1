grant select, insert, delete on public.schools to scorebook_loader;
grant update (
    name, location, division, conference, is_favorite, website, twitter_handle, instagram_handle, status, amenities,
    pros, cons, notes, offer_details, academic_info, created_by, updated_by, favicon_url, fit_tier, status_changed_at,
    coaching_philosophy, coaching_style, recruiting_approach, communication_style, success_metrics, city, state,
    phone, athletics_url, why_program, fit_reason, questionnaire_completed, questionnaire_completed_at
) on public.schools to scorebook_loader;

create policy "scorebook reads schools of admitted owners" on public.schools for select to scorebook_loader
using (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook adds schools of admitted owners" on public.schools for insert to scorebook_loader
with check (
    user_id in (select scorebook.admitted_owners())
    and (family_unit_id is null or family_unit_id in (select scorebook.admitted_families()))
);

create policy "scorebook changes schools of admitted owners" on public.schools for update to scorebook_loader
using (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
)
with check (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook removes schools of admitted owners" on public.schools for delete to scorebook_loader
using (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook knows whose schools an id is" on public.schools for select to scorebook_owner
using (true);

call scorebook.show_rows('public.schools', family => 'family_unit_id');
call scorebook.show_keys('public.schools');
