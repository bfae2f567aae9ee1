extension RunReport {
    /// What was older than its retention and is removed.
    public struct Purged: Equatable, Sendable {
        /// Rejects whose text is gone.
        public var rejects = 0
        public var beforeImages = 0
        /// Reports of runs.
        public var reports = 0

        public init() {}

        public var isNone: Bool { rejects + beforeImages + reports == 0 }

        public var json: JSONValue {
            ["rejects": .integer(rejects), "before_images": .integer(beforeImages), "reports": .integer(reports)]
        }

        /// `text of 3 rejects, 1 before-image, 2 reports`
        public var wording: String {
            let parts = [
                rejects == 0 ? nil : "text of " + rejects.of("reject"),
                beforeImages == 0 ? nil : beforeImages.of("before-image"), reports == 0 ? nil : reports.of("report"),
            ].compactMap { $0 }
            return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
        }
    }
}
