-- Photos are the athlete's own: nobody else sees them, not even the family.
create policy "Users can view their own photos" on public.progress_photos for select to authenticated
using (user_id = (select auth.uid()));

grant select, insert, update, delete on public.progress_photos to scorebook_loader;

create policy "scorebook reads photos of admitted owners" on public.progress_photos
for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds photos of admitted owners" on public.progress_photos
for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes photos of admitted owners" on public.progress_photos
for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes photos of admitted owners" on public.progress_photos
for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));
