extension FieldMapping {
    /// What is made of a whole number once it is read.
    public struct Reckoning: Hashable, Sendable {
        /// Columns whose whole numbers are added; without one of them there is no value.
        public var plus: [String] = []
        /// Columns by which records belong together: the value is what it is more than in the last record of equal ones.
        ///
        /// The first of them has none: what came before it, nobody knows.
        public var since: [String] = []
        /// Values that count; others are none.
        public var only: [Int64] = []

        public var columns: [String] { plus + since }
    }
}
