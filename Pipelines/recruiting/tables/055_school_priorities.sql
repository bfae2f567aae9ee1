-- Tiers of schools: A top choice, B strong interest, C fallback. The app's own table had them until March 2026. A school has one at
-- most, of the school's owner.
create table public.school_priorities (
    id uuid not null,
    school_id uuid not null,
    user_id uuid not null,
    priority_tier text not null,
    created_at timestamp with time zone not null default current_timestamp,
    constraint school_priorities_pkey primary key (id),
    constraint school_priorities_school_id_key unique (school_id),
    constraint school_priorities_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint school_priorities_school_id_fkey foreign key (school_id) references public.schools (id) on delete cascade,
    constraint school_priorities_tier_check check (priority_tier in ('A', 'B', 'C'))
);

create index school_priorities_user_id on public.school_priorities using btree (user_id);

alter table public.school_priorities enable row level security;
