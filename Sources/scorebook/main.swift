import CMalloc
import Command
import Definitions
import Glibc
import Postgres
import Reporting
import Storing

/// Reads the command line, does what it says, and reports how it ended.
func scorebook(_ words: [String], _ environment: [String: String]) -> ExitCode {
    let invocation: Invocation
    do {
        invocation = try Parser.parse(words)
    } catch {
        let console = Console(environment: environment)
        console.complain(error.message, hint: error.hint)
        return .usage
    }
    let options = invocation.options
    let console = Console(
        environment: environment, verbosity: options.verbosity, logForm: options.logForm ?? .text,
        colours: options.colours ?? .auto)
    do throws(UserConfiguration.Fault) {
        _ = try UserConfiguration(environment)
    } catch {
        guard [.help, .man, .version, .completions].contains(invocation.verb) else {
            console.complain(error.message, hint: error.hint)
            return .configuration
        }
    }
    let code = Dispatch.run(invocation, console)
    EmbeddedCluster.leave()
    console.clearProgress()
    guard !console.hasFailed else {
        console.complain("stdout cannot be written", hint: "Is the disk full?")
        return code == .success ? .cannotWrite : code
    }
    return code
}

// Health records of minors pass through here: what we write is ours alone, and no core file holds any of them.
umask(0o077)
var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
// Buffers of a megabyte go back to the system with the file they were for; by itself the allocator begins, after the first
// of them, to carve them out of a heap that smaller things then keep from shrinking.
mallopt(M_MMAP_THRESHOLD, 256 << 10)
do {
    let words = Array(CommandLine.arguments.dropFirst())
    // The processor of pictures starts this program for a picture at which a process has ended.
    if PictureTrial.isAsked(words) {
        MemoryLimit.apply()
        PictureTrial.decode(words)
        exit(0)
    }
    _ = Interruption.install()
    exit(scorebook(words, Environment.process).rawValue)
}
