import Foundation

/// Python with the public packages that judge what the program writes: frictionless, jsonschema, prometheus_client.
///
/// `.ci/bootstrap tests` installs them below `.build/python`; `SCOREBOOK_PYTHON` names another Python. Without either it is the
/// system's, and a test says loudly what it skips.
public enum PublicPackages {
    public static let folder = "\(Ground.package)/.build/python"

    static let python: String = {
        let own = "\(folder)/bin/python"
        let given = ProcessInfo.processInfo.environment["SCOREBOOK_PYTHON"]
        return given ?? (FileManager.default.isExecutableFile(atPath: own) ? own : "python3")
    }()

    /// Runs a script; what it prints is returned, what it complains of is shown.
    public static func run(_ script: String, _ arguments: [String] = []) throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [python, "-c", script] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// Whether a package is installed; if not, says what is not tested.
    public static func has(_ package: String, or what: String) -> Bool {
        let search = "import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)"
        if let found = try? run(search, [package]), found.code == 0 { return true }
        print("SKIPPED: Python's \(package) is not installed: \(what)")
        return false
    }
}
