-- What else the live database has in public: tables that no dataset uses, whose policies and triggers read our tables. The
-- administrator makes them; grants come from their default privileges.
create type public.recommendation_status as enum ('not_requested', 'requested', 'received', 'submitted');

create table public.family_invitations (
    id uuid not null default gen_random_uuid(),
    family_unit_id uuid not null,
    invited_by uuid not null,
    invited_email text not null,
    role text not null,
    token text not null,
    status text not null default 'pending',
    expires_at timestamp with time zone not null default (now() + '30 days'::interval),
    created_at timestamp with time zone not null default now(),
    accepted_at timestamp with time zone,
    declined_at timestamp with time zone,
    constraint family_invitations_role_check check (role in ('player', 'parent')),
    constraint family_invitations_status_check check (status in ('pending', 'accepted', 'expired', 'declined')),
    constraint family_invitations_family_unit_id_fkey foreign key (family_unit_id)
        references public.family_units (id) on delete cascade,
    constraint family_invitations_invited_by_fkey foreign key (invited_by)
        references public.users (id) on delete cascade,
    constraint family_invitations_pkey primary key (id),
    constraint family_invitations_token_key unique (token)
);

alter table public.family_invitations enable row level security;

create policy "family_invitations_delete" on public.family_invitations for delete to public
using (invited_by = auth.uid());

create policy "family_invitations_insert" on public.family_invitations for insert to public
with check (
    family_unit_id in (
        select member.family_unit_id from public.family_members as member where member.user_id = auth.uid())
    and invited_by = auth.uid());

create policy "family_invitations_select" on public.family_invitations for select to public
using (family_unit_id in (
    select member.family_unit_id from public.family_members as member where member.user_id = auth.uid()));

create policy "family_invitations_update" on public.family_invitations for update to public
using (invited_by = auth.uid());

create table public.account_links (
    id uuid not null default extensions.uuid_generate_v4(),
    parent_user_id uuid,
    player_user_id uuid,
    invited_email text not null,
    initiator_user_id uuid not null,
    initiator_role text not null,
    invitation_token uuid default extensions.uuid_generate_v4(),
    expires_at timestamp with time zone default (current_timestamp + '7 days'::interval),
    status text not null default 'pending',
    invited_at timestamp with time zone default current_timestamp,
    accepted_at timestamp with time zone,
    created_at timestamp with time zone default current_timestamp,
    updated_at timestamp with time zone default current_timestamp,
    relationship_type character varying(20),
    confirmed_at timestamp with time zone,
    constraint account_links_relationship_type_check check (
        relationship_type in ('parent-player', 'parent-parent', 'player-parent')
    ),
    constraint account_links_status_check check (
        status in ('pending', 'pending_acceptance', 'pending_confirmation', 'accepted', 'rejected', 'expired')
    ),
    constraint either_parent_or_player_null check (
        parent_user_id is not null or player_user_id is not null
    ),
    constraint account_links_initiator_user_id_fkey foreign key (initiator_user_id)
        references public.users (id) on delete cascade,
    constraint account_links_parent_user_id_fkey foreign key (parent_user_id)
        references public.users (id) on delete cascade,
    constraint account_links_player_user_id_fkey foreign key (player_user_id)
        references public.users (id) on delete cascade,
    constraint account_links_pkey primary key (id)
);

alter table public.account_links enable row level security;

create policy "Users can create invitations" on public.account_links for insert to public
with check ((auth.uid() = initiator_user_id) and ((auth.uid() = parent_user_id) or (auth.uid() = player_user_id)));

create policy "Users can delete own links" on public.account_links for delete to public
using ((auth.uid() = parent_user_id) or (auth.uid() = player_user_id));

create policy "Users can update own links" on public.account_links for update to public
using ((auth.uid() = parent_user_id) or (auth.uid() = player_user_id));

create policy "Users can view own account links" on public.account_links for select to public
using ((auth.uid() = parent_user_id) or (auth.uid() = player_user_id));

create policy "account_links_delete_parent" on public.account_links for delete to public
using (parent_user_id = auth.uid());

create policy "account_links_insert_parent" on public.account_links for insert to public
with check (parent_user_id = auth.uid());

create policy "account_links_select_own" on public.account_links for select to public
using ((parent_user_id = auth.uid()) or (player_user_id = auth.uid()));

create policy "account_links_update_parent" on public.account_links for update to public
using (parent_user_id = auth.uid());

create function public.get_linked_user_ids() returns table (user_id uuid)
language plpgsql stable
set search_path = public
as $$
begin
    return query
    select auth.uid()
    union
    select case when link.parent_user_id = auth.uid() then link.player_user_id else link.parent_user_id end
    from public.account_links as link
    where link.status = 'accepted' and auth.uid() in (link.parent_user_id, link.player_user_id);
