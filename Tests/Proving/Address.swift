import Foundation

/// Sockets as libpq names them: a folder, and in it the server's port.
enum Address {
    /// Where sessions arrive; the folder is made.
    static func listen(in folder: String) throws -> Int32 {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard with("\(folder)/.s.PGSQL.5432", { bind(listener, $0, $1) }) == 0, Glibc.listen(listener, 16) == 0
        else { throw CocoaError(.fileWriteUnknown) }
        return listener
    }

    /// Nil where nothing listens.
    static func connect(_ path: String) -> Int32? {
        let one = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        if with(path, { Glibc.connect(one, $0, $1) }) == 0 { return one }
        close(one)
        return nil
    }

    private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
