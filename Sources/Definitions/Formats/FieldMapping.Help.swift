internal import YAML

extension FieldMapping {
    /// Records whose number is help and no load: it counts below zero, and the original keeps its sign.
    public struct Help: Hashable, Sendable {
        /// Alternatives for the column that tells.
        public var from: [String]
        /// How its text ends.
        public var ends: [String]

        public init(from: [String], ends: [String]) {
            self.from = from
            self.ends = ends
        }
    }

    /// `help: {from: Exercise Name, ends: ["(Assisted)"]}`.
    mutating func readHelp(_ section: Section, _ columns: SourceColumns) {
        guard let node = section["help"] else { return }
        if conversion != .mass { section.file.fault(node.mark, "`help` stands only with `as: mass`") }
        guard let help = Section(node, "help", keys: ["from", "ends"], in: section.file), help.required("from") != nil,
            help.required("ends") != nil
        else { return }
        columns.check(help.words("from"), in: section.file)
        self.help = Help(from: help.texts("from"), ends: help.texts("ends"))
    }
}
