internal import Filing
public import Glibc
internal import Picturing

/// Decodes a picture in a process of its own, which it may end: a process has ended while it decoded that picture.
public enum PictureTrial {
    /// Signals by which a process is ended for what it does itself, or for the memory that it is not given. Any other one is
    /// sent: by a person, by the system that stops, or by the kernel, which then chooses among all processes.
    public static let faults: [Int32: String] = [
        SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGILL: "SIGILL", SIGFPE: "SIGFPE",
        SIGTRAP: "SIGTRAP",
    ]

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
        let words = ["scorebook", word, path] + longEdges.map(String.init)
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var child: pid_t = 0
        guard posix_spawn(&child, "/proc/self/exe", nil, nil, &pointers, environ) == 0 else { return .unknown }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        if signal == 0 { return .survived }
        return faults[signal].map { .ended($0) } ?? .unknown
    }

    /// Does what such a process is for; false for any other command line.
    public static func isDone(_ words: [String]) -> Bool {
        guard words.first == word, words.count > 1 else { return false }
        if let picture = try? PrivateFolder.contents(of: words[1]) {
            _ = try? PictureRendering(
                of: picture, longEdges: words.dropFirst(2).compactMap { Int($0) }, quality: PictureProcessor.quality)
        }
        return true
    }
}
