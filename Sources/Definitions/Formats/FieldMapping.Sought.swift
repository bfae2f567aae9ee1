extension FieldMapping {
    /// Where the words of `map` are looked for.
    public enum Sought: String, CaseIterable, Sendable {
        /// The whole cell is a word.
        case cell
        /// Among the words of a path, from its end: the part nearest to it that holds one decides. Parts stand between
        /// slashes, words between all that is no letter, and before a capital (`IMG_side.jpg`, `2026/FrontView/7.jpg`).
        /// A part of two meanings has none.
        case path
    }
}
