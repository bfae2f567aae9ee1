-- scorebook_owner owns what is ours and cannot log in. scorebook_loader logs in, owns nothing, and sees of the app's rows
-- what its policies admit; it gets its password, where the server wants one, from the operator.
do $$
begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'scorebook_owner') then
        create role scorebook_owner nologin noinherit nobypassrls;
    end if;
    if not exists (select from pg_catalog.pg_roles where rolname = 'scorebook_loader') then
        create role scorebook_loader login noinherit nobypassrls;
    end if;
    -- Who makes objects for another role must have its rights and may give them to it, and runs as the loader; a superuser
    -- has all. From 16 on, these are options of a membership, which who makes a role has without them.
    if pg_catalog.current_setting('server_version_num')::integer >= 160000 then
        if not pg_catalog.pg_has_role(current_user, 'scorebook_owner', 'usage')
            or not pg_catalog.pg_has_role(current_user, 'scorebook_owner', 'set')
        then
            execute pg_catalog.format('grant scorebook_owner to %I with inherit true, set true', current_user);
        end if;
        if not pg_catalog.pg_has_role(current_user, 'scorebook_loader', 'set') then
            execute pg_catalog.format('grant scorebook_loader to %I with inherit false, set true', current_user);
        end if;
    else
        if not pg_catalog.pg_has_role(current_user, 'scorebook_owner', 'usage') then
            execute pg_catalog.format('grant scorebook_owner to %I', current_user);
        end if;
        if not pg_catalog.pg_has_role(current_user, 'scorebook_loader', 'member') then
            execute pg_catalog.format('grant scorebook_loader to %I', current_user);
        end if;
    end if;
    execute pg_catalog.format(
        'grant connect, temporary on database %I to scorebook_loader', pg_catalog.current_database());
end
$$;

grant usage on schema public to scorebook_owner, scorebook_loader;
