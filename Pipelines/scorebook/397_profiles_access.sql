-- What formats look like is compared across owners, of whom nothing is in it.
alter table scorebook.profiles enable row level security;

create policy "the loader reads" on scorebook.profiles for select to scorebook_loader
using (current_user = 'scorebook_loader');

create policy "the loader adds" on scorebook.profiles for insert to scorebook_loader
with check (current_user = 'scorebook_loader');
