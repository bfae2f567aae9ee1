internal import YAML

/// How a format's JSON document is read.
public struct JSONReaderDefinition: Sendable {
    /// Where records stand, and the pattern's text, which is a record's `@record`.
    public var records: [JSONPath]
    /// Most bytes of a document: it is held as a whole.
    public var maxBytes = 256 << 20
    /// Most levels of arrays and objects.
    public var maxDepth = Self.mostDepth

    public static let mostDepth = 512

    /// Without paths: elements of the array at the root, or else the root.
    public init(records: [JSONPath] = []) { self.records = records }
}

/// How a format's JSON Lines are read: each line is a document of its own.
public struct JSONLinesReaderDefinition: Sendable {
    /// Where records stand in a line; without any each line is one.
    public var records: [JSONPath]
    /// Most bytes of a line.
    public var maxBytes = 32 << 20
    /// Most levels of arrays and objects.
    public var maxDepth = JSONReaderDefinition.mostDepth

    public init(records: [JSONPath] = []) { self.records = records }
}

extension JSONPath {
    /// Paths to records.
    static func records(_ places: [(text: String, mark: Mark)], in file: DefinitionFile) -> [JSONPath] {
        places.compactMap { word in
            guard let path = JSONPath(word.text), path.ups == 0 else {
                file.fault(
                    word.mark, "`\(word.text)` is not a path to records, as in data.metrics[*] or $")
                return nil
            }
            return path
        }
    }
}

extension JSONPath {
    /// Faults columns that no JSON record can have.
    static func check(_ columns: [(text: String, mark: Mark)], in file: DefinitionFile) {
        for column in columns where !column.text.hasPrefix("@") {
            if let path = JSONPath(column.text), !path.steps.contains(.each) { continue }
            file.fault(
                column.mark, "`\(column.text)` is not a path below a record, as in source.name or ../name"
            )
        }
    }
}

/// A path in JSON, as definitions write it.
///
///     data.metrics[*].data[*]     keys and elements, from the root or below a record
///     sets[0].reps                one element
///     ../name                     a field of the object that holds the record's array; `../../` of the next one
///     $   $.points[*]             the root or the record itself
///     ["a.b"][*]                  a key that holds a point or a bracket, with JSON's escapes of `"` and `\`
public struct JSONPath: Hashable, Sendable {
    /// A step down from a value.
    public enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
        case each
    }

    /// How many objects up it starts.
    public var ups = 0
    public var steps: [Step] = []

    public init(steps: [Step] = []) { self.steps = steps }

    /// Nil where the text is no path.
    public init?(_ text: String) {
        var rest = text.unicodeScalars[...]
        while rest.starts(with: "../".unicodeScalars) {
            ups += 1
            rest = rest.dropFirst(3)
        }
        guard !rest.isEmpty else { return nil }
        var mayStart = true
        if rest.first == "$", rest.dropFirst().first.map({ $0 == "." || $0 == "[" }) ?? true {
            rest = rest.dropFirst()
            mayStart = false
        }
        while let next = rest.first {
            if next == "[" {
                guard let step = Self.bracket(&rest) else { return nil }
                steps.append(step)
            } else {
                if !mayStart {
                    guard next == "." else { return nil }
                    rest = rest.dropFirst()
                }
                let key = rest.prefix { $0 != "." && $0 != "[" }
                guard !key.isEmpty, !key.contains("]") else { return nil }
                steps.append(.key(String(key)))
                rest = rest.dropFirst(key.count)
            }
            mayStart = false
        }
    }

    /// Takes `[*]`, `[3]` or `["key"]` off the front.
    private static func bracket(_ rest: inout Substring.UnicodeScalarView) -> Step? {
        rest = rest.dropFirst()
        guard rest.first == "\"" else {
            let inner = rest.prefix { $0 != "]" }
            rest = rest.dropFirst(inner.count)
            guard rest.first == "]" else { return nil }
            rest = rest.dropFirst()
            if inner.elementsEqual("*".unicodeScalars) { return .each }
            guard inner.allSatisfy({ ("0"..."9").contains($0) }), let index = Int(String(inner)), index <= 1_000_000
            else { return nil }
            return .index(index)
        }
        rest = rest.dropFirst()
        var key = ""
        while let scalar = rest.popFirst() {
            if scalar == "\\" {
                guard let escaped = rest.popFirst(), escaped == "\"" || escaped == "\\" else { return nil }
                key.unicodeScalars.append(escaped)
            } else if scalar == "\"" {
                guard rest.popFirst() == "]" else { return nil }
                return .key(key)
            } else {
                key.unicodeScalars.append(scalar)
            }
        }
        return nil
    }

    /// The path with one more step.
    public func appending(_ step: Step) -> JSONPath {
        var longer = self
        longer.steps.append(step)
        return longer
    }

    /// How a step is written behind another path, or first.
    public static func text(of step: Step, isFirst: Bool) -> String {
        switch step {
        case .each: return "[*]"
        case .index(let index): return "[\(index)]"
        case .key(let key):
            let isPlain =
                !key.isEmpty && key != "$" && !key.hasPrefix("..") && !key.hasPrefix("@")
                && !key.unicodeScalars.contains { $0 == "." || $0 == "[" || $0 == "]" }
            if isPlain { return isFirst ? key : "." + key }
            var quoted = ""
            for scalar in key.unicodeScalars {
                if scalar == "\"" || scalar == "\\" { quoted += "\\" }
                quoted.unicodeScalars.append(scalar)
            }
            return "[\"\(quoted)\"]"
        }
    }
}

extension JSONPath: CustomStringConvertible {
    public var description: String {
        var text = String(repeating: "../", count: ups)
        for (number, step) in steps.enumerated() { text += Self.text(of: step, isFirst: number == 0) }
        return steps.isEmpty ? text + "$" : text
    }
}
