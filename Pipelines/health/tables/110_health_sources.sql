-- Whom to believe first where several devices counted the same steps: the least number. A pattern is one of the source's name
-- or of the device's own description; a source that fits none comes last. Among equals the name decides, so that every
-- reading of the data finds the same sum. A watch's app writes to Apple Health under its own name.
create table scorebook.health_sources (
    pattern text not null,
    priority integer not null,
    kind text not null,
    about text not null,
    constraint health_sources_pkey primary key (pattern)
);

insert into scorebook.health_sources (pattern, priority, kind, about)
values
    ('%watch%', 10, 'watch', 'Worn all day'),
    ('%garmin%', 20, 'watch', 'Watches and bands'),
    ('connect', 20, 'watch', 'Garmin Connect, as it calls itself in Apple Health'),
    ('coros%', 20, 'watch', 'The app of the watches'),
    ('polar%', 20, 'watch', 'Polar Flow and Polar Beat'),
    ('suunto%', 20, 'watch', 'The app of the watches'),
    ('zepp%', 20, 'watch', 'The app of Amazfit'),
    ('amazfit%', 20, 'watch', 'Watches and bands'),
    ('huawei health%', 20, 'watch', 'The app of the watches'),
    ('%fitbit%', 20, 'watch', 'Watches and bands'),
    ('%oura%', 30, 'ring', 'A ring'),
    ('%whoop%', 30, 'band', 'A band'),
    ('%samsung%', 40, 'other', 'Watch or telephone'),
    ('%phone%', 50, 'telephone', 'Lies on the table at times'),
    ('%', 90, 'other', 'Everything else');

alter table scorebook.health_sources owner to scorebook_owner;
revoke all on scorebook.health_sources from public;
grant select on scorebook.health_sources to scorebook_loader;

alter table scorebook.health_sources enable row level security;

create policy "the loader reads" on scorebook.health_sources for select to scorebook_loader
using (current_user = 'scorebook_loader');
