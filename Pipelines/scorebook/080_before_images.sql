-- What a changed row held before: for rollback, kept 90 days.
create table scorebook.before_images (
    unit_id bigint not null,
    table_name text not null,
    key uuid not null,
    owner uuid,
    record integer not null,
    columns jsonb not null,
    written_hash bigint not null,
    created_at timestamp with time zone not null default now(),
    constraint before_images_pkey primary key (unit_id, table_name, key),
    constraint before_images_unit_id_fkey foreign key (unit_id) references scorebook.units (id) on delete cascade
);

create index before_images_owner on scorebook.before_images using btree (owner);

alter table scorebook.before_images owner to scorebook_owner;
revoke all on scorebook.before_images from public;
grant select, insert, delete on scorebook.before_images to scorebook_loader;
