-- What a sample can measure, in which unit it is kept, and whether several of a day add up. Others are legal: they are kept
-- in the unit that their source gives. Its rows are those of measures/.
create table scorebook.health_types (
    type text not null,
    label text not null,
    unit text not null,
    day_value text not null,
    constraint health_types_pkey primary key (type),
    constraint health_types_day_value_check check (day_value in ('sum', 'reading'))
);

alter table scorebook.health_types owner to scorebook_owner;
revoke all on scorebook.health_types from public;
grant select on scorebook.health_types to scorebook_loader;

alter table scorebook.health_types enable row level security;

create policy "the loader reads" on scorebook.health_types for select to scorebook_loader
using (current_user = 'scorebook_loader');
