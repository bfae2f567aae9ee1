-- Where an athlete lives whom the app's four time zones do not cover.
create table scorebook.user_zones (
    user_id uuid not null,
    zone text not null,
    constraint user_zones_pkey primary key (user_id)
);

alter table scorebook.user_zones owner to scorebook_owner;
revoke all on scorebook.user_zones from public;
grant select on scorebook.user_zones to scorebook_loader;
