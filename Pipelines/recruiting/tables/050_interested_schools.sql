-- Schools that came as "interested" before anything that was said to them: they are contacted once that comes, as they would be
-- had it come with them.
create table scorebook.interested_schools (
    school_id uuid not null,
    constraint interested_schools_pkey primary key (school_id)
);

alter table scorebook.interested_schools owner to scorebook_owner;
revoke all on scorebook.interested_schools from public;
grant select, insert, delete on scorebook.interested_schools to scorebook_loader;

alter table scorebook.interested_schools enable row level security;

create policy "the loader writes" on scorebook.interested_schools to scorebook_loader
using (current_user = 'scorebook_loader') with check (current_user = 'scorebook_loader');
