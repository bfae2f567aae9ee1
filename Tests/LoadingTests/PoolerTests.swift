import Foundation
import Postgres
import Proving
import Testing

/// The poolers of Supabase, with Debian's pgbouncer in their place, on ports that say nothing: a session that is shared by
/// transaction is refused before anything is loaded, one of one's own is as good as a direct connection.
@Suite(.serialized) struct PoolerTests {
    private func rows(_ scratch: Scratch) throws -> String? {
        try scratch.rows("select count(*) from public.performance_metrics")[0][0]
    }

    private func run(_ scratch: Scratch, _ url: String) throws -> Program.Result {
        let path = try scratch.file("a.csv", Log.withIDs(["m1,2026-05-01,velocity,70,mph"]))
        return try Program.run(
            ["run", path, "--owner", Ground.maya, "--database", url, "-o", "json"], folder: scratch.folder)
    }

    @Test func aTransactionPoolerIsRefusedOnAnyPort() throws {
        let scratch = try Scratch()
        guard let pooler = try PgBouncer(scratch, mode: "transaction") else { return }
        defer { pooler.stop() }
        let before = try rows(scratch)
        let refused = try run(scratch, pooler.url)
        #expect(refused.code == 78 && refused.complaints.contains("behind a transaction pooler"), "\(refused)")
        #expect(try rows(scratch) == before)
        let runs = try scratch.openPlatform().rows("select count(*) from scorebook.runs")[0][0]
        #expect(runs == "0")
        for command in [["schema", "up"], ["runs"], ["summaries", "verify"]] {
            let result = try Program.run(command + ["--database", pooler.url], folder: scratch.folder)
            #expect(result.code == 78 && result.complaints.contains("transaction pooler"), "\(command): \(result)")
        }
        let doctor = try Program.run(["doctor", "--database", pooler.url], folder: scratch.folder)
        #expect(doctor.code == 1 && doctor.output.contains("behind a transaction pooler"), "\(doctor.output)")
        #expect(doctor.output.contains("session pooler or the direct connection"))
    }

    /// Also where others hold its server processes.
    @Test(arguments: [1, 5]) func aSessionPoolerIsAccepted(processes: Int) throws {
        let scratch = try Scratch()
        guard let pooler = try PgBouncer(scratch, mode: "session", processes: processes) else { return }
        defer { pooler.stop() }
        let doctor = try Program.run(["doctor", "--database", pooler.url], folder: scratch.folder)
        #expect(doctor.output.contains("✓ session pooler: one server process for each session"), "\(doctor.output)")
        let direct = try Program.run(["doctor", "--database", scratch.url()], folder: scratch.folder)
        #expect(direct.output.contains("✓ direct connection"), "\(direct.output)")
        guard processes > 1 else { return }
        let loaded = try run(scratch, pooler.url)
        #expect(loaded.code == 0 && (loaded.ledger["inserted"] ?? 0) > 0, "\(loaded.complaints)")
        let again = try run(scratch, pooler.url)
        #expect(again.report["status"] as? String == "nothing_to_do")
    }

    @Test func theServerBehindTLSIsVerified() throws {
        let scratch = try Scratch()
        guard let pooler = try PgBouncer(scratch, mode: "session", isEncrypted: true) else { return }
        defer { pooler.stop() }
        func doctor(_ parts: String) throws -> Program.Result {
            try Program.run(
                ["doctor", "--database", "\(pooler.networkURL) \(parts)"], environment: ["HOME": scratch.folder],
                folder: scratch.folder)
        }
        let verified = try doctor("sslmode=verify-full sslrootcert=\(pooler.folder)/server.crt")
        #expect(verified.output.contains("certificate are verified (sslmode=verify-full)"), "\(verified.output)")
        let encrypted = try doctor("sslmode=require")
        #expect(encrypted.output.contains("! TLS, but sslmode=require does not verify"), "\(encrypted.output)")
        let stranger = try doctor("sslmode=verify-full sslrootcert=/etc/ssl/certs/ca-certificates.crt")
        #expect(stranger.code == 1 && stranger.output.contains("certificate verify failed"), "\(stranger.output)")
    }

    @Test func theUserOfAPoolerOfSupabaseNamesTheProject() throws {
        let url =
            "host=aws-0-eu.pooler.supabase.com hostaddr=127.0.0.1 port=1 user=scorebook_loader dbname=postgres connect_timeout=2"
        let doctor = try Program.run(["doctor", "--database", url])
        #expect(doctor.code == 1 && doctor.output.contains("user=scorebook_loader.PROJECT"), "\(doctor.output)")
    }
}

/// A pgbouncer in front of a test's database.
private struct PgBouncer {
    private static let program = "/usr/sbin/pgbouncer"
    let folder: String
    private let port: Int
    private let process = Process()
    private let database: String

    /// Nil, and a line about it, where it is not installed.
    init?(_ scratch: Scratch, mode: String, processes: Int = 5, isEncrypted: Bool = false) throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program) else {
            print("SKIPPED: \(Self.program) is not installed, so no pooler was tried")
            return nil
        }
        folder = "/tmp/scorebook-pooler-\(UUID().uuidString.prefix(8).lowercased())"
        port = Int.random(in: 20_000...30_000)
        database = scratch.name
        let server = scratch.socket.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let encryption =
            isEncrypted
            ? """
            listen_addr = 127.0.0.1
            client_tls_sslmode = allow
            client_tls_key_file = \(folder)/server.key
            client_tls_cert_file = \(folder)/server.crt
            """ : ""
        try """
        [databases]
        * = host=\(server) port=5432
        [pgbouncer]
        listen_port = \(port)
        unix_socket_dir = \(folder)
        auth_type = trust
        auth_file = \(folder)/users
        pool_mode = \(mode)
        default_pool_size = \(processes)
        ignore_startup_parameters = extra_float_digits
        logfile = \(folder)/log
        \(encryption)

        """.write(toFile: "\(folder)/ini", atomically: true, encoding: .utf8)
        try "\"scorebook_loader\" \"\"\n\"postgres\" \"\"\n".write(
            toFile: "\(folder)/users", atomically: true, encoding: .utf8)
        if isEncrypted {
            try Self.shell(
                "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost "
                    + "-keyout \(folder)/server.key -out \(folder)/server.crt 2>/dev/null")
        }
        // It refuses root.
        let launcher = geteuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []
        if geteuid() == 0 { try Self.shell("chown -R postgres \(folder)") }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = launcher + [Self.program, "\(folder)/ini"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.currentDirectoryURL = URL(filePath: "/")
        try process.run()
        for _ in 0..<100 where !FileManager.default.fileExists(atPath: "\(folder)/.s.PGSQL.\(port)") {
            usleep(50_000)
        }
    }

    var url: String { "host=\(folder) port=\(port) user=scorebook_loader dbname=\(database)" }
    /// By name and TCP, as a certificate wants it.
    var networkURL: String {
        "host=localhost hostaddr=127.0.0.1 port=\(port) user=scorebook_loader dbname=\(database)"
    }

    func stop() {
        process.interrupt()
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func shell(_ command: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        try process.run()
        process.waitUntilExit()
    }
}
