/// Prometheus's text format, read strictly: <https://prometheus.io/docs/instrumenting/exposition_formats/>.
///
/// Every family has its help and type before its samples, which stand together; no sample comes twice; no timestamps, as the
/// textfile collector wants it.
struct Exposition {
    struct Sample: Equatable {
        var name: String
        var labels: [String: String]
        var value: Double
    }

    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    private(set) var types: [String: String] = [:]
    private(set) var samples: [Sample] = []

    /// The value of a sample; nil where it is not there.
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { sample in sample.name == name && labels.allSatisfy { sample.labels[$0.key] == $0.value } }?
            .value
    }

    init(_ text: String) throws {
        guard text.hasSuffix("\n"), !text.contains("\r") else { throw Fault(description: "the last line does not end") }
        var helped: Set<String> = []
        var current = ""
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
            if line.hasPrefix("# HELP ") {
                guard words.count == 4, Self.isName(words[2]), helped.insert(words[2]).inserted else {
                    throw Fault(description: "help of no name, or a second: \(line)")
                }
                current = words[2]
            } else if line.hasPrefix("# TYPE ") {
                let known = ["counter", "gauge", "histogram", "summary", "untyped"]
                guard words.count == 4, words[2] == current, known.contains(words[3]),
                    types.updateValue(words[3], forKey: words[2]) == nil
                else { throw Fault(description: "type of another family, unknown, or a second: \(line)") }
            } else {
                let sample = try Self.sample(line)
                guard sample.name == current, types[current] != nil else {
                    throw Fault(description: "a sample outside of its family: \(line)")
                }
                guard !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else {
                    throw Fault(description: "twice: \(line)")
                }
                samples.append(sample)
            }
        }
        let empty = types.keys.filter { name in !samples.contains { $0.name == name } }
        guard empty.isEmpty else { throw Fault(description: "families without samples: \(empty)") }
    }

    private static func isName(_ text: some StringProtocol, colons: Bool = true) -> Bool {
        guard let first = text.utf8.first, !(48...57).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
                || colons && byte == 58
        }
    }

    /// `name{label="value",...} 1.5`
    private static func sample(_ line: Substring) throws -> Sample {
        var rest = line
        let name = rest.prefix { $0 != "{" && $0 != " " }
        rest = rest.dropFirst(name.count)
        guard isName(name) else { throw Fault(description: "no name of a metric: \(line)") }
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest = rest.dropFirst()
            while rest.first != "}" {
                let label = rest.prefix { $0 != "=" }
                rest = rest.dropFirst(label.count)
                guard isName(label, colons: false), rest.hasPrefix("=\"") else {
                    throw Fault(description: "no label: \(line)")
                }
                rest = rest.dropFirst(2)
                guard labels.updateValue(try quoted(&rest, line), forKey: String(label)) == nil else {
                    throw Fault(description: "a label twice: \(line)")
                }
                if rest.first == "," {
                    rest = rest.dropFirst()
                } else if rest.first != "}" {
                    throw Fault(description: "labels that do not end: \(line)")
                }
            }
            rest = rest.dropFirst()
        }
        guard rest.first == " ", let value = Double(rest.dropFirst()), rest.dropFirst().allSatisfy({ $0 != " " }) else {
            throw Fault(description: "no value, or a timestamp: \(line)")
        }
        return Sample(name: String(name), labels: labels, value: value)
    }

    private static func quoted(_ rest: inout Substring, _ line: Substring) throws -> String {
        var text = ""
        while let character = rest.popFirst() {
            if character == "\"" { return text }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            switch rest.popFirst() {
            case "n": text.append("\n")
            case "\\": text.append("\\")
            case "\"": text.append("\"")
            default: throw Fault(description: "an escape that is none: \(line)")
            }
        }
        throw Fault(description: "a text that does not end: \(line)")
    }
}
