extension FieldMapping {
    /// Records whose number is whole and of another unit than the others': pools are measured in metres, roads in
    /// kilometres.
    public struct Whole: Hashable, Sendable {
        /// Alternatives for the column that tells, and its words that do.
        public var from: [String]
        public var words: [String]
        /// The unit by that of the other records.
        public var units: [Unit: Unit]
        /// Columns of the time in which the distance was covered: of a whole number whose words are unknown the speed
        /// decides which unit it is of.
        public var time: [String]

        public init(from: [String], words: [String], units: [Unit: Unit], time: [String] = []) {
            self.from = from
            self.words = words
            self.units = units
            self.time = time
        }
    }
}
