-- PostgREST hands over the claims of the request's token, older versions each claim for itself.
create function auth.uid() returns uuid
language sql stable
as $$
    select coalesce(
        nullif(current_setting('request.jwt.claim.sub', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
    )::uuid
$$;

alter function auth.uid() owner to supabase_auth_admin;
