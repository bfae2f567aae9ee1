internal import Discovering
internal import Filing
internal import Postgres

extension LedgerReader {
    /// How many files of an inbox are not loaded.
    ///
    /// A file is taken for loaded that has the name, the owner and the size of one that was, and was not written to since.
    public func waiting(_ backlog: JobBacklog) throws -> Int {
        var (names, owners, sizes, times): ([String], [String], [Int], [Int]) = ([], [], [], [])
        for candidate in backlog.candidates {
            guard let identity = try? FileIdentity(path: candidate.path) else { continue }
            names.append(candidate.name)
            owners.append(candidate.ownerFolder ?? "")
            sizes.append(identity.size)
            times.append(identity.modified / 1_000)
        }
        guard !names.isEmpty else { return 0 }
        // The entries of an archive have its name before an exclamation mark, and sizes of their own.
        return try connection.value(
            """
            with file as (
                select given.* from unnest(
                    \(bind: names)::text[], \(bind: owners)::text[], \(bind: sizes)::bigint[], \(bind: times)::bigint[]
                ) as given (name, owner, bytes, modified)
            ),
            account as materialized (
                select folder.owner, found.id::text as id
                from (select distinct file.owner from file) as folder
                cross join lateral scorebook.find_accounts(folder.owner) as found
            )
            select pg_catalog.count(*)
            from file
            where not exists (
                select from scorebook.units as unit
                where pg_catalog.split_part(unit.source, '!', 1) = pg_catalog.split_part(file.name, '!', 1)
                    and (unit.source = file.name and unit.bytes = file.bytes
                        or pg_catalog.starts_with(unit.source, file.name || '!'))
                    and unit.status in ('loaded', 'already_loaded', 'ignored')
                    and unit.finished_at >= 'epoch'::timestamptz + file.modified * interval '1 microsecond'
                    and (file.owner = '' or unit.owner_scope = pg_catalog.lower(file.owner)
                        or unit.owner_scope in (select account.id from account where account.owner = file.owner)))
            """) ?? 0
    }
}
