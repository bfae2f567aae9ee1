create function public.family_unit_created_by(p_family_unit_id uuid) returns uuid
language sql stable security definer
set search_path = public
as $$
    select family.created_by_user_id from public.family_units as family where family.id = p_family_unit_id
$$;

revoke all on function public.family_unit_created_by(uuid) from public, anon;
