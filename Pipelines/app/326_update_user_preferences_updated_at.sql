create function public.update_user_preferences_updated_at() returns trigger
language plpgsql
set search_path = public
as $$
begin
    new.updated_at := now();
    return new;
end
$$;
