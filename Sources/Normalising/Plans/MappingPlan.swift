public import Definitions
internal import Records

/// Whose records a file holds.
public enum Ownership: Equatable, Sendable {
    /// One user's, by id.
    case one(high: UInt64, low: UInt64)
    /// One user's whose id is not known yet (no database was asked).
    case unresolved
    /// Each row names its owner.
    case payload
}

/// A format made ready for one file: columns found, units and zones settled, words sorted.
public struct MappingPlan: Sendable {
    public let format: Format
    public let ownership: Ownership
    /// This database's ids of accounts that the source knows by others.
    public let accounts: [UUIDText.Halves: UUIDText.Halves]
    /// What ids of rows are hashed with whose source has none.
    public let identity: IdentityKey
    /// Header positions that Reading has to keep, in the order of the batch's columns.
    public let sourceColumns: [Int]
    /// Names of those columns.
    public let sourceNames: [String]
    /// What a record may become: one part a record mapping of the format.
    public let parts: [Part]
    /// Columns whose absent cells are filled from another before anything is mapped.
    let alternatives: [ColumnFinder.Alternative]
    let missing: WordTable

    /// What a file shows of itself that is kept beside its settings: cells divided by semicolons, as they are where the
    /// comma parts decimals.
    public enum Semicolons: String {
        /// The format's files are so.
        case own
        /// A spreadsheet has saved the file again.
        case other

        /// The setting under which it is kept.
        public static let setting = "semicolons"
    }

    /// The setting under which is kept that the zone is the account's.
    public static let zoneOrigin = "@zone"

    /// The setting for the order of day and month that the days of a file show.
    public static let shownOrder = "@dates"

    /// The setting for the order that so many days show that the other one is refuted; it says nothing of the rest.
    public static let refutingOrder = "@most_dates"

    /// What a file's rows are sums of, where each of its first times is a midnight, or else a full hour.
    public enum Times: String, Sendable {
        case days
        case hours

        /// The setting under which it is kept.
        public static let setting = Condition.times
    }

    /// The setting under which records of all people are taken whose owner's names are not given: to check them.
    public static let everyone = "@everyone"

    /// The setting under which is kept what the name of a file says of it.
    public static let named = Condition.named

    /// Compiles a format for a file with this header.
    ///
    /// - Parameters:
    ///   - datasets: those that the format feeds, at least.
    ///   - header: names of the file's columns; for a reader without a header those that the format mentions.
    public init(
        format: Format, datasets: [Dataset], header: [String], settings: [String: String], ownership: Ownership,
        accounts: [UUIDText.Halves: UUIDText.Halves] = [:], identity: IdentityKey
    ) throws {
        let given = settings["date_order"].flatMap { DateOrder(rawValue: $0.lowercased()) }
        let shown = (settings[Self.shownOrder] ?? settings[Self.refutingOrder]).flatMap { DateOrder(rawValue: $0) }
        if let given, let shown, given != shown {
            throw MappingError.contradictedOrder(shown: shown, byAll: settings[Self.shownOrder] != nil)
        }
        var columns = ColumnFinder(header: header, naming: format.reader.hasHeader ? .header : .record)
        var parts: [Part] = []
        var settings = settings
        var missing: [MissingSetting] = []
        for record in format.records {
            guard let dataset = datasets.first(where: { $0.name == record.dataset }) else {
                throw MappingError.missingDataset(record.dataset)
            }
            var made: Part?
            while made == nil {
                do {
                    made = try Part(
                        record, dataset: dataset, columns: &columns, settings: settings, ownership: ownership)
                } catch var need as MissingSetting where !missing.contains(where: { $0.setting == need.setting }) {
                    if need.why == .person { need.columns = format.columns(naming: need.setting, in: header) }
                    missing.append(need)
                    // So that the next one is found, too; no record is mapped with it.
                    settings[need.setting] = need.examples.first ?? ""
                } catch  where !missing.isEmpty {
                    throw MappingError.missingSettings(missing)
                }
            }
            if let made { parts.append(made) }
        }
        guard missing.isEmpty else { throw MappingError.missingSettings(missing) }
        if format.reader.hasHeader { try format.expectKnownUnits(in: header) }
        self.parts = parts
        self.format = format
        self.ownership = ownership
        self.accounts = accounts
        self.identity = identity
        self.missing = WordTable(numerals: format.missing)
        sourceColumns = columns.used
        sourceNames = columns.used.map { header[$0] }
        alternatives = columns.alternatives
    }

    /// The datasets that its parts feed, each once.
    public var datasets: [Dataset] {
        var found: [Dataset] = []
        for part in parts where !found.contains(where: { $0.name == part.dataset.name }) { found.append(part.dataset) }
        return found
    }

    /// Whether no record's values depend on the records before it.
    public var isOrderless: Bool {
        parts.allSatisfy { part in
            (part.base + part.cases.flatMap(\.own)).allSatisfy { !$0.mapping.conversion.isOrdered }
        }
    }

    /// Whether a record may give several rows.
    public var givesSeveralRows: Bool {
        parts.count > 1 || parts.contains { $0.tables.count > 1 || !$0.record.unpivot.isEmpty }
    }
}

extension Format {
    /// Columns of a header whose names are those of a setting: any person that the file names may be the owner.
    fileprivate func columns(naming setting: String, in header: [String]) -> [String] {
        let names = records.flatMap(\.people).filter { $0.setting == setting }.flatMap(\.from)
        return header.filter(names.contains)
    }
}

/// What of a record may be kept where its cells name other people.
extension MappingPlan {
    /// The rules by which the records name people.
    var people: [PersonMatch] { parts.flatMap(\.people) }

    /// What was not checked because the owner's names are not given: whose record each is.
    public var unaskedPeople: String? {
        let columns = Set(people.filter { $0.names == nil }.flatMap(\.columns).map { sourceNames[$0] }).sorted()
        return columns.isEmpty
            ? nil : "whose record each is, by \(columns.map(MappingError.shown).joined(separator: ", "))"
    }

    /// Whether one record may name several people: its own text is theirs, too, and is stored nowhere.
    public var namesOthers: Bool { parts.contains { $0.cases.contains { $0.person != nil } } }

    /// The cell's text, nil where it names another person than the owner.
    ///
    /// - Parameter column: position among `sourceColumns`.
    public func withoutOthers(_ text: String?, column: Int) -> String? {
        let people = parts.flatMap { $0.cases.compactMap(\.person) }.filter { $0.columns.contains(column) }
        guard let text, !people.isEmpty else { return text }
        let isOwner = Array(text.utf8).withUnsafeBytes { bytes in
            people.contains { $0.names?.index(of: Blank.trimmed(bytes)) != nil }
        }
        return isOwner ? text : nil
    }
}
