import Glibc

/// Lines of a file, of standard input or of another process, as they come.
final class LineInput {
    let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// Nil where the file cannot be opened.
    init?(_ path: String) {
        descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    /// Of a descriptor that it closes.
    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { if descriptor > 0 { close(descriptor) } }

    /// The next line without its end; nil after the last.
    func next(beforeWaiting: () throws -> Void = {}) throws -> [UInt8]? {
        while true {
            if let line = takeLine() { return line }
            guard !isAtEnd else { return nil }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, 0) == 0 { try beforeWaiting() }
            read()
        }
    }

    /// Reads what is there; the lines of it, or nil after the last.
    func readLines() -> [[UInt8]]? {
        guard !isAtEnd else { return nil }
        read()
        var lines: [[UInt8]] = []
        while let line = takeLine() { lines.append(line) }
        return lines
    }

    /// A line that was read to its end, or what stands before the end of all.
    private func takeLine() -> [UInt8]? {
        if let end = buffer[start...].firstIndex(of: 0x0A) {
            defer { start = end + 1 }
            return Array(buffer[start..<end])
        }
        guard isAtEnd, start < buffer.count else { return nil }
        defer { start = buffer.count }
        return Array(buffer[start...])
    }

    private func read() {
        buffer.removeFirst(start)
        start = 0
        let size = 1 << 16
        let count = withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { room in
            let count = Glibc.read(descriptor, room.baseAddress, size)
            if count > 0 { buffer += UnsafeRawBufferPointer(rebasing: room[..<count]) }
            return count
        }
        if count < 0, errno == EINTR { return }
        isAtEnd = count <= 0
    }
}
