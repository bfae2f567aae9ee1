public import Records

extension RunReport {
    /// One file, or one entry of an archive.
    public struct Unit: Sendable {
        /// What became of it.
        public enum Status: String, CaseIterable, Sendable {
            case loaded
            case alreadyLoaded = "already_loaded"
            case planned
            case valid
            /// No record was accepted.
            case rejected
            case invalid
            /// Part of an export, but nothing in it is for us.
            case ignored
            case refused
            case failed
            case rolledBack = "rolled_back"
        }

        /// Path below the owner's folder, `archive!entry` inside of an archive.
        public var source: String
        /// Hexadecimal; nil where the file was never read to its end.
        public var sha256: String?
        public var bytes: Int
        public var format: String?
        public var datasets: [String]
        public var status: Status
        /// Why it was ignored or refused or failed, and what to do.
        public var reason: String?
        public var ledger: Ledger
        /// The zone in which its wall times were read; nil where its format asks for none.
        public var zone: Zone?

        /// A time zone, and who says so.
        public struct Zone: Sendable {
            public var name: String
            public var origin: String

            public init(name: String, origin: String) {
                self.name = name
                self.origin = origin
            }
        }

        public init(
            source: String, sha256: String? = nil, bytes: Int = 0, format: String? = nil, datasets: [String] = [],
            status: Status, reason: String? = nil, ledger: Ledger = Ledger(), zone: Zone? = nil
        ) {
            self.source = source
            self.sha256 = sha256
            self.bytes = bytes
            self.format = format
            self.datasets = datasets
            self.status = status
            self.reason = reason
            self.ledger = ledger
            self.zone = zone
        }
    }
}
