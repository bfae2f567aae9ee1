-- Every tombstone may be read; only those of declared owners may be written.
alter table scorebook.erasures enable row level security;

create policy "the loader asks for tombstones" on scorebook.erasures for select to scorebook_loader
using (true);

create policy "the loader writes tombstones of admitted owners" on scorebook.erasures for insert to scorebook_loader
with check (
    owner_sha256 in (select sha256(convert_to(owner::text, 'UTF8')) from scorebook.admitted_owners() as owner)
);

create policy "the loader changes tombstones of admitted owners" on scorebook.erasures for update to scorebook_loader
using (owner_sha256 in (select sha256(convert_to(owner::text, 'UTF8')) from scorebook.admitted_owners() as owner))
with check (
    owner_sha256 in (select sha256(convert_to(owner::text, 'UTF8')) from scorebook.admitted_owners() as owner)
);
