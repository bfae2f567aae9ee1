internal import CPostgres

extension Connection {
    /// The error that a result carries.
    func refusal(_ result: OpaquePointer) -> DatabaseError {
        guard let fields = ServerFields(result) else { return clientFailure() }
        let error = DatabaseError(server: fields, wasCancelled: cancel.wasRequested)
        return error
    }

    /// An error that the client library noticed itself: no SQLSTATE, so it is the connection or the call.
    ///
    /// Its text is replaced where it is not about the connection: it might quote a parameter.
    func clientFailure() -> DatabaseError {
        if PQstatus(handle) == CONNECTION_BAD {
            return DatabaseError(.connectionLost, "the connection to \(description) was lost")
        }
        let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        if text.contains("another command is already in progress") { return Self.isBusy }
        isOutOfStep = true
        if text.contains("out of memory") { return DatabaseError(.outOfMemory, "the client library is out of memory") }
        return DatabaseError(.connectionLost, "the connection to \(description) gave no answer, and is given up")
    }

    static let isBusy = DatabaseError(.usage, "a statement was sent while the result of another was being read")

    func checkAlive() throws(DatabaseError) {
        guard isAlive else { throw clientFailure() }
    }
}

/// What gives a missing privilege.
///
/// The server says `permission denied for function get_user_family_ids`: which of the schemas' functions that is, and who
/// has no right on it, stands in the catalogue.
extension Connection {
    /// The same error with the GRANT statements that solve it, where privileges are missing and no transaction is in the
    /// way of asking.
    public func explained(_ error: DatabaseError) -> DatabaseError {
        guard error.sqlstate == "42501", error.grants.isEmpty, isAlive, !isInTransaction, !isExplaining else {
            return error
        }
        isExplaining = true
        defer { isExplaining = false }
        let words = error.message.split(separator: " ").map { $0.filter { $0 != "\"" } }
        var explained = error
        explained.grants = (try? values(Self.missingPrivileges(words))) ?? []
        return explained
    }

    /// Objects that the message names, on which this session's role or the owner of scorebook's views has no privilege.
    ///
    /// What a role needs on a table are the commands that its policies are for; a role without policies reads.
    private static func missingPrivileges(_ words: [String]) -> SQL {
        let words: SQL = "\(bind: words)::text[]"
        return """
            with asker as (
                select oid, rolname from pg_catalog.pg_roles where rolname in (current_user, \(bind: EmbeddedCluster.owner))
            ), wanted as (
                select class.oid, asker.oid as role, asker.rolname, command.word, command.place
                from pg_catalog.pg_class as class
                cross join asker
                join (values (1, 'r', 'select'), (2, 'a', 'insert'), (3, 'w', 'update'), (4, 'd', 'delete'))
                    as command (place, letter, word) on exists (
                        select from pg_catalog.pg_policy as policy
                        where policy.polrelid = class.oid and asker.oid = any (policy.polroles)
                            and policy.polcmd::text in (command.letter, '*'))
                    or command.letter = 'r' and asker.rolname = current_user and not exists (
                        select from pg_catalog.pg_policy as policy
                        join pg_catalog.pg_class as other on other.oid = policy.polrelid
                        where other.relname = class.relname and asker.oid = any (policy.polroles))
                where class.relname = any (\(words)) and class.relkind in ('r', 'p', 'v')
            ), denied as (
                select 1 as place, 'usage on schema ' || pg_catalog.quote_ident(space.nspname) as what, asker.rolname
                from pg_catalog.pg_namespace as space
                cross join asker
                where space.nspname = any (\(words))
                    and not pg_catalog.has_schema_privilege(asker.oid, space.oid, 'usage')
                union all
                select 2, 'execute on function ' || pg_catalog.format('%I.%I(%s)', space.nspname, function.proname,
                        pg_catalog.pg_get_function_identity_arguments(function.oid)), asker.rolname
                from pg_catalog.pg_proc as function
                join pg_catalog.pg_namespace as space on space.oid = function.pronamespace
                cross join asker
                where function.proname = any (\(words)) and space.nspname not in ('pg_catalog', 'information_schema')
                    and not pg_catalog.has_function_privilege(asker.oid, function.oid, 'execute')
                union all
                select 3, pg_catalog.string_agg(wanted.word, ', ' order by wanted.place) || ' on table '
                    || pg_catalog.format('%I.%I', space.nspname, class.relname), wanted.rolname
                from wanted
                join pg_catalog.pg_class as class on class.oid = wanted.oid
                join pg_catalog.pg_namespace as space on space.oid = class.relnamespace
                where space.nspname not in ('pg_catalog', 'information_schema') and not case when wanted.word = 'delete'
                    then pg_catalog.has_table_privilege(wanted.role, wanted.oid, 'delete')
                    else pg_catalog.has_any_column_privilege(wanted.role, wanted.oid, wanted.word) end
                group by space.nspname, class.relname, wanted.rolname
            )
            select 'grant ' || what || ' to '
                || pg_catalog.string_agg(pg_catalog.quote_ident(rolname), ', ' order by rolname)
            from denied
            group by place, what
            order by place, what
            """
    }
}
