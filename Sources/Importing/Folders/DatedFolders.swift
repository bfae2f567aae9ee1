internal import Filing
internal import Records

/// Where a job puts files away: by owner and day, under the file's own name.
///
/// ```
/// archive/<owner>/2026-11-22/<path below the owner's folder>
/// archive/<owner>/2026-11-22.2/...    another file of that name on that day
/// ```
///
/// Nothing but files of ours is written there.
struct DatedFolders {
    /// The owner's folder, or that of the job where all its files are one person's.
    let root: String

    init(_ folder: String, owner: String?) { root = folder + (owner.map { "/" + $0 } ?? "") }

    /// As many files of one name on one day.
    static let most = 10_000

    /// The folder of a day, or a further one of that day.
    func folder(of day: String, _ number: Int) -> String { "\(root)/\(day)" + (number == 1 ? "" : ".\(number)") }

    /// Those that exist, the newest first.
    var existing: [String] {
        let names = (try? FolderListing.names(in: root)) ?? []
        return names.filter(Self.isDay).reversed().map { "\(root)/\($0)" }
    }

    /// Whether this is the name of a day's folder: `2026-11-22`, `2026-11-22.2`.
    static func isDay(_ name: some StringProtocol) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let day = parts.first, day.utf8.count == 10 else { return false }
        let numbers = day.split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.map(\.utf8.count) == [4, 2, 2] else { return false }
        return (numbers + parts.dropFirst()).allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// The UTC day of a time in microseconds since 1970.
    static func day(of micros: Int64) -> String {
        let date = Civil.date(days: Int((Double(micros) / 86_400e6).rounded(.down)))
        func digits(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
    }
}
