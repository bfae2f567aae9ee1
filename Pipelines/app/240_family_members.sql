create table public.family_members (
    id uuid not null default gen_random_uuid(),
    family_unit_id uuid not null,
    user_id uuid not null,
    role character varying(20) not null,
    added_at timestamp with time zone default now(),
    constraint family_members_pkey primary key (id),
    constraint family_members_family_unit_id_user_id_key unique (family_unit_id, user_id),
    constraint family_members_role_check check (((role)::text = any (array[('player'::character varying)::text, ('parent'::character varying)::text]))),
    constraint family_members_family_unit_id_fkey foreign key (family_unit_id) references public.family_units (id) on delete cascade,
    constraint family_members_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade
);

create index idx_family_members_family_unit_id on public.family_members using btree (family_unit_id);
create index idx_family_members_user_id on public.family_members using btree (user_id);
create unique index idx_player_one_family on public.family_members using btree (user_id) where ((role)::text = 'player'::text);

comment on table public.family_members is 'Maps users to family units';
comment on column public.family_members.role is 'Role in family: player (1 per family) or parent (N per family)';

alter table public.family_members enable row level security;
grant all on public.family_members to anon, authenticated, service_role;
