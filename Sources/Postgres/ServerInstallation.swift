internal import Glibc

/// The distribution's PostgreSQL server.
struct ServerInstallation {
    /// Folder of `initdb`, `pg_ctl` and `postgres`.
    var binaries: String

    /// The newest one, or the one of the version that the data were made by.
    static func find(version: String? = nil) throws(DatabaseError) -> ServerInstallation {
        let root = "/usr/lib/postgresql"
        let versions = Files.names(in: root).compactMap { name in Int(name).map { (number: $0, name: name) } }
            .sorted { $0.number > $1.number }
        for candidate in versions where version == nil || version == candidate.name {
            let binaries = "\(root)/\(candidate.name)/bin"
            if isServer(binaries) { return ServerInstallation(binaries: binaries) }
        }
        for binaries in ["/usr/local/bin", "/usr/local/pgsql/bin", "/usr/bin"] where version == nil {
            if isServer(binaries) { return ServerInstallation(binaries: binaries) }
        }
        if let version {
            throw DatabaseError(
                .installation,
                "the embedded data were made by PostgreSQL \(version), which is not installed: "
                    + "install the package postgresql-\(version)")
        }
        throw DatabaseError(
            .installation,
            "no PostgreSQL server is installed: install the package postgresql (apt-get install postgresql)")
    }

    private static func isServer(_ folder: String) -> Bool {
        ["initdb", "pg_ctl", "postgres"].allSatisfy { access("\(folder)/\($0)", X_OK) == 0 }
    }
}
