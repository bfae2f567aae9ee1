internal import YAML

/// How a format's activities are read: messages as records.
public struct ActivityReaderDefinition: Equatable, Sendable {
    /// How the files are written.
    public enum Form: String, CaseIterable, Sendable {
        case fit
        /// TCX and GPX.
        case track
    }
    public var form: Form
    /// Messages that are records: `session`, `lap`, `record`. Empty: all.
    public var kinds: [String]

    public init(_ form: Form, kinds: [String] = []) {
        self.form = form
        self.kinds = kinds
    }

    init(_ form: Form, _ places: [(text: String, mark: Mark)], in file: DefinitionFile) {
        self.init(form, kinds: places.map(\.text))
        for place in places where !Self.isName(place.text[...]) {
            file.fault(place.mark, "`\(place.text)` is not a message, as in `session` or `lap`")
        }
    }

    /// Whether a column is `message/field`, or the pseudo column of a record's kind.
    static func isColumn(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return name == CSVShape.kindColumn || (parts.count == 2 && parts.allSatisfy(isName))
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
    }
}
