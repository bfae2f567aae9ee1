import Glibc
import Postgres

/// One throw-away cluster for all tests of this module, started when first asked for and stopped at exit.
enum Scratch {
    static let cluster: EmbeddedCluster = {
        let path = "/tmp/scorebook-tests-\(getpid())"
        let cluster = EmbeddedCluster(state: path)
        do throws(DatabaseError) {
            try cluster.start()
        } catch {
            preconditionFailure("the tests need a PostgreSQL server: \(error)")
        }
        atexit { Scratch.remove() }
        return cluster
    }()

    static func connection() throws(DatabaseError) -> Connection {
        try Connection.open(cluster.target())
    }

    private static func remove() {
        try? cluster.remove()
    }
}
