internal import Glibc
internal import Reading

/// Files without a name, for what can be read once only.
enum Spool {
    /// Takes a source to its end.
    static func take(_ source: any ByteSource) throws -> RegularFile {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array((folder + "/scorebook-input-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw DiscoveryError.outage(refusal(errno)) }
        unlink(path)
        do {
            try copy(source, to: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        return try RegularFile(descriptor: descriptor)
    }

    private static func refusal(_ code: Int32) -> String {
        "no room to unpack it to (\(String(cString: strerror(code)))): make some, or let TMPDIR name another folder"
    }

    private static func copy(_ source: any ByteSource, to descriptor: Int32) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            let count: Int
            do { count = try source.read(into: buffer) } catch {
                throw DiscoveryError(error, DiscoveryError.archive)
            }
            if count == 0 { return }
            var done = 0
            while done < count {
                let written = write(descriptor, buffer.baseAddress.map { $0 + done }, count - done)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw DiscoveryError.outage(refusal(errno)) }
                done += written
            }
        }
    }
}
