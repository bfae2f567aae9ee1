internal import Glibc

/// The system's user that the embedded server runs as: our own, or postgres where we are root, since the server
/// refuses to run as root.
struct ServerUser: Equatable {
    var uid: uid_t
    var gid: gid_t
    var name: String
    /// Our own user's name.
    var client: String

    var mustSwitch: Bool { geteuid() == 0 && uid != 0 }

    /// The owner of data that are there already, where root comes upon a cluster that another user made.
    static func current(data: String) throws(DatabaseError) -> ServerUser {
        var facts = stat()
        guard geteuid() == 0, stat(data, &facts) == 0, facts.st_uid != 0, let owner = getpwuid(facts.st_uid) else {
            return try current()
        }
        return ServerUser(
            uid: facts.st_uid, gid: facts.st_gid, name: String(cString: owner.pointee.pw_name), client: "root")
    }

    static func current() throws(DatabaseError) -> ServerUser {
        let me = geteuid()
        guard let own = getpwuid(me) else {
            throw DatabaseError(.installation, "user \(me) has no name on this system, which the server asks for")
        }
        let client = String(cString: own.pointee.pw_name)
        guard me == 0 else { return ServerUser(uid: me, gid: getegid(), name: client, client: client) }
        guard let server = getpwnam("postgres") else {
            throw DatabaseError(
                .installation, "no user postgres here: install the package postgresql (apt-get install postgresql)")
        }
        return ServerUser(
            uid: server.pointee.pw_uid, gid: server.pointee.pw_gid, name: "postgres", client: client)
    }

    /// Whether this user can enter every folder on the way to the path.
    func canReach(_ path: String) -> Bool {
        var prefix = ""
        for part in path.split(separator: "/") {
            prefix += "/\(part)"
            var facts = stat()
            guard stat(prefix, &facts) == 0 else { return true }
            let bit: mode_t = facts.st_uid == uid ? 0o100 : facts.st_gid == gid ? 0o010 : 0o001
            if facts.st_mode & bit == 0 { return false }
        }
        return true
    }
}
