internal import Glibc
internal import Synchronization

/// The clusters that this process works with: it shares a lock on each, which ends with the process however it ends.
///
/// A command that leaves and then gets the lock alone was the last one, and stops the server; one that comes meanwhile
/// waits for the lock, and starts it again.
enum ClusterUses {
    private static let held = Mutex<[String: (cluster: EmbeddedCluster, descriptor: Int32)]>([:])

    static func begin(_ cluster: EmbeddedCluster) throws(DatabaseError) {
        guard held.withLock({ $0[cluster.state] == nil }) else { return }
        let descriptor = open(cluster.usersFile, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            // Another system user's, who alone starts and stops it.
            if [EACCES, EPERM, EROFS].contains(errno) { return }
            throw Files.refusal("open", cluster.usersFile)
        }
        while flock(descriptor, LOCK_SH) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                throw Files.refusal("lock", cluster.usersFile)
            }
        }
        held.withLock { $0[cluster.state] = (cluster, descriptor) }
    }

    /// Lets go of a cluster that is removed.
    static func forget(_ cluster: EmbeddedCluster) {
        if let use = held.withLock({ $0.removeValue(forKey: cluster.state) }) { close(use.descriptor) }
    }

    static func end() {
        let all = held.withLock { uses in
            defer { uses = [:] }
            return uses.values.map { $0 }
        }
        for (cluster, descriptor) in all {
            defer { close(descriptor) }
            // Turning a shared lock into an exclusive one lets go of the first: two who leave at once do not block each other.
            guard !cluster.isKept, flock(descriptor, LOCK_EX | LOCK_NB) == 0, !cluster.isKept else { continue }
            try? cluster.end()
        }
    }
}

extension EmbeddedCluster {
    /// At the end of a command: stops the servers that it used, unless another command does or they are to be kept.
    public static func leave() { ClusterUses.end() }
}
