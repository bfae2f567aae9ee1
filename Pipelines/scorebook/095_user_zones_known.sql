-- An unknown zone would make every row fail whose day is computed.
alter table scorebook.user_zones
add constraint user_zones_zone_check check ((timestamp with time zone 'epoch' at time zone zone) is not null) not valid;
