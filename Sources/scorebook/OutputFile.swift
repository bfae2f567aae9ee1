import Filing
import Glibc
import Reporting

/// stdout, or a new file that is there only when it is whole.
final class OutputFile {
    private let console: Console
    private let isFile: Bool
    private var file: NewFile?
    private var pending: [UInt8] = []

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

    func write(_ text: String) {
        pending += text.utf8
        if pending.count > 1 << 16 { flush() }
    }

    private func flush() {
        defer { pending.removeAll(keepingCapacity: true) }
        guard isFile else { return console.write(String(decoding: pending, as: UTF8.self)) }
        guard let file = file.take() else { return }
        // A file that takes no more is let go of, and never gets its name.
        do {
            try file.write(pending)
            self.file = consume file
        } catch { return }
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
