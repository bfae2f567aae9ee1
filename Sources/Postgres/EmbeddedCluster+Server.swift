internal import Glibc

extension EmbeddedCluster {
    public enum Status: Sendable, Equatable {
        /// No data are there.
        case absent
        case stopped
        case running
    }

    /// Whether no data are there; the server is not asked.
    public var isAbsent: Bool { !Files.exists("\(dataFolder)/PG_VERSION") }

    public func status() throws(DatabaseError) -> Status {
        guard !isAbsent else { return .absent }
        return isAnswering() ? .running : .stopped
    }

    /// How long a server is to run that a command starts.
    public enum Keeping: Sendable {
        /// Until someone stops it.
        case untilStopped
        /// As long as a command works with it: the last one out stops it.
        case whileUsed
    }

    /// Makes the cluster if need be, and starts the server unless it runs: two commands at once share one.
    ///
    /// A server that was killed recovers by itself.
    public func start(_ keeping: Keeping = .untilStopped) throws(DatabaseError) {
        try makeState()
        try ClusterUses.begin(self)
        try start()
        if keeping == .untilStopped { try Files.write("", to: keptFile) }
    }

    private func start() throws(DatabaseError) {
        if isAnswering() { return }
        let user = try ServerUser.current(data: dataFolder)
        try makeState()
        try withFileLock(lockFile) { () throws(DatabaseError) in
            if isAnswering() { return }
            try initialiseLocked(user)
            try Files.makePrivateFolder(socketFolder, owner: user)
            try launch(user)
            try makeDatabase()
        }
    }

    /// Stops the server, if it runs, ending its sessions.
    public func stop() throws(DatabaseError) {
        unlink(keptFile)
        try end()
    }

    /// Whether it runs until someone stops it.
    var isKept: Bool { Files.exists(keptFile) }

    func end() throws(DatabaseError) {
        guard Files.exists(processFile) else { return }
        let user = try ServerUser.current(data: dataFolder)
        try withFileLock(lockFile) { () throws(DatabaseError) in
            guard Files.exists(processFile) else { return }
            let stop = ["stop", "-D", dataFolder, "-m", "fast", "-w", "-t", "60", "-s"]
            let outcome = try control(user).run(stop) { !Files.exists(processFile) }
            if outcome.status != 0, isAnswering() {
                throw DatabaseError(.installation, "the embedded server does not stop: \(outcome.text.firstLine)")
            }
        }
    }

    /// Stops the server and deletes its data for good: for clusters of tests.
    public func remove() throws(DatabaseError) {
        try stop()
        ClusterUses.forget(self)
        guard Files.exists(lockFile) else { return }
        let me = try ServerUser.current()
        let own = ServerUser(uid: geteuid(), gid: getegid(), name: me.client, client: me.client)
        _ = try ServerProgram(path: "/bin/rm", user: own).run([
            "-rf", "--", serverFolder, socketFolder, lockFile, usersFile, schemaFile,
        ])
        rmdir(state)
    }

    private func makeState() throws(DatabaseError) {
        try Files.makeFolder(state, mode: 0o755)
    }

    /// A session as a role; the server is made and started if need be, and runs as long as it is used.
    public func open(user: String = EmbeddedCluster.administrator) throws(DatabaseError) -> Connection {
        try makeState()
        try ClusterUses.begin(self)
        if let connection = answer(user) { return connection }
        try start()
        return try Connection.open(target(user: user))
    }

    private func isAnswering() -> Bool { answer(EmbeddedCluster.administrator) != nil }

    private func answer(_ user: String) -> Connection? {
        guard Files.exists("\(socketFolder)/.s.PGSQL.\(EmbeddedCluster.port)"), isSocketOurs() else { return nil }
        return try? Connection.open(target(user: user))
    }

    /// Whether the socket's folder is the server's alone: below /tmp another user could have put one there.
    private func isSocketOurs() -> Bool {
        var folder = stat()
        var data = stat()
        guard lstat(socketFolder, &folder) == 0, stat(dataFolder, &data) == 0 else { return false }
        return folder.st_mode & S_IFMT == S_IFDIR && folder.st_mode & 0o077 == 0 && folder.st_uid == data.st_uid
    }

