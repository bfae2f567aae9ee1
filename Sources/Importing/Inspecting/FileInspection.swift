public import Definitions
internal import Discovering
internal import Reading
internal import Reporting

/// Looks at files without importing them: what `peek` and `recognise` show.
public enum FileInspection {
    /// Why a file cannot be looked at.
    public enum Failure: Error {
        case missing(String)
        case bad(String)

        var text: String {
            switch self {
            case .missing(let text), .bad(let text): text
            }
        }
    }

    /// Where a file's columns get their names.
    public enum Headers: Sendable { case first, none }

    /// What the formats say of a file.
    public struct Verdict: Sendable {
        public var source: String
        /// The one format that fits.
        public var format: Format?
        /// Columns by which it is known, and where its header is.
        public var columns: [String] = []
        /// Columns of the file that the format spells otherwise, in alphabetical order.
        public var respelt: [String] = []
        public var preamble = 0
        /// The code page that the names of its columns show; nil in almost every file.
        public var codePage: String?
        public var delimiter = ""
        /// Why no format takes it.
        public var reason: String?
        public var opinions: [Opinion] = []

        public struct Opinion: Sendable {
            public var format: String
            public var missing: [String]
            public var excluded: [String]
            /// Whether all that speaks against it is that the file says whose its records are.
            public var isOfSeveralPeople: Bool
            public var fits: Bool { missing.isEmpty && excluded.isEmpty }
        }

        /// Takes what each format says of the file.
        mutating func ask(_ recogniser: Recogniser, _ file: SourceFile) {
            guard let head = try? file.opening(CSVHead.size),
                let all = try? recogniser.opinions(head.bytes, isWhole: head.isWhole)
            else { return }
            opinions = all.map { entry in
                Opinion(
                    format: entry.opinion.format, missing: entry.opinion.missing, excluded: entry.opinion.excluded,
                    isOfSeveralPeople: entry.opinion.isOfSeveralPeople)
            }.sorted { ($0.missing.count + $0.excluded.count) < ($1.missing.count + $1.excluded.count) }
        }

        /// Lets the nearest format's opinion come before all others, with what is missing there.
        mutating func put(first nearest: Recogniser.Nearest?) {
            guard let nearest, let place = opinions.firstIndex(where: { $0.format == nearest.format }) else { return }
            var opinion = opinions.remove(at: place)
            opinion.missing = nearest.missing
            opinions.insert(opinion, at: 0)
        }
    }

    /// Selects the files whose verdicts list every format's reason.
    public enum Asked: Sendable { case all, ofUnknownFiles }

    /// Judges every file below the paths.
    ///
    /// - Parameter asked: for which files the verdicts list the reasons against other formats.
    public static func recognise(
        _ paths: [String], formats: FormatCatalogue, asked: Asked
    ) -> (verdicts: [Verdict], missing: [String]) {
        let found = Inbox(owners: .one).discover(paths)
        var verdicts = found.candidates.flatMap { judge($0, Recogniser(formats), asked) }
        for entry in found.refused where entry.error != .missing {
            verdicts.append(Verdict(source: entry.candidate.path, reason: entry.error.message))
        }
        return (verdicts, found.refused.filter { $0.error == .missing }.map(\.candidate.path))
    }

    /// The verdict on a file, or those on the entries of an archive.
    private static func judge(_ candidate: Candidate, _ recogniser: Recogniser, _ asked: Asked) -> [Verdict] {
        do {
            let file = try open(candidate)
            let archive: ArchiveFile?
            do { archive = try ArchiveFile.open(file) } catch let error as DiscoveryError {
                throw Failure.bad(error.message)
            }
            guard let archive else { return [judge(file, as: candidate.path, recogniser, asked)] }
            return try ArchiveContents(archive, of: file, FormatChoice(recogniser)).items.map { item in
                let source = candidate.path + item.name.dropFirst(candidate.name.count)
                defer { item.file.forget() }
                switch item.action {
                case .load, .refuse: return judge(item.file, as: source, recogniser, asked)
                case .ignore(let reason), .leaveOut(let reason):
                    return Verdict(source: source, reason: "ignored: \(reason)")
                }
            }
        } catch {
            return [Verdict(source: candidate.path, reason: (error as? Failure)?.text ?? "the file cannot be read")]
        }
    }

    private static func judge(
        _ file: SourceFile, as source: String, _ recogniser: Recogniser, _ asked: Asked
    ) -> Verdict {
        var verdict = Verdict(source: source)
        if asked == .all { verdict.ask(recogniser, file) }
        do {
            let match = try FormatChoice.recognise(file, with: recogniser)
            if let reason = try FirstRecords(file: file, match: match).whyRefused(order: nil) {
                verdict.reason = reason
                return verdict
            }
            verdict.format = match.format
            if match.format.reader.hasHeader {
                verdict.preamble = match.layout.preamble
                verdict.delimiter = name(of: match.layout.delimiter)
                if case .page(let page) = match.layout.encoding { verdict.codePage = page.name }
                verdict.respelt = match.layout.spellings.keys.sorted()
            }
            verdict.columns = columns(file, match)
        } catch {
            verdict.reason = Refusal(error).reason
            if asked != .all { verdict.ask(recogniser, file) }
            if case .unknown(let opinions) = error as? Recogniser.Failure {
                verdict.put(first: Recogniser.Nearest(among: opinions))
                if !file.isEntry {
                    verdict.reason? += "; `scorebook init format \(source.asShellWord)` writes a definition"
                }
            }
        }
        return verdict
    }

    /// The set of the format's names that this header holds.
    private static func columns(_ file: SourceFile, _ match: Recogniser.Match) -> [String] {
        guard case .csv(let definition) = match.format.reader else { return match.format.recognise.first ?? [] }
        guard let opening = try? file.opening(CSVHead.wideSize) else { return [] }
        var head = try? CSVHead(
            opening.bytes, isWhole: opening.isWhole, quoting: definition.quoting, encoding: match.layout.encoding)
        let candidates = head?.candidates(definition, delimiter: match.layout.delimiter) ?? []
        guard let names = candidates.first(where: { $0.preamble == match.layout.preamble })?.names else {
            return match.format.recognise.first ?? []
        }
        let found = match.format.recognise.first { match.format.missing($0, in: names).isEmpty }
        return found?.compactMap { match.format.spelling(of: $0, in: names) } ?? match.format.recognise.first ?? []
    }

    static func name(of delimiter: UInt8) -> String {
        switch delimiter {
        case UInt8(ascii: ","): "comma"
        case UInt8(ascii: ";"): "semicolon"
        case UInt8(ascii: "\t"): "tab"
        case UInt8(ascii: "|"): "bar"
        default: "byte \(delimiter)"
        }
    }

    static func open(_ candidate: Candidate) throws -> SourceFile {
        do {
            if candidate.path != "-", FileSize.of(candidate.path) == nil { throw DiscoveryError.missing }
            return try SourceFile.open(candidate)
        } catch let error as DiscoveryError {
            throw error == .missing ? Failure.missing(error.message) : Failure.bad(error.message)
        }
    }
}
