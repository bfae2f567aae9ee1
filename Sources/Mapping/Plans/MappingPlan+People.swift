internal import Definitions

/// What of a record may be kept where its cells name other people.
extension MappingPlan {
    /// The rules by which the records name people.
    var people: [CompiledPerson] { parts.flatMap(\.people) }

    /// Whether one record may name several people: its own text is theirs, too, and is stored nowhere.
    public var namesOthers: Bool { parts.contains { $0.cases.contains { $0.person != nil } } }

    /// The cell's text, nil where it names somebody else than the owner.
    ///
    /// - Parameter column: position among `sourceColumns`.
    public func withoutOthers(_ text: String?, column: Int) -> String? {
        let people = parts.flatMap { $0.cases.compactMap(\.person) }.filter { $0.columns.contains(column) }
        guard let text, !people.isEmpty else { return text }
        let isOwner = Array(text.utf8).withUnsafeBytes { bytes in
            people.contains { $0.names.index(of: Blank.trimmed(bytes)) != nil }
        }
        return isOwner ? text : nil
    }
}
