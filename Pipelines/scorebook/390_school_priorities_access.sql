-- The loader reads all tiers, and writes those of the owners it has declared.
alter table scorebook.school_priorities enable row level security;

create policy "the loader reads" on scorebook.school_priorities for select to scorebook_loader
using (true);

create policy "the loader adds tiers of admitted owners" on scorebook.school_priorities for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "the loader changes tiers of admitted owners" on scorebook.school_priorities for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "the loader removes tiers of admitted owners" on scorebook.school_priorities for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));