end
$$;

create function public.is_data_owner(target_user_id uuid) returns boolean
language plpgsql security definer
set search_path = public
as $$
begin
    return target_user_id = auth.uid();
end
$$;

revoke all on function public.is_data_owner(uuid) from public, anon;

create table public.athlete_task (
    id uuid not null default gen_random_uuid(),
    athlete_id uuid not null,
    task_id uuid not null,
    status character varying(20) default 'not_started',
    completed_at timestamp with time zone,
    is_recovery_task boolean default false,
    created_at timestamp with time zone default now(),
    updated_at timestamp with time zone default now(),
    constraint athlete_task_status_check check (status in ('not_started', 'in_progress', 'completed', 'skipped')),
    constraint athlete_task_athlete_id_fkey foreign key (athlete_id)
        references public.users (id) on delete cascade,
    constraint athlete_task_task_id_fkey foreign key (task_id)
        references public.task (id) on delete cascade,
    constraint athlete_task_pkey primary key (id),
    constraint athlete_task_athlete_id_task_id_key unique (athlete_id, task_id)
);

alter table public.athlete_task enable row level security;

create policy "Athletes can delete own task records" on public.athlete_task for delete to public
using ((athlete_id = auth.uid()) and public.is_data_owner(athlete_id));

create policy "Linked users can create athlete task records" on public.athlete_task for insert to public
with check (athlete_id in (select linked.user_id from public.get_linked_user_ids() as linked));

create policy "Linked users can update athlete task status" on public.athlete_task for update to public
using (athlete_id in (select linked.user_id from public.get_linked_user_ids() as linked))
with check (athlete_id in (select linked.user_id from public.get_linked_user_ids() as linked));

create policy "Users can view own and linked athlete tasks" on public.athlete_task for select to public
using (athlete_id in (select linked.user_id from public.get_linked_user_ids() as linked));

create table public.athlete_messages (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    family_unit_id uuid,
    school_id uuid,
    coach_id uuid,
    template_slug text,
    channel text,
    program_note text,
    update_hook text,
    subject text,
    body text,
    sent_at timestamp with time zone not null default now(),
    created_by uuid,
    created_at timestamp with time zone not null default now(),
    constraint athlete_messages_coach_id_fkey foreign key (coach_id)
        references public.coaches (id) on delete set null,
    constraint athlete_messages_family_unit_id_fkey foreign key (family_unit_id)
        references public.family_units (id) on delete cascade,
    constraint athlete_messages_school_id_fkey foreign key (school_id)
        references public.schools (id) on delete set null,
    constraint athlete_messages_user_id_fkey foreign key (user_id)
        references public.users (id) on delete cascade,
    constraint athlete_messages_pkey primary key (id)
);

alter table public.athlete_messages enable row level security;

create policy "athlete_messages_delete_family" on public.athlete_messages for delete to public
using (family_unit_id in (
    select member.family_unit_id from public.family_members as member where member.user_id = auth.uid()));

create policy "athlete_messages_insert_family" on public.athlete_messages for insert to public
with check (family_unit_id in (
    select member.family_unit_id from public.family_members as member where member.user_id = auth.uid()));

create policy "athlete_messages_select_family" on public.athlete_messages for select to public
using (family_unit_id in (
    select member.family_unit_id from public.family_members as member where member.user_id = auth.uid()));

create policy "athlete_messages_update_family" on public.athlete_messages for update to public
using (family_unit_id in (
    select member.family_unit_id from public.family_members as member where member.user_id = auth.uid()))
with check (family_unit_id in (
    select member.family_unit_id from public.family_members as member where member.user_id = auth.uid()));

create trigger trg_athlete_messages_derive_family_unit_id before insert or update on public.athlete_messages
for each row execute function public.derive_family_unit_id();

create function public.validate_rec_letter_schools() returns trigger
language plpgsql
set search_path = public
as $$
begin
    new.schools_submitted_to := (
        select coalesce(array_agg(given.id order by given.position), array[]::uuid[])
        from unnest(new.schools_submitted_to) with ordinality as given (id, position)
        where exists (select 1 from public.schools as school where school.id = given.id)
    );
    return new;
end
$$;

create table public.recommendation_letters (
    id uuid not null default extensions.uuid_generate_v4(),
    user_id uuid not null,
    writer_name text not null,
    writer_title text,
    writer_email text,
    relationship text,
    requested_date date,
    due_date date,
    received_date date,
    status public.recommendation_status default 'not_requested',
    schools_submitted_to uuid[] default array[]::uuid[],
    document_id uuid,
    notes text,
    created_at timestamp with time zone default current_timestamp,
    updated_at timestamp with time zone default current_timestamp,
    family_unit_id uuid,
    constraint recommendation_letters_document_id_fkey foreign key (document_id)
        references public.documents (id) on delete set null,
    constraint recommendation_letters_family_unit_id_fkey foreign key (family_unit_id)
        references public.family_units (id) on delete cascade,
    constraint recommendation_letters_user_id_fkey foreign key (user_id)
        references public.users (id) on delete cascade,
    constraint recommendation_letters_pkey primary key (id)
);

