internal import Filing
internal import Glibc
internal import Picturing

/// Decodes a picture in a process of its own, after a process has ended while it decoded that picture.
public enum PictureTrial {
    private static let word = "decode-on-trial"

    enum End: Equatable {
        case survived
        /// By the fault of this name.
        case ended(String)
        /// The process was killed, or the system gave none.
        case unknown
    }

    /// How a process ends that decodes the picture of a file, and keeps nothing of it.
    static func end(of path: String, longEdges: [Int]) -> End {
        let words = ["scorebook", word] + longEdges.map(String.init)
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Neither the person's id nor what a decoder says is anybody else's.
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
        for descriptor: Int32 in [1, 2] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var child: pid_t = 0
        guard posix_spawn(&child, "/proc/self/exe", &actions, nil, &pointers, environ) == 0 else { return .unknown }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        if signal == 0 { return .survived }
        return FaultSignal.names[signal].map { .ended($0) } ?? .unknown
    }

    /// Whether this command line is that of such a process.
    public static func isAsked(_ words: [String]) -> Bool { words.first == word }

    /// Does what such a process is for.
    public static func decode(_ words: [String]) {
        let edges = words.dropFirst().compactMap { Int($0) }
        var picture: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(0, &buffer, buffer.count)
            guard count > 0 else { break }
            picture += buffer[..<count]
        }
        _ = try? PictureRendering(of: picture, longEdges: edges, quality: PictureProcessor.quality)
    }
}
