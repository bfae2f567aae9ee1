internal import Definitions
internal import Discovering
internal import Glibc
internal import Loading
internal import Records
internal import Reporting

/// Where a job's files go when it is done with them.
extension Run {
    /// Loaded files move to the archive, named by their content.
    func archive(_ candidate: Candidate, _ unit: PreparedUnit) {
        archive(candidate, unit.key.sha256)
    }

    func archive(_ candidate: Candidate, _ sha256: [UInt8]) {
        guard movesFiles, !candidate.isEntry, let folder = request.job?.archive else { return }
        move(candidate, to: folder, named: Hex.text(sha256))
    }

    /// Refused files move out of the way, with the reason beside them.
    func quarantine(_ candidate: Candidate, _ refusal: Refusal) {
        guard movesFiles, !candidate.isEntry, let folder = request.job?.quarantine, let sha256 = refusal.sha256 else {
            return
        }
        guard let target = move(candidate, to: folder, named: Hex.text(sha256)) else { return }
        let text = "\(refusal.reason)\n"
        if !PrivateFile.write(text, to: target + ".reason.txt") {
            Run.add("the reason beside a quarantined file could not be written", 1, to: &report.warnings)
        }
    }

    private var movesFiles: Bool { request.mode == .run && request.inputs.isEmpty && request.job?.inbox != nil }

    @discardableResult
    private func move(_ candidate: Candidate, to folder: String, named hash: String) -> String? {
        let owner = candidate.ownerFolder.map { "/" + $0 } ?? ""
        let ending = candidate.name.lastIndex(of: ".").map { String(candidate.name[$0...]) } ?? ""
        let suffix = ending.count <= 10 && !ending.contains("/") ? ending : ""
        let target = "\(folder)\(owner)/\(hash)\(suffix)"
        guard PrivateFile.makeFolders(folder + owner), PrivateFile.move(candidate.path, to: target) else {
            let reason = String(cString: strerror(errno))
            Run.add("a file could not be moved out of the inbox to \(folder) (\(reason))", 1, to: &report.warnings)
            outages.unmoved =
                "not all files could be moved to \(folder) (\(reason)); what became of them stands in the ledger, and "
                + "the next run moves them once it can"
            return nil
        }
        return target
    }
}

/// Files that nobody else may read.
enum PrivateFile {
    static func makeFolders(_ path: String) -> Bool {
        var built = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            built += "/" + part
            if mkdir(built, 0o700) != 0, errno != EEXIST { return false }
        }
        return true
    }

    /// Removes a file; one that another run has taken away is gone as well.
    private static func remove(_ path: String) -> Bool { unlink(path) == 0 || errno == ENOENT }

    /// Renames; across file systems copies, syncs, renames and only then removes.
    static func move(_ source: String, to target: String) -> Bool {
        // The same content was archived before: this copy is one too many.
        if access(target, F_OK) == 0 { return remove(source) }
        if rename(source, target) == 0 {
            syncFolder(of: target)
            return true
        }
        if errno == ENOENT { return access(source, F_OK) != 0 && access(target, F_OK) == 0 }
        guard errno == EXDEV else { return false }
        // Of this process alone: two runs may move one file at the same time.
        let partial = "\(target).\(getpid()).part"
        guard copy(source, to: partial), rename(partial, target) == 0, syncFolder(of: target) else {
            let reason = errno
            unlink(partial)
            errno = reason
            return false
        }
        return remove(source)
    }

    private static func copy(_ source: String, to target: String) -> Bool {
        let input = open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard input >= 0 else { return false }
        defer { close(input) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { return false }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            if count == 0 { return fsync(output) == 0 }
            guard writeAll(output, buffer[..<count]) else { return false }
        }
    }

    private static func writeAll(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    @discardableResult
    private static func syncFolder(of path: String) -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return true }
        let folder = open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        return fsync(folder) == 0
    }

    /// The path from the root, for files that are read from another folder later.
    static func absolute(_ path: String) -> String {
        guard path != "-", let whole = realpath(path, nil) else { return path }
        defer { free(whole) }
        return String(cString: whole)
    }

    /// Writes a small text by renaming, so that it is there whole or not at all.
    static func write(_ text: String, to path: String) -> Bool {
        let partial = path + ".part"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let written = writeAll(descriptor, ArraySlice(Array(text.utf8))) && fsync(descriptor) == 0
        close(descriptor)
        return written && rename(partial, path) == 0
    }
}
