internal import Glibc
public import Records
internal import YAML

/// The type a field has once it is mapped, and how PostgreSQL stores it.
public enum ValueType: String, CaseIterable, Sendable {
    case text
    /// A 64-bit integer (`bigint`; narrower columns take it with a range rule).
    case integer
    /// An exact decimal (`numeric`).
    case decimal
    case boolean
    case date
    /// An instant (`timestamptz`), microseconds.
    case instant
    /// What a clock showed on a day (`timestamp`), microseconds, in no zone.
    case wallTime = "wall-time"
    /// A time of day (`time`), microseconds.
    case time
    /// A duration in seconds, exact (`numeric`).
    case duration
    case uuid
    /// JSON text that the server will take (`jsonb`).
    case json
    /// Texts, as the text of PostgreSQL's array (`text[]`).
    case list
    /// Ids, as the text of PostgreSQL's array (`uuid[]`).
    case uuids

    /// Whether a value is bytes of the batch.
    public var isText: Bool { [.text, .json, .list, .uuids].contains(self) }
}

/// A POSIX extended regular expression that must match a whole text.
public final class Pattern: Sendable, CustomStringConvertible {
    /// As the definition writes it.
    public let text: String
    private nonisolated(unsafe) let expression: UnsafeMutablePointer<regex_t>

    /// Nil for what is no regular expression.
    public init?(_ text: String) {
        let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
        compiled.initialize(to: regex_t())
        guard regcomp(compiled, "^(\(text))$", REG_EXTENDED) == 0 else {
            compiled.deallocate()
            return nil
        }
        self.text = text
        expression = compiled
    }

    deinit {
        regfree(expression)
        expression.deallocate()
    }

    public var description: String { text }

    public func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress else { return regexec(expression, "", 0, nil, 0) == 0 }
        var span = regmatch_t(rm_so: 0, rm_eo: regoff_t(bytes.count))
        return regexec(expression, base.assumingMemoryBound(to: CChar.self), 1, &span, REG_STARTEND) == 0
    }

    func matches(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { matches($0) } }
}

/// A number that bounds the values of a field.
public struct Bound: Equatable, Sendable, CustomStringConvertible {
    /// As the definition writes it.
    public let text: String
    public let value: Decimal

    /// Nil for what is no number, and for a number of more than 18 digits.
    public init?(_ text: String) {
        guard let value = Decimal(text: text) else { return nil }
        (self.text, self.value) = (text, value)
    }

    public var description: String { text }
}

/// A day that bounds the values of a field.
public struct Day: Equatable, Sendable, CustomStringConvertible {
    /// `yyyy-MM-dd`
    public let text: String
    /// Days since 1970-01-01.
    public let days: Int

    /// Nil for a text of another form, and for a day that does not exist.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(part) : nil }
        guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3,
            let days = Civil.days(year: numbers[0], month: numbers[1], day: numbers[2])
        else { return nil }
        (self.text, self.days) = (text, days)
    }

    public var description: String { text }
}

/// Words that mean the same, by the one name that is kept: what exercises are called.
///
/// Read from `Pipelines/<dataset>/words/<name>.yaml`; any format may name it at `map:` of a field.
public struct WordList: Sendable {
    public var name: String
    public var title: String
    public var path: String
    /// Every word with the name it stands for, the names themselves too; compared without regard to case.
    public var entries: [(word: String, value: String)]
    /// The words read so far, in lower case.
    private var known: Set<String> = []

    public init(name: String, title: String, path: String, entries: [(word: String, value: String)]) {
        self.name = name
        self.title = title
        self.path = path
        self.entries = entries
    }
}

extension WordList {
    static let keys = KeyTable<WordList>("word list") { keys in
        keys.add("words", \.name, .text, .required, "Its name, that of the file.")
        keys.add("title", \.title, .text, .required, "What people call it.")
        keys.add(
            "aliases", .map(.either([.text, .list(.text, 0...Int.max)])), .required,
            "Names that are kept, with the words that mean them."
        ) { list, node, scope in
            for name in scope.file.entries(node, of: "aliases", "names to the words that mean them") ?? [] {
                list.add(name.key, name.key, at: name.keyMark, scope)
                for element in name.value.elements ?? [name.value] {
                    guard let word = scope.file.text(element, of: name.key) else { continue }
                    list.add(word, name.key, at: element.mark, scope)
                }
            }
        }
    }

    /// Reads a list; what cannot be read is faulted and left out.
    init?(_ bytes: [UInt8], stem: String, in file: DefinitionFile) {
        guard let root = file.root(of: bytes, keys: Self.keys.names) else { return nil }
        if let name = root.text("words"), name != stem, let node = root["words"] {
            file.fault(node.mark, "word list `\(name)` must be named as its file", suggestion: stem)
        }
        let empty = WordList(name: "", title: "", path: file.path, entries: [])
        guard let list = Self.keys.read(root, into: empty, Scope(file: file)) else { return nil }
        self = list
    }

    private mutating func add(_ word: String, _ value: String, at mark: Mark, _ scope: Scope) {
        if known.insert(word.lowercased()).inserted {
            entries.append((word, value))
        } else {
            scope.file.fault(mark, "word `\(word)` stands twice, case aside")
        }
    }
}