alter table public.recommendation_letters enable row level security;

create policy "Users can create recommendation letters in their families" on public.recommendation_letters
for insert to public
with check (family_unit_id in (
    select member.family_unit_id from public.family_members as member where member.user_id = auth.uid()));

create policy "Users can delete recommendation letters in their families" on public.recommendation_letters
for delete to public
using (family_unit_id in (
    select member.family_unit_id from public.family_members as member where member.user_id = auth.uid()));

create policy "Users can update recommendation letters in their families" on public.recommendation_letters
for update to public
using (family_unit_id in (
    select member.family_unit_id from public.family_members as member where member.user_id = auth.uid()))
with check (family_unit_id in (
    select member.family_unit_id from public.family_members as member where member.user_id = auth.uid()));

create policy "Users can view recommendation letters in their families" on public.recommendation_letters
for select to public
using (family_unit_id in (
    select member.family_unit_id from public.family_members as member where member.user_id = auth.uid()));

create trigger trg_recommendation_letters_derive_family_unit_id before insert or update on public.recommendation_letters
for each row execute function public.derive_family_unit_id();

create trigger update_recommendation_letters_updated_at before update on public.recommendation_letters
for each row execute function public.update_updated_at_column();

create trigger validate_rec_letter_schools_insert before insert on public.recommendation_letters
for each row execute function public.validate_rec_letter_schools();

create trigger validate_rec_letter_schools_update before update on public.recommendation_letters
for each row execute function public.validate_rec_letter_schools();

create function public.update_follow_up_reminders_updated_at() returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
    new.updated_at := now();
    return new;
end
$$;

create table public.follow_up_reminders (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    school_id uuid,
    coach_id uuid,
    interaction_id uuid,
    reminder_type text not null,
    title text not null,
    description text,
    due_date timestamp with time zone not null,
    priority text not null default 'medium',
    is_completed boolean not null default false,
    completed_at timestamp with time zone,
    notification_sent boolean not null default false,
    created_at timestamp with time zone default current_timestamp,
    updated_at timestamp with time zone default current_timestamp,
    constraint follow_up_reminders_priority_check check (priority in ('low', 'medium', 'high')),
    constraint follow_up_reminders_reminder_type_check check (reminder_type in ('follow_up', 'deadline', 'custom')),
    constraint follow_up_reminders_coach_id_fkey foreign key (coach_id)
        references public.coaches (id) on delete set null,
    constraint follow_up_reminders_interaction_id_fkey foreign key (interaction_id)
        references public.interactions (id) on delete cascade,
    constraint follow_up_reminders_school_id_fkey foreign key (school_id)
        references public.schools (id) on delete cascade,
    constraint follow_up_reminders_user_id_fkey foreign key (user_id)
        references public.users (id) on delete cascade,
    constraint follow_up_reminders_pkey primary key (id)
);

alter table public.follow_up_reminders enable row level security;

create policy "Users can delete their own reminders" on public.follow_up_reminders for delete to public
using (auth.uid() = user_id);

create policy "Users can insert their own reminders" on public.follow_up_reminders for insert to public
with check (auth.uid() = user_id);

create policy "Users can update their own reminders" on public.follow_up_reminders for update to public
using (auth.uid() = user_id);

create policy "Users can view their own reminders" on public.follow_up_reminders for select to public
using (auth.uid() = user_id);

create trigger update_follow_up_reminders_updated_at_trigger before update on public.follow_up_reminders
for each row execute function public.update_follow_up_reminders_updated_at();

create table public.device_tokens (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    token text not null,
    platform text not null default 'ios',
    created_at timestamp with time zone not null default now(),
    updated_at timestamp with time zone not null default now(),
    constraint device_tokens_user_id_fkey foreign key (user_id)
        references auth.users (id) on delete cascade,
    constraint device_tokens_pkey primary key (id),
    constraint device_tokens_user_id_token_key unique (user_id, token)
);

alter table public.device_tokens enable row level security;

create policy "device_tokens: users manage own" on public.device_tokens for all to public
using (auth.uid() = user_id)
with check (auth.uid() = user_id);

-- A copy that somebody left behind: closed to all but its owner.
create table public.schools_backup_pre_family as select * from public.schools;
alter table public.schools_backup_pre_family enable row level security;
