import Foundation
internal import Postgres
import Synchronization

/// Databases that one test uses after another: to copy the template takes longer than most tests need.
///
/// They are for tests that change rows and nothing else; each gets them with the template's rows, all of them and no
/// other.
enum Stock {
    private static let idle = Mutex<[String]>([])
    private static let uses = Mutex<[String: Int]>([:])
    /// Every load makes temporary tables, and what is left of them in the catalogue makes the next ones slower.
    private static let mostUses = 40

    /// A database that nobody else has until it is given back.
    static func take() throws -> String {
        guard let name = idle.withLock({ $0.popLast() }) else { return try Server.makeDatabase(from: template) }
        let connection = try Server.superuser(name)
        // A session may outlive its program, and its test, by a moment.
        while try connection.value(others) != nil { usleep(5_000) }
        _ = try connection.rows("select original.restore()")
        return name
    }

    private static let others = """
        select pg_catalog.pg_terminate_backend(pid) from pg_catalog.pg_stat_activity
        where datname = pg_catalog.current_database() and pid <> pg_catalog.pg_backend_pid()
            and backend_type = 'client backend'
        """

    static func giveBack(_ name: String) {
        let count = uses.withLock { counts in
            counts[name, default: 0] += 1
            return counts[name] ?? 0
        }
        if count < mostUses { idle.withLock { $0.append(name) } } else { Server.drop(name) }
    }

    /// The template with a copy of all its rows beside them.
    private static let template: String = {
        do {
            let name = try Server.makeDatabase(from: Server.template)
            let connection = try Server.superuser(name)
            try connection.run(original)
            try Server.close(connection, Server.superuser())
            return name
        } catch {
            preconditionFailure("the proofs need databases to use again: \(error)")
        }
    }()

    private static let original = """
        create schema original;
        create table original.tables as
        select format('%I.%I', nspname, relname) as name, format('original.%I', nspname || '.' || relname) as copy,
            (
                select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
                where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
            ) as columns, true as is_empty, '' as rows
        from pg_catalog.pg_class as class join pg_catalog.pg_namespace as space on space.oid = relnamespace
        where relkind = 'r' and nspname !~ '^pg_' and nspname not in ('information_schema', 'original');

        -- Which rows a table has, and in which versions, without their contents.
        create function original.rows(name text) returns text language plpgsql as $$
        declare
            found text;
        begin
            execute format(
                'select count(*) || '' '' || coalesce(sum(hashtext(ctid::text || xmin)::bigint), 0) from %s', name)
                into found;
            return found;
        end $$;

        create function original.shape() returns text language sql as $$
            with spaces as (
                select oid from pg_catalog.pg_namespace where nspname !~ '^pg_' and nspname <> 'original'
            ), objects (tag) as (
                select oid || coalesce(relacl::text, '') from pg_catalog.pg_class where relnamespace in (table spaces)
                union all
                select oid || ' ' || xmin from pg_catalog.pg_proc where pronamespace in (table spaces)
                union all
                select oid || ' ' || xmin from pg_catalog.pg_constraint where connamespace in (table spaces)
                union all
                select oid || ' ' || xmin from pg_catalog.pg_trigger
                union all
                select oid || ' ' || xmin from pg_catalog.pg_policy
            )
            select md5(string_agg(tag, ',' order by tag)) from objects
        $$;

        do $$
        declare
            stored record;
            count bigint;
        begin
            for stored in select * from original.tables loop
                execute format('create table %s as select %s from %s', stored.copy, stored.columns, stored.name);
                get diagnostics count = row_count;
                update original.tables set is_empty = count = 0, rows = original.rows(name) where name = stored.name;
            end loop;
            create table original.known (shape text);
            insert into original.known select original.shape();
        end $$;

        create function original.restore() returns void language plpgsql
        -- Neither triggers nor foreign keys: a superuser's right.
        set session_replication_role = replica
        as $$
        declare
            stored record;
        begin
            if original.shape() <> (select shape from original.known) then
                raise exception 'a test that changes more than rows needs a new database';
            end if;
            -- A table without a page has no row.
            for stored in
                select * from original.tables
                where not is_empty or pg_catalog.pg_relation_size(name::pg_catalog.regclass) > 0
            loop
                continue when original.rows(stored.name) = stored.rows;
                execute format('delete from %s', stored.name);
                continue when stored.is_empty;
                execute format('insert into %s (%s) overriding system value select %s from %s',
                    stored.name, stored.columns, stored.columns, stored.copy);
                update original.tables set rows = original.rows(name) where name = stored.name;
            end loop;
        end $$;
        """
}
