public import Definitions
internal import Discovering
internal import Reading

/// Looks at files without importing them: what `peek` and `recognise` show.
public enum FileInspection {
    /// Why a file cannot be looked at.
    public enum Failure: Error {
        case missing(String)
        case bad(String)
    }

    /// Where a file's columns get their names.
    public enum Headers: Sendable { case first, none }

    /// Hands out the first records as JSON lines.
    ///
    /// - Parameter reader: the reader to take, whatever the file looks like.
    ///
    /// A file of a known format is read as that format says (quotes, lines before the header); of others the delimiter
    /// is the one among comma, semicolon, tab and bar that divides the file best.
    public static func peek(
        _ path: String, formats: [Format], reader: String? = nil, headers: Headers, records: Int,
        emit: (String) -> Void
    ) throws(Failure) {
        let file = try open(Candidate(path: path, name: path))
        do throws(ReadError) {
            if let json = jsonReader(of: file, formats: formats, reader: reader) {
                try peek(file, json, records, emit)
                return
            }
            let head = file.head(CSVHead.size)
            let isWhole = head.count == file.bytes
            if headers == .first, let sparse = try sparseReader(file, head, isWhole, formats, reader) {
                try Peek(sparse, cells: .present).lines(records, emit: emit)
                return
            }
            var definition = CSVReaderDefinition()
            definition.delimiters = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
            definition.duplicateNames = .number
            var preamble = 0
            var delimiter: UInt8?
            if headers == .first, let match = try? Recogniser(formats: formats).recognise(head, isWhole: isWhole),
                case .csv(let known) = match.format.reader
            {
                definition = known
                (preamble, delimiter) = (match.layout.preamble, match.layout.delimiter)
            }
            let chosen: UInt8
            if let delimiter {
                chosen = delimiter
            } else {
                chosen = try CSVHead(head, isWhole: isWhole).sniffedDelimiter(among: definition.delimiters)
            }
            file.rewind()
            let reader = try CSVReader(
                FileSource(descriptor: file.descriptor), definition, delimiter: chosen,
                header: headers == .none ? .none : .after(preamble))
            try Peek(reader, isHeadless: headers == .none).lines(records, emit: emit)
        } catch { throw .bad(error.description) }
    }

    /// What the formats say of a file.
    public struct Verdict: Sendable {
        public var source: String
        /// The one format that fits.
        public var format: Format?
        /// Columns by which it is known, and where its header stands.
        public var columns: [String] = []
        public var preamble = 0
        public var delimiter = ""
        /// Why no format takes it.
        public var reason: String?
        public var opinions: [Opinion] = []

        public struct Opinion: Sendable {
            public var format: String
            public var missing: [String]
            public var excluded: [String]
            public var fits: Bool { missing.isEmpty && excluded.isEmpty }
        }
    }

    /// Judges every file below the paths.
    public static func recognise(_ paths: [String], formats: [Format]) -> (verdicts: [Verdict], missing: [String]) {
        let found = Inbox(owners: .one).discover(paths)
        var verdicts = found.candidates.map { judge($0, formats) }
        for entry in found.refused where entry.error != .missing {
            verdicts.append(Verdict(source: entry.candidate.path, reason: entry.error.message))
        }
        return (verdicts, found.refused.filter { $0.error == .missing }.map(\.candidate.path))
    }

    private static func judge(_ candidate: Candidate, _ formats: [Format]) -> Verdict {
        var verdict = Verdict(source: candidate.path)
        do throws(Failure) {
            let file = try open(candidate)
            let recogniser = Recogniser(formats: formats)
            let head = file.head(CSVHead.size)
            if let all = try? recogniser.opinions(head, isWhole: head.count == file.bytes) {
                verdict.opinions = all.map { entry in
                    Verdict.Opinion(
                        format: entry.opinion.format, missing: entry.opinion.missing, excluded: entry.opinion.excluded)
                }.sorted { ($0.missing.count + $0.excluded.count) < ($1.missing.count + $1.excluded.count) }
            }
            do throws(Recogniser.Failure) {
                let match = try UnitPreparation.recognise(file, with: recogniser)
                verdict.format = match.format
                if match.format.reader.hasHeader {
                    verdict.preamble = match.layout.preamble
                    verdict.delimiter = name(of: match.layout.delimiter)
                }
                verdict.columns = columns(file, match)
            } catch {
                verdict.reason = error.message
                if case .unknown = error {
                    verdict.reason = "no format fits its header; `scorebook init format FILE` writes a first definition"
                }
            }
        } catch {
            switch error {
            case .missing(let text), .bad(let text): verdict.reason = text
            }
        }
        return verdict
    }

    /// The set of the format's names that this header holds.
    private static func columns(_ file: SourceFile, _ match: Recogniser.Match) -> [String] {
        guard case .csv(let definition) = match.format.reader else { return match.format.recognise.first ?? [] }
        let bytes = file.head(CSVHead.wideSize)
        var head = try? CSVHead(bytes, isWhole: bytes.count == file.bytes, quoting: definition.quoting)
        let candidates = head?.candidates(definition, delimiter: match.layout.delimiter) ?? []
        guard let names = candidates.first(where: { $0.preamble == match.layout.preamble })?.names else {
            return match.format.recognise.first ?? []
        }
        return match.format.recognise.first { $0.allSatisfy(names.contains) } ?? match.format.recognise.first ?? []
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

    static func open(_ candidate: Candidate) throws(Failure) -> SourceFile {
        do throws(DiscoveryError) {
            if candidate.path != "-", FileSize.of(candidate.path) == nil { throw .missing }
            return try SourceFile.open(candidate)
        } catch {
            if error == .missing { throw .missing(error.message) }
            throw .bad(error.message)
        }
    }
}