    private func control(_ user: ServerUser) throws(DatabaseError) -> ServerProgram {
        let version = Files.read("\(dataFolder)/PG_VERSION").map { $0.firstLine }
        let installation = try ServerInstallation.find(version: version)
        return ServerProgram(path: "\(installation.binaries)/pg_ctl", user: user)
    }

    /// `initdb` into a folder beside, renamed when it is whole: a command killed in between leaves nothing half made.
    private func initialiseLocked(_ user: ServerUser) throws(DatabaseError) {
        guard isAbsent else { return }
        guard user.canReach(state) else {
            throw DatabaseError(
                .installation, "user \(user.name), which runs the server, cannot access \(state)")
        }
        try Files.makePrivateFolder(serverFolder, owner: user)
        let installation = try ServerInstallation.find()
        let making = "\(serverFolder)/data.making"
        _ = try ServerProgram(path: "/bin/rm", user: user).run(["-rf", making])
        let initdb = ServerProgram(path: "\(installation.binaries)/initdb", user: user)
        let outcome = try initdb.run([
            "-D", making, "--username=\(EmbeddedCluster.administrator)", "--encoding=UTF8", "--locale=C.UTF-8",
            "--data-checksums", "--auth-local=peer", "--auth-host=reject", "--no-instructions",
            "--no-sync",
        ])
        guard outcome.status == 0 else {
            throw DatabaseError(.installation, "initdb failed: \(outcome.text.lastLine)")
        }
        try Files.write(configuration, to: "\(making)/postgresql.conf", append: true)
        try Files.write("local all all peer map=scorebook\n", to: "\(making)/pg_hba.conf")
        try Files.write(userMap(user), to: "\(making)/pg_ident.conf")
        // One sync of the file system takes a fifth of the time of one for each of a thousand files.
        try Files.sync(making, .fileSystem)
        guard rename(making, dataFolder) == 0 else { throw Files.refusal("rename", making) }
        try Files.sync(serverFolder, .names)
    }

    private func launch(_ user: ServerUser) throws(DatabaseError) {
        let program = try control(user)
        let options = "-c unix_socket_directories='\(socketFolder)'"
        var outcome = ServerProgram.Outcome(status: 1, text: "")
        // After a kill of the server its children take a moment to notice, and hold the shared memory until then.
        for attempt in 0..<40 {
            try removeStaleLockOfServer()
            let before = Files.read(processFile)
            let start = ["start", "-D", dataFolder, "-l", logFile, "-w", "-t", "120", "-s", "-o", options]
            outcome = try program.run(start) {
                guard let now = Files.read(processFile), now != before else { return false }
                return now.lastLine.hasPrefix("ready")
            }
            if outcome.status == 0 { return }
            let log = String((Files.read(logFile) ?? "").suffix(1000))
            guard log.contains("shared memory block") || log.contains("lock file"), attempt < 39 else { break }
            usleep(250_000)
        }
        throw DatabaseError(
            .unavailable, "scorebook's own server did not start (\(outcome.text.lastLine)); see its log \(logFile)")
    }

    /// After a crash of the machine the number in postmaster.pid may be another program's, or that of a dead process
    /// which was never collected: the server would not start.
    ///
    /// It is removed only if no process works in the data folder, which every process of a server does.
    private func removeStaleLockOfServer() throws(DatabaseError) {
        guard Files.exists(processFile) else { return }
        let isInUse = Files.names(in: "/proc").contains { name in
            guard Int(name) != nil else { return false }
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
                guard let base = buffer.baseAddress else { return false }
                let count = readlink("/proc/\(name)/cwd", base, buffer.count - 1)
                guard count > 0 else { return false }
                base[count] = 0
                return String(cString: base) == dataFolder
            }
        }
        if !isInUse {
            unlink(processFile)
            unlink("\(socketFolder)/.s.PGSQL.\(EmbeddedCluster.port).lock")
        }
    }

    private func makeDatabase() throws(DatabaseError) {
        let connection = try Connection.open(target(database: "postgres"))
        guard try connection.row("select from pg_database where datname = \(bind: database)") == nil else { return }
        try connection.run("create database \(id: database)")
    }
}

extension String {
    var firstLine: String { String(split(whereSeparator: \.isNewline).first ?? "") }
    var lastLine: String { String(split(whereSeparator: \.isNewline).last ?? "") }
}
