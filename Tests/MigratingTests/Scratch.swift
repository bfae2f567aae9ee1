import Glibc
import Migrating
import Postgres
import Serving
import Testing

/// One throw-away cluster for the tests of this module, a database of its own for each that asks.
enum Scratch {
    static let cluster: EmbeddedCluster = {
        let cluster = EmbeddedCluster(state: "/tmp/scorebook-schema-tests-\(getpid())")
        do throws(DatabaseError) {
            try cluster.start()
            // Roles belong to the whole cluster: made once, before tests make theirs side by side.
            let connection = try Connection.open(cluster.target())
            for name in ["supabase", "scorebook"] {
                try connection.run(text(of: "\(pipelines)/\(name)/010_roles.sql"))
            }
        } catch {
            preconditionFailure("the tests need a PostgreSQL server: \(error)")
        }
        atexit { try? Scratch.cluster.remove() }
        return cluster
    }()

    /// A server like production, with the app's database in templates.
    static let production: ProductionServer = {
        do {
            let server = try ProductionServer("schema-proof")
            atexit { Scratch.production.remove() }
            let plan = try SchemaPlan(pipelines: pipelines)
            for surroundings in [ProductionServer.Surroundings.bare, .whole] {
                _ = try server.makeDatabase("\(surroundings)", plan, surroundings)
            }
            // Roles belong to the whole server: made once, before tests make theirs side by side.
            let roles = try server.open(database: server.makeDatabase("roles", plan, .bare))
            try roles.run(text(of: "\(pipelines)/scorebook/010_roles.sql"))
            return server
        } catch {
            preconditionFailure("the tests need a PostgreSQL server: \(error)")
        }
    }()

    /// A new database of the app on it, before scorebook comes; the connection is the administrator's.
    static func app(
        _ name: String, _ surroundings: ProductionServer.Surroundings = .whole
    ) throws -> Connection {
        let server = try production.open(user: ProductionServer.superuser, database: "postgres")
        // Copies of one template wait for each other here, instead of failing.
        try server.run("select pg_catalog.pg_advisory_lock(1)")
        try server.run(
            "create database \(Identifier(parts: [name]).quoted) template \(surroundings) owner \(ProductionServer.administrator)"
        )
        return try production.open(database: name)
    }

    /// A new empty database of scorebook's own cluster.
    static func database(_ name: String) throws -> Connection {
        let administrator = try Connection.open(cluster.target(database: "postgres"))
        try administrator.run("create database \(Identifier(parts: [name]).quoted)")
        return try Connection.open(cluster.target(database: name))
    }

    /// The same database of the app as another role.
    static func connection(_ name: String, as role: String) throws -> Connection {
        try production.open(user: role, database: name)
    }

    static let package: String = {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/")
    }()

    static let pipelines = "\(package)/Pipelines"

    /// The folder of facts beside the package, or where the environment says.
    static let shared: String? = {
        let given = getenv("SCOREBOOK_SHARED").map { String(cString: $0) }
        let path = given ?? "\(package)/../shared"
        return access("\(path)/domain/schema/columns.csv", R_OK) == 0 ? path : nil
    }()

    static func text(of path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[0..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
