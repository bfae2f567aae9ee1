-- Rows of admitted owners and their families, for comparing with what a file holds. The view runs with the rights of its owner,
-- whose policy is plain `true`: through the app's own policies the planner assumes a scan of family_members per row.
create procedure scorebook.show_rows(relation regclass, owner name default 'user_id', family name default null)
language plpgsql
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    view constant text := (select format('scorebook.%I', relname || '_rows') from pg_class where oid = relation);
begin
    -- Of rows of a family or an owner the planner hashes both lists; those of an owner alone are found by the index.
    execute format('grant select on %s to scorebook_owner', relation);
    execute format(
        'create view %s with (security_barrier = true) as select kept.* from %s as kept where %s', view, relation,
        case
            when family is null then format('kept.%I = any (array(select scorebook.admitted_owners()))', owner)
            else format(
                'kept.%I in (select scorebook.admitted_owners()) or kept.%I in (select scorebook.admitted_families())',
                owner, family)
        end);
    execute format('alter view %s owner to scorebook_owner', view);
    execute format('revoke all on %s from public', view);
    execute format('grant select on %s to scorebook_loader', view);
end
$$;

revoke all on procedure scorebook.show_rows(regclass, name, name) from public;
