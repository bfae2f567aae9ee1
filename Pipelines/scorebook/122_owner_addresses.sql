-- Confirmed addresses of the accounts that files were loaded for: an erasure looks for them in the text of files with several
-- people. No role reads or writes it; scorebook.note_addresses adds to it.
create table scorebook.owner_addresses (
    owner uuid not null,
    address text not null,
    constraint owner_addresses_pkey primary key (owner, address)
);

alter table scorebook.owner_addresses owner to scorebook_owner;
alter table scorebook.owner_addresses enable row level security;
revoke all on scorebook.owner_addresses from public;
