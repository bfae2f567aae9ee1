import Foundation
internal import Migrating
public import Postgres

/// A throw-away server that is like production where it matters, and not like scorebook's own.
///
/// ```
/// postgresql.conf   as initdb writes it: JIT on, log as it comes, 128 MB of shared buffers
/// given besides     no TCP port, a socket in a closed folder; fsync off, since nothing outlives the tests
/// supabase_admin    superuser: owns the server and what the platform has made
/// postgres          administrator: makes roles and databases, bypasses row-level security, owns the app's tables,
///                   is no superuser and no member of the roles that own auth and storage
/// ```
/// `SCOREBOOK_TEST_SERVER` names the folder of another version's programs.
public struct ProductionServer: Sendable {
    public static let superuser = "supabase_admin"
    public static let administrator = "postgres"

    private let folder: String
    private let programs: String

    /// Makes and starts a server that `remove` takes away: in the given folder; else in memory, where there is much of it, since
    /// tests make and drop databases of thousands of files; else below /tmp.
    public init(_ name: String, in place: String? = nil) throws {
        folder = place ?? "\(Self.hasMemory ? "/dev/shm" : "/tmp")/scorebook-\(name)-\(getpid())"
        programs = try Self.programs()
        try shell("rm -rf \(folder) && install -d -m 700 \(folder) \(folder)/socket")
        if geteuid() == 0 { try shell("chown -R postgres \(folder)") }
        try server(
            "initdb", "-D", data, "--username=\(Self.superuser)", "--encoding=UTF8", "--locale=C.UTF-8", "--auth=trust",
            "--no-sync", "--no-instructions")
        try server(
            "pg_ctl", "start", "-D", data, "-l", log, "-w", "-s", "-o",
            "-c listen_addresses='' -c unix_socket_directories='\(folder)/socket' -c fsync=off")
        let connection = try open(user: Self.superuser, database: "postgres")
        try connection.run(
            """
            create role \(Self.administrator) login createrole createdb bypassrls;
            grant pg_monitor, pg_signal_backend to \(Self.administrator)
            """)
    }

    /// A server that is there already, in the folder that an earlier process left.
    public init(standing folder: String) throws {
        self.folder = folder
        programs = try Self.programs()
    }

    /// Whether the folder in memory has room for the databases of all tests, twice.
    private static var hasMemory: Bool {
        let room = try? FileManager.default.attributesOfFileSystem(forPath: "/dev/shm")[.systemFreeSize] as? Int
        return FileManager.default.isWritableFile(atPath: "/dev/shm") && room ?? 0 > 12_000_000_000
    }

    /// Folder of the server's programs, `pg_dump` and the like among them.
    public static func programs() throws -> String {
        try ProcessInfo.processInfo.environment["SCOREBOOK_TEST_SERVER"] ?? EmbeddedCluster.programs()
    }

    /// Stops the server, and deletes it.
    public func remove() {
        try? server("pg_ctl", "stop", "-D", data, "-m", "immediate", "-s")
        try? shell("rm -rf \(folder)")
    }

    public func target(user: String = administrator, database: String) -> Target {
        .embedded(socket: socketFolder, port: 5432, user: user, database: database)
    }

    public func open(user: String = administrator, database: String) throws(DatabaseError) -> Connection {
        try Connection.open(target(user: user, database: database))
    }

    /// Folder of the socket, as libpq's `host` has it.
    public var socketFolder: String { "\(folder)/socket" }
    public var socket: String { "\(socketFolder)/.s.PGSQL.5432" }

    /// What the server writes of itself.
    public var log: String { "\(folder)/log" }

    private var data: String { "\(folder)/data" }

    /// Runs one of the server's programs, as user postgres where we are root.
    private func server(_ program: String, _ arguments: String...) throws {
        let launcher = geteuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []
        try run(launcher + ["\(programs)/\(program)"] + arguments)
    }

    private func shell(_ command: String) throws { try run(["sh", "-c", command]) }

    /// A server outlives the command that starts it, and must not hold the socket by which Foundation learns of its end.
    private static let alone =
        #"for held in /proc/self/fd/*; do n=${held##*/}; ((n < 3)) || eval "exec $n>&-"; done; exec "$@""#

    private func run(_ command: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bash", "-c", Self.alone, "bash"] + command
        process.currentDirectoryURL = URL(filePath: "/")
        var environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"]
        environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        process.environment = environment
        // Not a pipe either, whose other end the server would hold.
        let errors = "\(folder).errors"
        _ = FileManager.default.createFile(atPath: errors, contents: nil)
        defer { try? FileManager.default.removeItem(atPath: errors) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
        process.waitUntilExit()
        let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
        guard process.terminationStatus == 0 else {
            throw DatabaseError(.installation, "\(command.joined(separator: " ")): \(text)")
        }
    }
}
