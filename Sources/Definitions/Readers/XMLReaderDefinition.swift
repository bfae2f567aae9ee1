/// How a format's XML is built.
public struct XMLReaderDefinition: Sendable, Equatable {
    /// Name of the root element; empty: any.
    public var root: String
    /// Elements that are records, by their way below the root: `Record` stands directly in it, `day/meal` in a `day`.
    ///
    /// A document whose root itself has the name of a record is that record. Empty: every child of the root is one.
    public var records: [String]
    /// A document that lies beside those of the format: by its root, why it is refused and what to import instead.
    public struct Refusal: Hashable, Sendable {
        public var root: String
        public var because: String

        public init(root: String, because: String) {
            self.root = root
            self.because = because
        }
    }
    public var refuse: [Refusal]

    public init(root: String = "", records: [String] = [], refuse: [Refusal] = []) {
        self.root = root
        self.records = records
        self.refuse = refuse
    }
}
