extension FieldMapping {
    /// The part of the cell that is meant, where several stand in it: start and end of a span.
    public struct Part: Hashable, Sendable {
        public var separator: String
        /// From 1.
        public var number: Int

        public init(separator: String, number: Int) {
            self.separator = separator
            self.number = number
        }
    }
}
