internal import Loading
internal import Postgres
public import Reporting

/// The rows of `scorebook.profiles`: what files of each format looked like, run by run.
struct ProfileLedger {
    let connection: Connection

    /// Writes the profiles of a run, with the next statement.
    func write(_ profiles: [FormatProfile], of run: String) {
        for profile in profiles {
            connection.later.run(
                """
                insert into scorebook.profiles
                    (run_id, format, files, records, rejected, columns, present, filled, fields, units)
                values (\(bind: run)::uuid, \(bind: profile.format), \(bind: profile.files), \(bind: profile.records),
                    \(bind: profile.rejected), \(bind: profile.columns.map(\.name))::text[],
                    \(bind: profile.columns.map(\.files))::integer[],
                    \(bind: profile.columns.map(\.filled))::integer[],
                    \(bind: profile.measures.map(\.field))::text[], \(bind: profile.measures.map(\.unit))::text[])
                """)
        }
    }

    /// The newest profiles of each of these formats, of all where nil, at most so many of each, newest first. Processes that
    /// share a run have written a row each, which are one profile.
    ///
    /// - Parameters:
    ///   - run: a run that is left out.
    ///   - only: the only run that is looked at.
    func newest(
        of formats: [String]?, _ count: Int, without run: String? = nil, only: String? = nil
    ) throws -> [StoredProfile] {
        try parts(of: formats, count, without: run, only: only).reduce(into: []) { whole, part in
            if let last = whole.last, last.run == part.run, last.profile.format == part.profile.format {
                whole[whole.count - 1].profile.add(part.profile)
            } else {
                whole.append(part)
            }
        }
    }

    private func parts(
        of formats: [String]?, _ count: Int, without run: String?, only: String?
    ) throws -> [StoredProfile] {
        try connection.rows(
            """
            select stored.run_id, stored.format, stored.files, stored.records, stored.rejected, stored.columns,
                stored.present, stored.filled, stored.fields, stored.units,
                pg_catalog.to_char(stored.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as seen
            from (
                select part.*,
                    pg_catalog.dense_rank() over (partition by part.format order by part.latest desc) as place
                from (
                    select profile.*,
                        pg_catalog.max(profile.id) over (partition by profile.format, profile.run_id) as latest
                    from scorebook.profiles as profile
                    where (\(bind: formats)::text[] is null or profile.format = any (\(bind: formats)::text[]))
                        and (\(bind: run)::uuid is null or profile.run_id <> \(bind: run)::uuid)
                        and (\(bind: only)::uuid is null or profile.run_id = \(bind: only)::uuid)
                ) as part
            ) as stored
            where stored.place <= \(bind: count)
            order by stored.format, stored.place, stored.id desc
            """
        ).map { row in
            var profile = FormatProfile(try row["format"])
            (profile.files, profile.records, profile.rejected) = (
                try row["files"], try row["records"], try row["rejected"]
            )
            let (names, present): ([String], [Int]) = (try row["columns"], try row["present"])
            let filled: [Int?] = try row["filled"]
            profile.columns = zip(names, zip(present, filled)).map {
                FormatProfile.Column(name: $0, files: $1.0, filled: $1.1)
            }
            let (fields, units): ([String], [String]) = (try row["fields"], try row["units"])
            profile.measures = zip(fields, units).map { FormatProfile.Measure(field: $0, unit: $1) }
            return StoredProfile(run: try row["run_id"], seen: try row["seen"], profile: profile)
        }
    }
}

/// A profile with the run that it is of.
public struct StoredProfile: Sendable {
    public var run: String
    /// UTC, to the second.
    public var seen: String
    public var profile: FormatProfile
}

extension LedgerReader {
    /// What the files of formats looked like in the last runs, newest first, by format; each with what had changed by then.
    ///
    /// - Parameter format: nil for all of them.
    public func drift(
        of format: String?, limit: Int
    ) throws -> [(format: String, runs: [(stored: StoredProfile, changes: [RunReport.SourceChange])])] {
        let stored = try ProfileLedger(connection: connection).newest(
            of: format.map { [$0] }, limit + SourceDrift.base)
        return Dictionary(grouping: stored) { $0.profile.format }.sorted { $0.key < $1.key }.map { format, profiles in
            let runs = profiles.prefix(limit).enumerated().map { place, one in
                let earlier = profiles[(place + 1)...].prefix(SourceDrift.base).map(\.profile)
                return (stored: one, changes: SourceDrift.changes(in: one.profile, since: earlier))
            }
            return (format: format, runs: runs)
        }
    }
}
