-- What a changed row held before: for rollback, until the retention removes it (scorebook.purge).
-- Of a row that the source no longer has, and that the unit deleted, columns is the whole row.
-- columns is null where the unit that inserted the row was rolled back first: the row then counts as inserted by this unit,
-- and unmanaged_hash is the hash of the row's other columns (unmanaged_columns) after the insert.
create table scorebook.before_images (
    unit_id bigint not null,
    table_name text not null,
    key uuid not null,
    owner uuid,
    record integer not null,
    columns jsonb,
    unmanaged_columns text[],
    unmanaged_hash bigint,
    written_hash bigint not null,
    is_deleted boolean not null default false,
    created_at timestamp with time zone not null default now(),
    constraint before_images_pkey primary key (unit_id, table_name, key),
    constraint before_images_unit_id_fkey foreign key (unit_id) references scorebook.units (id) on delete cascade
        deferrable initially deferred
);

create index before_images_owner on scorebook.before_images using btree (owner);

alter table scorebook.before_images owner to scorebook_owner;
revoke all on scorebook.before_images from public;
grant select, insert, delete on scorebook.before_images to scorebook_loader;
