internal import Definitions
internal import Discovering
internal import Reading

/// What is done with each entry of an archive, decided before the first of them is loaded.
///
/// Names are translated by the phones that write them, so an entry is known by its content. What belongs to an export
/// and carries nothing for us is ignored, if a format of that export was recognised beside it: by the patterns of
/// its `ignore`, or since it is a route (GPX) or a clinical document. A track, which many programs write, is ignored by
/// such a pattern, too: it repeats a workout of the export.
struct ArchiveContents {
    /// One entry and what is to be done with it.
    struct Item {
        var name: String
        var file: SourceFile
        var action: Action
    }

    /// An entry that may be ignored.
    private struct UnclearEntry {
        var index: Int
        var inner: String
        var isOther: Bool
    }

    // An archive may have any number of entries: an item is small, and of those that are not loaded only the reason is kept.
    indirect enum Action {
        case load(FormatChoice.Found)
        case ignore(String)
        /// Another run takes it.
        case leaveOut(String)
        case refuse(Refusal)

        /// Whether it is loaded, or its fault counts.
        var isTaken: Bool {
            switch self {
            case .load, .refuse: true
            case .ignore, .leaveOut: false
            }
        }
    }

    private(set) var items: [Item] = []
    /// Entries of no format of which it is said why; of more of them it would take a minute.
    private static let mostExplained = 1000

    /// - Throws: `ReadError.tooSlow` where its entries take longer than a file may.
    init(_ archive: ArchiveFile, of file: SourceFile, _ choice: FormatChoice, _ pipelines: Pipelines? = nil) throws {
        var mark = ProcessorTime.Mark.now
        var places: [Int] = []
        var formats: [Format] = []
        var unclear: [UnclearEntry] = []
        var unknown = 0
        // Entries that are refused alike share the reason.
        var refused: [String: Action] = [:]
        try archive.forEach { entry in
            defer { entry.file.forget() }
            file.time.add(since: &mark)
            try choice.check(file.time, bytes: file.bytes)
            var item = Item(name: entry.name, file: entry.file, action: .ignore(""))
            var place = 0
            if entry.isSystemFile {
                item.action = .ignore("added by the system that made the archive")
            } else if let fault = entry.fault {
                item.action = .refuse(Refusal(fault))
            } else {
                do {
                    let found = try {
                        // What that takes is counted there.
                        defer { mark = .now }
                        return try (unknown < Self.mostExplained ? choice : choice.brief).recognise(entry.file)
                    }()
                    let format = found.match.format
                    item.action =
                        found.refusal.map { $0.cause == .leftOut ? .leaveOut($0.reason) : .refuse($0) } ?? .load(found)
                    place = pipelines?.place(of: format) ?? 0
                    if !formats.contains(where: { $0.name == format.name }) { formats.append(format) }
                    // A picture among an export's documents is no progress photo.
                    if format.isOftenBeside {
                        unclear.append(
                            UnclearEntry(
                                index: items.count, inner: entry.inner,
                                isOther: !format.isWholeFile && Self.isRoute(entry.file)))
                    }
                } catch ReadError.tooSlow(let seconds) where choice.isHurried {
                    throw ReadError.tooSlow(seconds: seconds)
                } catch {
                    unknown += 1
                    let refusal = Refusal(error)
                    let cause = "\(refusal.code) \(refusal.reason)"
                    item.action = refused[cause] ?? .refuse(refusal)
                    refused[cause] = item.action
                    unclear.append(
                        UnclearEntry(index: items.count, inner: entry.inner, isOther: Self.isOtherDocument(entry.file)))
                }
            }
            items.append(item)
            places.append(place)
        }
        for entry in unclear {
            if let reason = Self.reason(of: entry, beside: formats) { items[entry.index].action = .ignore(reason) }
        }
        order(by: places)
    }

    /// Why an entry is passed over; nil where what lies beside it does not ignore it.
    private static func reason(of entry: UnclearEntry, beside formats: [Format]) -> String? {
        for format in formats {
            if let reason = format.reason(toIgnore: entry.inner) { return reason }
            if entry.isOther, !format.ignore.isEmpty { return format.reasonToIgnoreOthers }
        }
        return nil
    }

    /// Entries that others refer to come first; those alike stay in the archive's order.
    private mutating func order(by places: [Int]) {
        let order = items.indices.sorted { (places[$0], $0) < (places[$1], $1) }
        items = order.map { items[$0] }
    }

    /// A track or a clinical document.
    private static func isOtherDocument(_ file: SourceFile) -> Bool {
        guard let root = XMLHead(file.head(XMLHead.size))?.root else { return false }
        return root == "gpx" || root == "ClinicalDocument"
    }

    /// Whether the points of a track, as far as its head goes, have no times.
    private static func isRoute(_ file: SourceFile) -> Bool {
        let head = file.head(XMLHead.size)
        guard XMLHead(head)?.root == "gpx" else { return false }
        guard let first = head.firstRange(of: "<trkpt".utf8) else { return head.count < XMLHead.size }
        return head[first.upperBound...].firstRange(of: "<time".utf8) == nil
    }

    /// Whether anything is left for another run.
    var leavesOut: Bool {
        items.contains { item in
            if case .leaveOut = item.action { return true }
            return false
        }
    }

    /// Whether there is nothing in it, for this run or another.
    var isEmpty: Bool {
        items.allSatisfy { item in
            if case .ignore = item.action { return true }
            return false
        }
    }
}
