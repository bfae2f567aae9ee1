-- An import changes who a user is only in a migration: role, administrator's rights, a guardian's consent. Other files are
-- rejected before they come here.
create function scorebook.guard_users() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    if current_user = 'scorebook_loader' and coalesce(current_setting('scorebook.ownership', true), '') <> 'payload' then
        raise exception 'only a migration sets role, is_admin, is_preview_mode and guardian_consent'
            using errcode = 'insufficient_privilege';
    end if;
    return new;
end
$$;

revoke all on function scorebook.guard_users() from public;

create trigger scorebook_guard_users before update on public.users
for each row
when (
    (old.role, old.is_admin, old.is_preview_mode, old.guardian_consent_at, old.guardian_consent_by,
        old.guardian_consent_terms_version)
    is distinct from
    (new.role, new.is_admin, new.is_preview_mode, new.guardian_consent_at, new.guardian_consent_by,
        new.guardian_consent_terms_version)
)
execute function scorebook.guard_users();
