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
