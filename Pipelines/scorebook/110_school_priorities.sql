-- The tiers A (top choice), B (strong interest), C (fallback), which the app's table no longer has.
create table scorebook.school_priorities (
    school_id uuid not null,
    user_id uuid not null,
    tier text not null,
    constraint school_priorities_pkey primary key (school_id),
    constraint school_priorities_tier_check check (tier in ('A', 'B', 'C'))
);

create index school_priorities_user_id on scorebook.school_priorities using btree (user_id);

alter table scorebook.school_priorities owner to scorebook_owner;
revoke all on scorebook.school_priorities from public;
grant select, insert, update, delete on scorebook.school_priorities to scorebook_loader;
