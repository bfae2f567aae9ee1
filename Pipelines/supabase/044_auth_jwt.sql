create function auth.jwt() returns jsonb
language sql stable
as $$
    select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}'::jsonb)
$$;

alter function auth.jwt() owner to supabase_auth_admin;
