internal import YAML

/// A path into a JSON text that a cell holds, as definitions write it.
///
///     bpm   source.name       keys
///     items[0].start          one element
///     items[*].distance       of the first element that has it
///     [type=track].distance   of the first element of which `type` is `track`; two keys are parted by a comma
public struct InnerPath: Hashable, Sendable {
    /// A step down from a value.
    public enum Step: Hashable, Sendable {
        case key([UInt8])
        case index(Int)
        /// The first element in which the rest of the path is found.
        case any
        /// The first such element whose keys have these words.
        case matching([Pair])
    }

    /// A key and the text of its value.
    public struct Pair: Hashable, Sendable {
        public let key: [UInt8]
        public let word: [UInt8]
    }

    public let steps: [Step]

    /// Nil where the text is no path.
    public init?(_ text: String) {
        var steps: [Step] = []
        var rest = text[...]
        while let next = rest.first {
            if next == "[" {
                guard let end = rest.firstIndex(of: "]"),
                    let step = Self.bracket(rest[rest.index(after: rest.startIndex)..<end])
                else { return nil }
                steps.append(step)
                rest = rest[rest.index(after: end)...]
                continue
            }
            if !steps.isEmpty {
                guard next == "." else { return nil }
                rest = rest.dropFirst()
            }
            let key = rest.prefix { $0 != "." && $0 != "[" }
            guard !key.isEmpty, !key.contains("]") else { return nil }
            steps.append(.key(Array(key.utf8)))
            rest = rest[key.endIndex...]
        }
        guard !steps.isEmpty else { return nil }
        self.steps = steps
    }

    private static func bracket(_ inner: Substring) -> Step? {
        if inner == "*" { return .any }
        if let index = Int(inner), index >= 0 { return .index(index) }
        let parts = inner.split(separator: ",", omittingEmptySubsequences: false)
        let pairs = parts.compactMap { part -> Pair? in
            guard let mark = part.firstIndex(of: "="), mark > part.startIndex else { return nil }
            return Pair(key: Array(part[..<mark].utf8), word: Array(part[part.index(after: mark)...].utf8))
        }
        return pairs.count == parts.count ? .matching(pairs) : nil
    }
}

extension Value where Property == InnerPath {
    static var innerPath: Value {
        Value(.text) { node, key, scope in
            guard let text = scope.file.text(node, of: key) else { return nil }
            if let path = InnerPath(text) { return path }
            scope.file.fault(
                node.mark, "`\(text)` is not a path into JSON, as in source.name, items[0].start or [type=total].value")
            return nil
        }
    }
}
