import Command
import Filing
import Glibc
import Reporting

/// stdout, or a new file that is there only when it is whole.
final class OutputFile {
    private let console: Console
    private let isFile: Bool
    private var file: NewFile?
    private var pending: [UInt8] = []
    private var hasFailed = false

    /// Nil where the file is there already, or cannot be made; `errno` says why.
    init?(_ path: String?, _ console: Console) {
        self.console = console
        isFile = path != nil
        guard let path else { return }
        guard access(path, F_OK) != 0 else {
            errno = EEXIST
            return nil
        }
        do { file = try NewFile(at: path) } catch {
            errno = error.code
            return nil
        }
    }

    /// Why a path was not taken.
    static func complain(_ path: String?, _ console: Console) -> ExitCode {
        console.complain(
            "\(path ?? "") cannot be written: \(String(cString: strerror(errno)))",
            hint: "Choose another path; existing files are not overwritten.")
        return .cannotWrite
    }

    func write(_ text: String) {
        pending += text.utf8
        if pending.count > 1 << 16 { flush() }
    }

    /// Whether the bytes could be taken.
    func write(bytes: UnsafeRawBufferPointer) -> Bool {
        pending.append(contentsOf: bytes)
        if pending.count > 1 << 16 { flush() }
        return !hasFailed
    }

    private func flush() {
        defer { pending.removeAll(keepingCapacity: true) }
        guard isFile else { return pending.withUnsafeBytes { console.write(bytes: $0) } }
        guard let file = file.take() else { return hasFailed = true }
        // A file that takes no more is let go of, and never gets its name.
        do {
            try file.write(pending)
            self.file = consume file
        } catch { hasFailed = true }
    }

    /// Whether all of it is written.
    func finish() -> Bool {
        flush()
        guard isFile else { return true }
        guard let file = file.take() else { return false }
        do {
            try file.finish(.lasting)
            return true
        } catch { return false }
    }
}
