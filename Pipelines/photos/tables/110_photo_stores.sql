-- Which folder of files belongs to this database: the folder holds the same id, and a folder of another database's is
-- refused, since its files would be orphans here.
create table scorebook.photo_stores (
    id uuid not null default gen_random_uuid(),
    created_at timestamp with time zone not null default current_timestamp,
    constraint photo_stores_pkey primary key (id)
);

insert into scorebook.photo_stores default values;

alter table scorebook.photo_stores owner to scorebook_owner;
revoke all on scorebook.photo_stores from public;
grant select on scorebook.photo_stores to scorebook_loader;

alter table scorebook.photo_stores enable row level security;

create policy "the loader reads" on scorebook.photo_stores for select to scorebook_loader
using (current_user = 'scorebook_loader');
