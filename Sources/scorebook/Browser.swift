import Filing
import Glibc

/// A browser that is installed: shows a page to the user, or prints it as PDF.
enum Browser {
    /// Why there is no PDF.
    enum Failure: Error {
        case notInstalled
        /// It ended with another code than 0, or did not end in time.
        case failed
        case file(FileError)
    }

    /// Chromium prints; Firefox does not without a screen.
    private static let names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]
    private static let patience = 90

    /// Hands a page to the user's own browser; whether there is a program for that.
    static func open(_ path: String) -> Bool {
        guard let program = find("xdg-open") else { return false }
        return run([program, path], environment: inherited, patience: 20) == 0
    }

    /// Prints a page. It is in a folder of its own while it is printed, which is removed with the browser's profile.
    static func pdf(of html: String) -> Result<[UInt8], Failure> {
        guard let program = names.lazy.compactMap({ find($0) }).first else { return .failure(.notInstalled) }
        let base = variable("TMPDIR") ?? "/tmp"
        var template = Array("\(base)/scorebook-pdf-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return .failure(.file(FileError("make a folder"))) }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { remove(folder) }
        do throws(FileError) {
            try NewFile.write(Array(html.utf8), to: "\(folder)/page.html", .passing)
            // Its sandbox refuses root; the page runs no script but its own.
            let asRoot = geteuid() == 0 ? ["--no-sandbox"] : []
            let words =
                [program, "--headless=new"] + asRoot + [
                    "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions", "--disable-sync",
                    "--no-first-run",
                    "--disable-background-networking", "--disable-component-update", "--disable-breakpad",
                    "--user-data-dir=\(folder)/profile", "--virtual-time-budget=5000", "--no-pdf-header-footer",
                    "--print-to-pdf=\(folder)/page.pdf", "file://\(folder)/page.html",
                ]
            let environment = [
                "HOME=\(folder)", "TMPDIR=\(folder)", "PATH=\(variable("PATH") ?? "/usr/bin:/bin")", "LC_ALL=C.UTF-8",
                "TZ=UTC",
            ]
            guard run(words, environment: environment, patience: patience) == 0,
                let bytes = try PrivateFolder.contents(of: "\(folder)/page.pdf"), bytes.starts(with: "%PDF-".utf8)
            else { return .failure(.failed) }
            return .success(bytes)
        } catch { return .failure(.file(error)) }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static var inherited: [String] {
        var list: [String] = []
        var entry = environ
        while let text = entry.pointee {
            list.append(String(cString: text))
            entry += 1
        }
        return list
    }

    private static func find(_ name: String) -> String? {
        (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    /// The exit code; nil where it did not start, did not end in time, or a signal ended it. What it says is not shown.
    private static func run(_ words: [String], environment: [String], patience: Int) -> Int32? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for descriptor: Int32 in [1, 2] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own, which is ended as a whole.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var child: pid_t = 0
        guard posix_spawn(&child, words[0], &actions, &attributes, &arguments, &variables) == 0 else { return nil }
        var status: Int32 = 0
        for _ in 0..<(patience * 20) {
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child { return status & 0x7f == 0 ? (status >> 8) & 0xff : nil }
            if ended < 0, errno != EINTR { return nil }
            usleep(50_000)
        }
        kill(-child, SIGKILL)
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return nil
    }

    /// Removes a folder with all in it; links are removed, not followed.
    private static func remove(_ folder: String) {
        for name in (try? FolderListing.names(in: folder)) ?? [] {
            let path = "\(folder)/\(name)"
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { remove(path) } else { unlink(path) }
        }
        rmdir(folder)
    }
}
