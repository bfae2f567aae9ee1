-- On a database of Scorebook's own only the loader needs temporary tables.
do $$
begin
    execute pg_catalog.format('revoke temporary on database %I from public', pg_catalog.current_database());
end
$$;
