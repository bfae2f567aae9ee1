/// Words that mean the same, by the one name that is kept: what exercises are called.
///
/// Read from `Pipelines/<dataset>/words/<name>.yaml`; any format may name it at `words:` of a field.
public struct WordList: Sendable {
    public var name: String
    public var title: String
    public var path: String
    /// Every word with the name it stands for, the names themselves too; compared without regard to case.
    public var entries: [(word: String, value: String)]

    public init(name: String, title: String, path: String, entries: [(word: String, value: String)]) {
        self.name = name
        self.title = title
        self.path = path
        self.entries = entries
    }
}
