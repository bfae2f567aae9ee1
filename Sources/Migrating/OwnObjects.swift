internal import Postgres

/// What is ours in a database, as the catalogue has it: a row for each fact, with the statement that makes it so again.
///
/// ```
/// schemas scorebook and summary           all that is in them
/// tables, views, functions elsewhere      those that `schema up` has made
/// the app's tables                        policies and triggers named `scorebook...`, grants to our roles
/// ```
///
/// There is no list to keep: what `schema up` has made is what was not there before.
enum OwnObjects {
    /// What the catalogue has now, of what is recorded as ours.
    static var query: String { facts(known: recorded) }

    /// Remembers what is there before anything is made; for the transaction. What lies in the schema given is to be moved.
    static func begin(moving schema: String) -> SQL {
        let moved: SQL = "pg_catalog.to_regnamespace(nullif(\(literal: schema), ''))::oid"
        return """
            create temporary table if not exists scorebook_before (oid oid not null) on commit drop;
            delete from pg_temp.scorebook_before;
            insert into pg_temp.scorebook_before
            select c.oid from pg_catalog.pg_class as c where c.relnamespace is distinct from \(moved)
            union all
            select p.oid from pg_catalog.pg_proc as p
            union all
            select t.oid from pg_catalog.pg_trigger as t;

            """
    }

    /// Records what is ours now, but leaves as it was recorded what had drifted before.
    static func record(keeping drifted: [SchemaDrift]) -> String {
        let kept = drifted.map { drift -> SQL in
            """
            insert into pg_temp.scorebook_drift values (
                \(literal: drift.kind), \(literal: drift.object), \(literal: drift.name), \(literal: drift.found));

            """
        }
        let table: SQL =
            "create temporary table scorebook_drift (kind text, object text, name text, value text) on commit drop;\n"
        return (table + kept.joined(separator: "")).description + record
    }

    /// Makes views and conditions of triggers once more from their own definitions: the server spells a definition in
    /// another way when it has read its own spelling, as a restored database does, and keeps to that.
    private static let respelt = """
        do $$
        declare
            made record;
        begin
            for made in
                select c.oid::pg_catalog.regclass as name, pg_catalog.array_to_string(c.reloptions, ', ') as options,
                    pg_catalog.pg_get_viewdef(c.oid) as definition
                from pg_catalog.pg_class as c
                join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
                where c.relkind = 'v' and n.nspname in ('public', 'scorebook', 'summary')
                    and c.oid not in (select oid from pg_temp.scorebook_before)
            loop
                execute pg_catalog.format('create or replace view %s%s as %s', made.name,
                    ' with (' || made.options || ')', made.definition);
            end loop;
            for made in
                select pg_catalog.pg_get_triggerdef(t.oid) as definition
                from pg_catalog.pg_trigger as t
                where not t.tgisinternal and t.tgqual is not null and t.tgname like 'scorebook%'
                    and t.oid not in (select oid from pg_temp.scorebook_before)
            loop
                execute pg_catalog.regexp_replace(made.definition, '^CREATE', 'CREATE OR REPLACE');
            end loop;
        end
        $$;

        """

    /// Records what is ours now; facts that had drifted before and still do keep their old record.
    private static var record: String {
        """
        \(respelt)
        create temporary table scorebook_facts on commit drop as
        \(facts(known: recorded + "\nunion all\n" + made));
        -- Drifted before, and as it was then: not made so by us.
        delete from pg_temp.scorebook_facts as fact
        using pg_temp.scorebook_drift as drift
        where drift.value is not null and (drift.kind, drift.object, drift.name) = (fact.kind, fact.object, fact.name)
            and drift.value = fact.value;
        insert into pg_temp.scorebook_facts
        select old.position, old.kind, old.object, old.name, old.value, old.repair, old.roles, old.is_ours
        from scorebook.schema_facts as old
        join pg_temp.scorebook_drift as drift
            on (drift.kind, drift.object, drift.name) = (old.kind, old.object, old.name)
        where not exists (
            select from pg_temp.scorebook_facts as fact
            where (fact.kind, fact.object, fact.name) = (old.kind, old.object, old.name)
        );

        delete from scorebook.schema_facts;
        insert into scorebook.schema_facts (position, kind, object, name, value, repair, roles, is_ours)
        select position, kind, object, name, value, repair, roles, is_ours from pg_temp.scorebook_facts;
        drop table pg_temp.scorebook_facts;
        drop table pg_temp.scorebook_drift;

        """
    }

    private static let recorded = """
        select fact.object from scorebook.schema_facts as fact where fact.kind in ('table', 'view', 'function')
        """

    private static let made = """
        select pg_catalog.format('%I.%I', n.nspname, c.relname)
        from pg_catalog.pg_class as c
        join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
        where c.oid not in (select oid from pg_temp.scorebook_before) and n.nspname !~ '^pg_'
        union all
        select p.oid::regprocedure::text
        from pg_catalog.pg_proc as p
        join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
        where p.oid not in (select oid from pg_temp.scorebook_before) and n.nspname !~ '^pg_'
        """

    private static func facts(known: String) -> String {
        """
        with known (object) as (
        \(known)
        ),
        \(subjects),
        facts (position, kind, object, name, value, repair, roles, is_ours) as (
        \([server, schemas, relations, columns, functions, views, indexes, constraints, policies, triggers, grants]
            .joined(separator: "\nunion all\n"))
        )
        select position, kind, object, name, value, repair, roles, is_ours from facts
        """
    }
}
