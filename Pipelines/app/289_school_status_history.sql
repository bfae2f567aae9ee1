create table public.school_status_history (
    id uuid not null default gen_random_uuid(),
    school_id uuid not null,
    previous_status character varying(50),
    new_status character varying(50) not null,
    changed_by uuid,
    changed_at timestamp with time zone not null default now(),
    notes text,
    created_at timestamp with time zone default now(),
    constraint school_status_history_pkey primary key (id),
    constraint school_status_history_changed_by_fkey foreign key (changed_by) references auth.users (id) on delete set null,
    constraint school_status_history_school_id_fkey foreign key (school_id) references public.schools (id) on delete cascade
);

create index idx_school_status_history_changed_at on public.school_status_history using btree (changed_at desc);
create index idx_school_status_history_changed_by on public.school_status_history using btree (changed_by);
create index idx_school_status_history_new_status on public.school_status_history using btree (new_status);
create index idx_school_status_history_school_id on public.school_status_history using btree (school_id);

comment on table public.school_status_history is 'Audit trail of school status changes for Story 3.4';
comment on column public.school_status_history.previous_status is 'Previous status value (nullable for first entry)';
comment on column public.school_status_history.new_status is 'New status value after change';
comment on column public.school_status_history.changed_by is 'User ID who made the status change';
comment on column public.school_status_history.changed_at is 'When the status change occurred';
comment on column public.school_status_history.notes is 'Optional notes explaining the status change';

alter table public.school_status_history enable row level security;
grant all on public.school_status_history to anon, authenticated, service_role;
