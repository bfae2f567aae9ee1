import Foundation
import Proving

/// A thread that starts the program and ends when it is told to.
final class Starter: @unchecked Sendable {
    private(set) var program: Program?
    let mayEnd = DispatchSemaphore(value: 0)
    private let hasBegun = DispatchSemaphore(value: 0)
    /// `PID/task/THREAD`
    private var name = ""

    init(_ body: @escaping @Sendable () throws -> Program) {
        Thread.detachNewThread { [self] in
            name = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
            program = try? body()
            hasBegun.signal()
            mayEnd.wait()
        }
        hasBegun.wait()
    }

    /// Whether the kernel has no such thread any more.
    var hasEnded: Bool { !name.isEmpty && !FileManager.default.fileExists(atPath: "/proc/\(name)") }
}
