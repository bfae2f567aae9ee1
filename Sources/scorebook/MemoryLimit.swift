import Glibc

/// The memory of a process that loads files: a file that takes more ends this process, before the kernel has to choose one.
enum MemoryLimit {
    /// Limits this process to three quarters of the memory that it could have.
    static func apply() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_DATA.rawValue)
        let most = rlim_t(available / 4 * 3)
        guard getrlimit(resource, &limit) == 0, most > 0, most < limit.rlim_cur else { return }
        limit.rlim_cur = most
        setrlimit(resource, &limit)
    }

    /// Bytes of the machine, or of the smallest control group (version 2) that the process is in.
    private static var available: Int {
        var least = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        guard let line = firstLine("/proc/self/cgroup"), line.hasPrefix("0::") else { return least }
        var parts = line.dropFirst(3).split(separator: "/")
        while true {
            let folder = (["/sys/fs/cgroup"] + parts.map(String.init)).joined(separator: "/")
            if let most = firstLine("\(folder)/memory.max").flatMap({ Int($0) }) { least = min(least, most) }
            guard parts.popLast() != nil else { return least }
        }
    }

    private static func firstLine(_ path: String) -> String? {
        (try? LineInput(path)?.next()).map { String(decoding: $0, as: UTF8.self) }
    }
}
