-- Where rows came from, in blocks: element n of keys was written by record n of records, and what was written hashes to
-- hashes[n]. Arrays are stored uncompressed: keys and hashes are random bytes.
create table scorebook.lineage (
    unit_id bigint not null,
    table_name text not null,
    owner uuid,
    columns text[] not null,
    keys uuid[] not null,
    hashes bigint[] not null,
    records integer[] not null,
    constraint lineage_unit_id_fkey foreign key (unit_id) references scorebook.units (id) on delete cascade,
    constraint lineage_lengths_check check (
        cardinality(keys) = cardinality(hashes) and cardinality(keys) = cardinality(records)
    )
);

alter table scorebook.lineage alter column keys set storage external;
alter table scorebook.lineage alter column hashes set storage external;
alter table scorebook.lineage alter column records set storage external;
create index lineage_table_owner on scorebook.lineage using btree (table_name, owner);
create index lineage_unit_id on scorebook.lineage using btree (unit_id);

alter table scorebook.lineage owner to scorebook_owner;
revoke all on scorebook.lineage from public;
grant select, insert, delete on scorebook.lineage to scorebook_loader;
