import Glibc
import Postgres
import Testing

@Suite(.serialized) struct EmbeddedClusterTests {
    private func withCluster(_ name: String, _ body: (EmbeddedCluster) throws -> Void) throws {
        let cluster = EmbeddedCluster(state: "/tmp/scorebook-cluster-\(name)-\(getpid())")
        defer { try? cluster.remove() }
        try body(cluster)
    }

    @Test func startsStopsAndStartsAgain() throws {
        try withCluster("cycle") { cluster in
            #expect(try cluster.status() == .absent)
            try cluster.start()
            try cluster.start()
            #expect(try cluster.status() == .running)
            let connection = try Connection.open(cluster.target())
            try connection.run("create table public.kept (n int)")
            for (name, value) in [
                ("fsync", "on"), ("data_checksums", "on"), ("listen_addresses", ""), ("full_page_writes", "on"),
                ("server_encoding", "UTF8"),
            ] { #expect(try connection.value("select current_setting($1)", [name]) == value) }
            try cluster.stop()
            try cluster.stop()
            #expect(try cluster.status() == .stopped)
            try cluster.start()
            #expect(
                try Connection.open(.url(cluster.url())).value("select to_regclass('public.kept')") == "public.kept")
        }
    }

    @Test func recoversAfterAKill() throws {
        try withCluster("kill") { cluster in
            try cluster.start()
            let connection = try Connection.open(cluster.target())
            try connection.run("create table public.kept (n int); insert into public.kept values (1)")
            let data = try #require(try connection.value("select current_setting('data_directory')", as: String.self))
            let file = try #require(fopen("\(data)/postmaster.pid", "re"))
            var server: pid_t = 0
            withUnsafeMutablePointer(to: &server) { pointer in
                withVaList([pointer]) { _ = vfscanf(file, "%d", $0) }
            }
            fclose(file)
            try #require(server > 1)
            #expect(kill(server, SIGKILL) == 0)
            try cluster.start()
            #expect(try Connection.open(cluster.target()).value("select n from public.kept") == "1")
        }
    }

    @Test func twoCommandsAtOnceShareOneServer() async throws {
        let cluster = EmbeddedCluster(state: "/tmp/scorebook-cluster-two-\(getpid())")
        defer { try? cluster.remove() }
        // flock is by open file, so that threads stand for processes.
        try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try cluster.start()
                    return try Connection.open(cluster.target()).value("select pg_postmaster_start_time()::text")
                }
            }
            var times: Set<String?> = []
            for try await time in group { times.insert(time) }
            #expect(times.count == 1)
        }
    }

    @Test func aLongPathGetsAShortSocket() throws {
        try withCluster(String(repeating: "long", count: 25)) { cluster in
            try cluster.start()
            #expect(try Connection.open(cluster.target()).value("select 1") == "1")
        }
    }

    @Test func theFolderIsClosedAndTheLogHoldsNoValues() throws {
        try withCluster("closed") { cluster in
            try cluster.start()
            var facts = stat()
            #expect(stat("\(cluster.state)/server", &facts) == 0)
            #expect(facts.st_mode & 0o777 == 0o700)
            #expect(stat(cluster.logFile, &facts) == 0)
            #expect(facts.st_mode & 0o777 == 0o600)
            let connection = try Connection.open(cluster.target())
            for sql in ["select 'secret'::int", "do $$ begin raise warning 'secret'; end $$"] {
                _ = try? connection.run(sql)
            }
            let file = try #require(fopen(cluster.logFile, "re"))
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 4096)
            while fgets(&line, 4096, file) != nil {
                #expect(strstr(line, "secret") == nil)
            }
        }
    }

    @Test func anotherUserOfTheMachineIsKeptOut() throws {
        try withCluster("others") { cluster in
            try cluster.start()
            // A role that the map does not name for us is refused although we reach the socket.
            let connection = try Connection.open(cluster.target())
            try connection.run("create role stranger login")
            let error = #expect(throws: DatabaseError.self) { try Connection.open(cluster.target(user: "stranger")) }
            #expect(error?.kind == .insufficientPrivilege)
        }
    }

    @Test func aProjectBelowAPrivateHomeIsTold() throws {
        guard geteuid() == 0 else { return }
        let home = "/tmp/scorebook-home-\(getpid())"
        mkdir(home, 0o700)
        defer { rmdir(home) }
        let cluster = try EmbeddedCluster(home: "\(home)/clone/.scorebook")
        #expect(cluster.state.hasPrefix("/var/lib/scorebook/"))
        #expect(cluster.placeReason?.contains("cannot enter") == true)
        chmod(home, 0o755)
        #expect(try EmbeddedCluster(home: "\(home)/clone/.scorebook").state == "\(home)/clone/.scorebook")
    }
}
