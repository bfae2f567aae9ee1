-- A player below 18 belongs to a family already, or holds a live invitation to one; asked at every write of the row.
create function public.enforce_minor_requires_invite() returns trigger
language plpgsql
as $$
declare
    is_invited boolean := false;
begin
    if new.role <> 'player'::public.user_role
        or new.date_of_birth is null
        or new.date_of_birth <= (current_date - interval '18 years')::date
    then
        return new;
    end if;
    if exists (select 1 from public.family_members as member where member.user_id = new.id) then
        return new;
    end if;
    -- Invitations are another part of the app, which need not be here.
    if to_regclass('public.family_invitations') is not null then
        execute
            'select exists (select 1 from public.family_invitations as invitation'
            ' where lower(invitation.invited_email) = lower($1) and invitation.role = ''player'''
            ' and invitation.status in (''pending'', ''accepted'') and invitation.expires_at > now())'
        into is_invited
        using new.email;
    end if;
    if not is_invited then
        raise exception 'players below 18 need an invitation from their family' using errcode = 'check_violation';
    end if;
    return new;
end
$$;
