-- Whom to believe first where several devices counted the same steps: the least number. A source whose name fits no
-- pattern comes last; among equals the name decides, so that every reading of the data finds the same sum.
create table scorebook.health_sources (
    pattern text not null,
    priority integer not null,
    about text not null,
    constraint health_sources_pkey primary key (pattern)
);

insert into scorebook.health_sources (pattern, priority, about)
values
    ('%watch%', 10, 'A watch is worn all day'),
    ('%garmin%', 20, 'Watches and bands'),
    ('%fitbit%', 20, 'Watches and bands'),
    ('%oura%', 30, 'A ring'),
    ('%whoop%', 30, 'A band'),
    ('%samsung%', 40, 'Watch or telephone'),
    ('%phone%', 50, 'A telephone lies on the table at times'),
    ('%', 90, 'Everything else');

alter table scorebook.health_sources owner to scorebook_owner;
revoke all on scorebook.health_sources from public;
grant select on scorebook.health_sources to scorebook_loader;

alter table scorebook.health_sources enable row level security;

create policy "the loader reads" on scorebook.health_sources for select to scorebook_loader
using (current_user = 'scorebook_loader');
