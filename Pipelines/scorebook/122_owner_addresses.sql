-- Confirmed addresses of the accounts that files were loaded for: an erasure looks for them in the text of files with several
-- people, and for folders that bear them. No role reads or writes it but by scorebook.note_addresses, noted_addresses and
-- forget_addresses.
create table scorebook.owner_addresses (
    owner uuid not null,
    address text not null,
    constraint owner_addresses_pkey primary key (owner, address)
);

alter table scorebook.owner_addresses owner to scorebook_owner;
alter table scorebook.owner_addresses enable row level security;
revoke all on scorebook.owner_addresses from public;
