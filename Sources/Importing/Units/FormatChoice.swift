internal import Definitions
internal import Discovering
internal import Filing
internal import Reading
internal import Records

/// A file's format, and whether a run takes files of it.
///
/// A file is recognised among all formats, whatever a run leaves out: among fewer it would be taken for another, or be
/// said to be of none.
struct FormatChoice {
    /// What was found, and why its files are not for this run; nil where they are.
    struct Found {
        var match: Recogniser.Match
        var refusal: Refusal?
    }

    private(set) var all: Recogniser
    /// Those that are taken; nil where all are.
    private var taken: Recogniser?
    /// What was asked for by options.
    private let format: String?
    private let dataset: String?
    private let inputs: [String]
    private let processorTime: ProcessorTime.Limit
    private let cache = Cache()

    /// What was found in files that come again, by path, each with what the file was then.
    private final class Cache {
        var isKept = false
        /// Whether others wait for their turn.
        var isHurried = false
        var found: [String: (identity: FileIdentity, found: Found)] = [:]
    }

    /// Takes all formats.
    init(_ all: Recogniser) {
        self.all = all
        (taken, format, dataset, inputs, processorTime) = (nil, nil, nil, [], ProcessorTime.Limit())
    }

    init(_ formats: FormatCatalogue, for request: RunRequest) {
        all = Recogniser(formats)
        if request.format == nil, request.datasets.isEmpty {
            taken = nil
        } else {
            let numbers = formats.entries.enumerated().filter { _, entry in
                (request.format == nil || entry.name == request.format)
                    && (request.datasets.isEmpty || !request.datasets.allSatisfy { !entry.datasets.contains($0) })
            }.map(\.offset)
            taken = numbers.count == formats.count ? nil : Recogniser(formats, taking: Set(numbers))
        }
        format = request.format
        dataset = request.dataset
        inputs = request.inputs
        processorTime = request.processorTime
    }

    /// Whether files of others wait for those that are looked at, which then may not take long.
    var isHurried: Bool {
        get { cache.isHurried }
        nonmutating set { cache.isHurried = newValue }
    }

    /// - Throws: `ReadError.tooSlow` where a file takes longer than it may.
    func check(_ time: ProcessorTime, bytes: Int) throws(ReadError) {
        try (isHurried ? .ofTurn : processorTime).check(time, bytes: bytes)
    }

    /// The same, but that it does not say why a file is of no format.
    var brief: FormatChoice {
        var brief = self
        brief.all.explains = false
        brief.taken?.explains = false
        return brief
    }

    /// Files are looked at before they are taken: each is recognised once as long as it stays the same.
    func cacheResults() { cache.isKept = true }

    func recognise(_ file: SourceFile) throws -> Found {
        guard cache.isKept, let identity = file.identity else { return try recogniseContent(of: file) }
        if let known = cache.found[file.path], known.identity == identity { return known.found }
        let found = try recogniseContent(of: file)
        cache.found[file.path] = (identity, found)
        return found
    }

    private func recogniseContent(of file: SourceFile) throws -> Found {
        var mark = ProcessorTime.Mark.now
        let found = Result { try look(at: file) }
        file.time.add(since: &mark)
        try check(file.time, bytes: file.bytes)
        return try found.get()
    }

    private func look(at file: SourceFile) throws -> Found {
        let isGiven = format != nil && !file.isEntry && inputs.contains(file.path)
        if isGiven, let match = try? among(taken, file) { return Found(match: match) }
        do {
            let match = try Self.recognise(file, with: all)
            return Found(match: match, refusal: refusal(of: match.format, isGiven: isGiven))
        } catch {
            // Of several that fit one may be taken.
            if let match = try? among(taken, file) { return Found(match: match) }
            throw error
        }
    }

    private func among(_ recogniser: Recogniser?, _ file: SourceFile) throws -> Recogniser.Match? {
        guard let recogniser else { return nil }
        return try Self.recognise(file, with: recogniser)
    }

    private func refusal(of found: Format, isGiven: Bool) -> Refusal? {
        guard let taken, !taken.holds(found.name) else { return nil }
        if let format, found.name != format {
            guard isGiven else { return Refusal(.leftOut, reason: "left out by --format") }
            return Refusal(
                .otherFormat, reason: "it is a \(found.name) file, not \(format) as given with --format",
                format: found.name)
        }
        guard dataset == nil else { return Refusal(.leftOut, reason: "left out by --dataset") }
        let datasets = found.datasets.joined(separator: ", ")
        return Refusal(
            .otherFormat, reason: "it is a \(found.name) file, which feeds \(datasets); the job does not import that",
            format: found.name)
    }

    static func recognise(_ file: SourceFile, with recogniser: Recogniser) throws
        -> Recogniser.Match
    {
        let match = try recognise(contentOf: file, with: recogniser)
        let path = file.name.replacing("!", with: "/")
        if match.format.notNamed.contains(where: { Glob($0).matches(endOf: path) }) {
            throw Recogniser.Failure.notNamed(format: match.format.name)
        }
        return match
    }

    private static func recognise(contentOf file: SourceFile, with recogniser: Recogniser) throws
        -> Recogniser.Match
    {
        let head = try opening(of: file, CSVHead.size)
        do {
            return try recogniser.recognise(head.bytes, isWhole: head.isWhole)
        } catch Recogniser.Failure.unknown(let opinions) {
            // A header of thousands of columns does not fit the first look, nor do long arrays before the names that identify it.
            let isCut =
                !head.bytes.contains(0x0A) && !head.bytes.contains(0x0D) || ContentKind.recognise(head.bytes) == .json
            guard !head.isWhole, isCut else { throw Recogniser.Failure.unknown(opinions) }
            let wide = try opening(of: file, CSVHead.wideSize)
            return try recogniser.recognise(wide.bytes, isWhole: wide.isWhole)
        }
    }

    private static func opening(
        of file: SourceFile, _ count: Int
    ) throws -> (bytes: [UInt8], isWhole: Bool) {
        do { return try file.opening(count) } catch { throw Recogniser.Failure.unreadable(error) }
    }
}
