import Foundation

/// The program itself, in a process of its own.
public struct Program {
    public struct Result: Sendable {
        public var code: Int32
        public var wasKilled: Bool
        public var output: String
        public var complaints: String
        /// The report that `-o json` gives.
        public var report: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(output.utf8))) as? [String: Any] ?? [:]
        }
        public var ledger: [String: Int] { report["ledger"] as? [String: Int] ?? [:] }
        public var units: [[String: Any]] { report["units"] as? [[String: Any]] ?? [] }
        public var statuses: [String] { units.compactMap { $0["status"] as? String } }
    }

    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    /// Starts it, by way of another command where one is given.
    public init(
        _ words: [String], environment: [String: String] = [:], folder: String? = nil, launcher: [String] = [],
        executable: String = Ground.program
    ) throws {
        process.executableURL = URL(filePath: launcher.isEmpty ? executable : "/usr/bin/env")
        process.arguments = launcher.isEmpty ? words : launcher + [executable] + words
        var variables = ProcessInfo.processInfo.environment
        variables["DATABASE_URL"] = nil
        variables["SCOREBOOK_PIPELINES"] = Ground.pipelinesFolder
        variables["SWIFT_BACKTRACE"] = "enable=no"
        variables.merge(environment) { $1 }
        process.environment = variables
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    public func kill() { Glibc.kill(process.processIdentifier, SIGKILL) }

    public var isRunning: Bool { process.isRunning }

    public var identifier: Int32 { process.processIdentifier }

    public func finish() -> Result {
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Result(
            code: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal, output: text,
            complaints: complaints)
    }

    public static func run(_ words: [String], environment: [String: String] = [:], folder: String? = nil) throws
        -> Result
    {
        try Program(words, environment: environment, folder: folder).finish()
    }
}
