-- Players below 13 have no account.
create function public.enforce_minimum_age() returns trigger
language plpgsql
as $$
begin
    if new.role = 'player'::public.user_role
        and new.date_of_birth is not null
        and new.date_of_birth > (current_date - interval '13 years')::date
    then
        raise exception 'players must be at least 13 years old' using errcode = 'check_violation';
    end if;
    return new;
end
$$;
