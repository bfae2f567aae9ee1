-- What the platform has around the app: the administrator owns none of it.
create function storage.foldername(name text) returns text[]
language sql immutable
return (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1];

alter function storage.foldername(text) owner to supabase_storage_admin;

create policy "Family can upload athlete profile photos" on storage.objects for insert to authenticated
with check (
    bucket_id = 'profile-photos' and (storage.foldername(name))[1] ~ '^[0-9a-fA-F-]{36}$'
    and public.can_access_family_player_prefs(((storage.foldername(name))[1])::uuid)
);

create policy "Family can delete athlete profile photos" on storage.objects for delete to authenticated
using (
    bucket_id = 'profile-photos' and (storage.foldername(name))[1] ~ '^[0-9a-fA-F-]{36}$'
    and public.can_access_family_player_prefs(((storage.foldername(name))[1])::uuid)
);

-- It casts to a label that is gone: no row comes of it, and nobody hears why.
create function public.handle_new_user() returns trigger
language plpgsql security definer
set search_path = public
as $$
begin
    insert into public.users (id, email, role) values (new.id, new.email, 'student'::public.user_role);
    return new;
exception when others then
    return new;
end
$$;

alter function public.handle_new_user() owner to postgres;
revoke all on function public.handle_new_user() from public, anon, authenticated;

create trigger on_auth_user_created after insert on auth.users
for each row execute function public.handle_new_user();

create publication supabase_realtime
for table public.performance_metrics, public.interactions, public.notifications, public.offers;
alter publication supabase_realtime owner to postgres;
