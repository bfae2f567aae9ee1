internal import Postgres

/// How long a transaction that holds rows waits for one that somebody else holds.
///
/// Who has it may be waiting for rows of ours, and the server would end either of the two once its `deadlock_timeout` is over.
/// So the load gives up before that and starts over, and waits twice as long the next time: a row that the app changes again
/// and again comes free for some milliseconds only.
final class Patience {
    private var milliseconds = first
    /// How many such statements are within each other.
    private var depth = 0

    private static let first = 50
    private static let longest = 500

    /// After a transaction that was committed.
    func rest() { milliseconds = Self.first }

    /// Runs statements that lock rows; where another session keeps one, the transaction is to come again. What the
    /// transaction does later waits as long as before: the summaries of its keys at its end, say.
    func lock<Result>(on connection: Connection, _ body: () throws -> Result) throws -> Result {
        // A lock that what waits does not get is another matter.
        try connection.flush()
        connection.later.run(
            """
            select pg_catalog.set_config(
                    'scorebook.lock_timeout', coalesce(
                        nullif(pg_catalog.current_setting('scorebook.lock_timeout', true), ''),
                        pg_catalog.current_setting('lock_timeout')), true),
                pg_catalog.set_config(
                    'lock_timeout', greatest(1, least(
                        \(literal: milliseconds),
                        pg_catalog.date_part('epoch', pg_catalog.current_setting('deadlock_timeout')::interval) * 500
                    )::integer)::text, true)
            """)
        depth += 1
        defer { depth -= 1 }
        do {
            let result = try body()
            guard depth == 1 else { return result }
            connection.later.run(
                """
                select pg_catalog.set_config(
                    'lock_timeout', pg_catalog.current_setting('scorebook.lock_timeout'), true)
                """)
            return result
        } catch let error as DatabaseError where error.kind == .lockTimeout {
            milliseconds = min(2 * milliseconds, Self.longest)
            throw LoadError.disturbed
        }
    }
}
