import Foundation
import Postgres

/// Runs the body as the app on behalf of a new athlete, and rolls back; what is written is summed up at once, not at COMMIT.
func asApp(
    now: String, zone: String = "America/New_York", _ body: (Connection, Athlete) throws -> Void
) throws {
    let connection = try Scratch.cases()
    let athlete = Athlete()
    try connection.run("begin; set constraints all immediate")
    try athlete.join(connection, zone: zone)
    try connection.run("select pg_catalog.set_config('scorebook.as_of', $1, true)", [now])
    try athlete.become(connection)
    try body(connection, athlete)
    try connection.run("rollback")
}

/// The same for rows that the app cannot write: the administrator arranges them before the owner looks.
func asApp(
    now: String = "2026-06-10T20:00:00Z", zone: String = "America/New_York",
    given arrange: (Connection, Athlete) throws -> Void, _ body: (Connection, Athlete) throws -> Void
) throws {
    let connection = try Scratch.cases()
    let athlete = Athlete()
    try connection.run("begin; set constraints all immediate")
    try athlete.join(connection, zone: zone)
    try connection.run("select pg_catalog.set_config('scorebook.as_of', $1, true)", [now])
    try arrange(connection, athlete)
    try athlete.become(connection)
    try body(connection, athlete)
    try connection.run("rollback")
}
