-- What ids of rows are hashed with whose source has none: with it an id shows neither whose the row is nor of when. A file
-- gives the same ids again as long as the secret stays; a dump keeps it. Its 32 bytes are of 244 random bits.
create table scorebook.identity_key (
    is_only boolean not null default true,
    secret bytea not null,
    constraint identity_key_pkey primary key (is_only),
    constraint identity_key_only_check check (is_only),
    constraint identity_key_length_check check (length(secret) = 32)
);

insert into scorebook.identity_key (secret)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

alter table scorebook.identity_key owner to scorebook_owner;
revoke all on scorebook.identity_key from public;
grant select on scorebook.identity_key to scorebook_loader;

-- With another secret a file that is loaded would be loaded again as other rows.
create function scorebook.keep_secret() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    if exists (select from scorebook.lineage) then
        raise exception using
            errcode = 'object_not_in_prerequisite_state',
            message = 'the ids of loaded rows were made with the secret in scorebook.identity_key',
            hint = 'With another one the same files would be loaded again, as other rows.';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end
$$;

alter function scorebook.keep_secret() owner to scorebook_owner;
revoke all on function scorebook.keep_secret() from public;

create trigger keep_changed_secret before update on scorebook.identity_key
for each row when (old.secret is distinct from new.secret) execute function scorebook.keep_secret();

create trigger keep_deleted_secret before delete on scorebook.identity_key
for each row execute function scorebook.keep_secret();
