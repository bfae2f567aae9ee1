import Foundation

/// How much of a long list a test takes: `SCOREBOOK_THOROUGH=1` all of it, as `make prove` does, else what every change is worth.
public enum Extent {
    public static let isThorough = ProcessInfo.processInfo.environment["SCOREBOOK_THOROUGH"] != nil

    /// All, or the first so many.
    public static func some<Element>(_ all: [Element], _ count: Int) -> [Element] {
        isThorough ? all : Array(all.prefix(count))
    }
}
