/// How a format's XML is built.
public struct XMLReaderDefinition: Sendable, Equatable {
    /// Name of the root element; empty: any.
    public var root: String
    /// Elements that are records, by their way below the root: `Record` stands directly in it, `day/meal` in a `day`.
    ///
    /// A document whose root itself has the name of a record is that record. Empty: every child of the root is one.
    public var records: [String]
    /// Roots of documents that are refused: they tell the same, or something of others.
    public var refuse: [String]

    public init(root: String = "", records: [String] = [], refuse: [String] = []) {
        self.root = root
        self.records = records
        self.refuse = refuse
    }
}
