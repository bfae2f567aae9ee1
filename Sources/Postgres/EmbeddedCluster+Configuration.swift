extension EmbeddedCluster {
    /// No network, nothing unsafe, and a log in which no record's value can stand: messages below `log` are those about
    /// statements, and they quote what they refuse.
    var configuration: String {
        """

        # scorebook
        listen_addresses = ''
        port = \(EmbeddedCluster.port)
        unix_socket_permissions = 0700
        max_connections = 60
        shared_buffers = 256MB
        max_wal_size = 4GB
        wal_compression = on
        jit = off
        fsync = on
        full_page_writes = on
        synchronous_commit = on
        timezone = 'UTC'
        log_timezone = 'UTC'
        logging_collector = off
        log_min_messages = log
        log_min_error_statement = panic
        log_error_verbosity = terse
        log_statement = none
        log_checkpoints = off
        log_parameter_max_length = 0
        log_parameter_max_length_on_error = 0

        """
    }

    /// The system's users who may connect, and as whom.
    func userMap(_ user: ServerUser) -> String {
        let roles = [EmbeddedCluster.administrator, EmbeddedCluster.loader, "authenticator"]
        var names = ["root", user.name]
        if !names.contains(user.client) { names.append(user.client) }
        let lines = names.flatMap { name in roles.map { "scorebook \"\(name)\" \($0)" } }
        return lines.joined(separator: "\n") + "\n"
    }
}
