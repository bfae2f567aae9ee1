public import Glibc

/// Signals that end a process for its own work, or for memory that it does not get. Any other signal is sent: by a person, by
/// the system that stops, or by the kernel, which then chooses among all processes.
public enum FaultSignal {
    public static let names: [Int32: String] = [
        SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGILL: "SIGILL", SIGFPE: "SIGFPE",
        SIGTRAP: "SIGTRAP",
    ]
}
