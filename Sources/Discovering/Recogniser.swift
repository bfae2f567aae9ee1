public import Definitions
public import Reading
public import Records

/// Finds the one format whose files look like this.
public struct Recogniser: Sendable {
    /// What one format says of a file.
    public struct Opinion: Sendable {
        public var format: String
        /// Columns of the set that fits best and that the file does not have; none where it fits.
        public var missing: [String]
        /// Columns that only another format has.
        public var excluded: [String]
        /// The format's sets, and the columns that the file has, by which another set may be nearer.
        var sets: [[String]] = []
        var names: Set<String> = []
        /// Other spellings of columns of the sets.
        var spellings: [String: [String]] = [:]
        /// Columns that the format does not mention, where they alone speak against it.
        var unknown: [String] = []

        public var fits: Bool { missing.isEmpty && excluded.isEmpty }

        /// Whether the file has all columns of a set of more than two.
        var hasAllOfMany: Bool {
            sets.contains { set in
                set.count > 2
                    && set.allSatisfy { names.contains($0) || spellings[$0]?.contains(where: names.contains) ?? false }
            }
        }

        /// Whether all that speaks against the format is that the file says whose its records are.
        public var isOfSeveralPeople: Bool { !excluded.isEmpty && PersonColumns.found(in: excluded) == excluded }
    }

    /// A recognised file: its format and how it lies in the file.
    public struct Match: Sendable {
        public var format: Format
        public var layout: Layout
    }

    /// Why no format, or more than one, was recognised.
    public enum Failure: Error, Sendable {
        case unknown([Opinion])
        case ambiguous([Opinion])
        /// A dump of tables that no format takes.
        case otherTables([String])
        case unreadable(ReadError)
        /// A format says of such documents that they are none of its own, and why.
        case refused(ReadError)
        /// The format's content under a name that means something else.
        case notNamed(format: String)

        /// The refusal that it is.
        public var code: RefusalCode {
            switch self {
            case .unknown: .unknownFormat
            case .ambiguous: .severalFormats
            case .otherTables: .otherTables
            case .unreadable(let error), .refused(let error): error.code
            case .notNamed: .otherName
            }
        }

        /// What is wrong and what to do; names of columns and formats only.
        public var message: String {
            switch self {
            case .unreadable(let error), .refused(let error): return error.description
            case .ambiguous(let opinions):
                let names = opinions.filter(\.fits).map(\.format).joined(separator: ", ")
                return "more than one format fits (\(names)); give --format NAME"
            case .notNamed(let format):
                return "looks like \(format), but the file name says otherwise; rename it if it is"
            case .otherTables(let tables):
                let more = tables.count > 8 ? " and \(tables.count - 8) more" : ""
                return "a dump of tables that no format takes: \(tables.prefix(8).joined(separator: ", "))\(more)"
            case .unknown(let opinions):
                let like = opinions.first { $0.missing.isEmpty && $0.isOfSeveralPeople }
                if let like {
                    let columns = like.excluded.joined(separator: ", ")
                    return "it has the columns of \(like.format) and \(columns), which says whose each record is: save "
                        + "the records of one person without that column, or write a definition with `person`"
                }
                let nearest = Nearest(among: opinions)
                // Of two columns that many tables have it is not said that they make a file one of that format, and a file
                // with many columns of its own is another's.
                let full = opinions.filter { (1...3).contains($0.unknown.count) && $0.hasAllOfMany }
                if let like = full.min(by: { $0.unknown.count < $1.unknown.count }),
                    nearest.map({ $0.format == like.format || like.unknown.count <= $0.missing.count }) ?? true
                {
                    let columns = like.unknown.map { "\"\($0)\"" }.joined(separator: ", ")
                    let what = like.unknown.count == 1 ? "the column" : "the columns"
                    return "no format matches this header; the closest format is \(like.format), which does not know "
                        + "\(what) \(columns)"
                }
                return "no format matches this header\(nearest.map { "; \($0.reason)" } ?? "")"
            }
        }
    }

    let catalogue: FormatCatalogue
    /// Numbers of the formats that it knows; nil: all of the catalogue.
    private let taken: Set<Int>?
    /// Whether it says why a file is of no format, which all formats are asked for.
    public var explains = true

    public init(_ catalogue: FormatCatalogue, taking taken: Set<Int>? = nil) {
        self.catalogue = catalogue
        self.taken = taken
    }

    public init(formats: [Format]) { self.init(FormatCatalogue(formats)) }

    private func knows(_ number: Int) -> Bool { taken?.contains(number) ?? true }
    private var numbers: [Int] { (0..<catalogue.count).filter(knows) }
    private func outlines(of numbers: [Int]) -> [Format] { numbers.map(catalogue.outline) }
    /// All formats that it knows, for recognition.
    var outlines: [Format] { outlines(of: numbers) }

    /// A match with the format's mapping.
    private func whole(_ match: Match) -> Match {
        Match(format: catalogue.format(named: match.format.name) ?? match.format, layout: match.layout)
    }

    /// Whether the format is one of those that it knows.
    public func holds(_ format: String) -> Bool { numbers.contains { catalogue.name($0) == format } }

    /// The one format that fits, or why there is none.
    public func recognise(_ head: [UInt8], isWhole: Bool) throws -> Match {
        if let match = paged(head, isWhole: isWhole) { return match }
        return try recogniseText(head, isWhole: isWhole)
    }

    /// The same of a file whose encoding its first bytes show.
    func recogniseText(_ head: [UInt8], isWhole: Bool) throws -> Match {
        // A picture that is not JPEG or HEIC matches no other format, and has its own advice.
        if let fault = ReadError.picture(in: head) { throw Failure.unreadable(fault) }
        let possible = candidates(head, isWhole: isWhole)
        let found = (try? Self.opinions(head, isWhole: isWhole, of: outlines(of: possible.formats))) ?? []
        let fits = found.filter { $0.opinion.fits }
        if fits.count == 1, let match = fits[0].match {
            // Few names are in files of any kind: `DATE, TIME, WEIGHT` in those of another format in capitals.
            let others = possible.formats.filter { catalogue.name($0) != match.format.name }
            let names = fits[0].opinion.names.map { match.layout.spellings[$0] ?? $0 }
            let known = Set(names).intersection(match.format.mentioned).count
            let nearer = respelt(head, isWhole: isWhole, among: others, knowingMoreThan: known)
            guard nearer.count < 2 else {
                throw Failure.ambiguous(nearer.map { Opinion(format: $0.format.name, missing: [], excluded: []) })
            }
            return whole(nearer.first ?? match)
        }
        guard fits.isEmpty else { throw Failure.ambiguous(found.map(\.opinion)) }
        if let error = refusal(of: head) { throw Failure.refused(error) }
        if let error = layoutRefusal(of: head, isWhole, among: possible.refusing) { throw Failure.refused(error) }
        let respelt = respelt(head, isWhole: isWhole, among: possible.formats)
        if respelt.count == 1 { return whole(respelt[0]) }
        let near = explains && !Self.isWide(head) ? try nearOpinions(head, isWhole: isWhole) : []
        if let kind = ContentKind.recognise(head), kind == .html || kind == .spreadsheetMarkup {
            throw Failure.unreadable(.content(kind))
        }
        if isWhole, let fault = JSONHead.fault(in: head) { throw Failure.unreadable(fault) }
        let names = FormatNames.find(in: head, isWhole: isWhole, for: .sql(SQLReaderDefinition()))
        if let names, !names.isEmpty {
            throw Failure.otherTables(Set(names.map { String($0.prefix { $0 != "(" }) }).sorted())
        }
        let opinions = near.map(\.opinion)
        if let kind = ContentKind.prose(in: head), !opinions.contains(where: \.missing.isEmpty) {
            throw Failure.unreadable(.content(kind))
        }
        throw Failure.unknown(opinions)
    }

    /// Whether the first line of a table has more columns than any format: it is like none of them, and comparing it takes long.
    private static func isWide(_ head: [UInt8]) -> Bool {
        let delimiters: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]
        let first = head.first { $0 > 0x20 && $0 < 0x80 }
        guard ![0x5B, 0x7B, 0x3C].contains(first) else { return false }
        return head.prefix { $0 != 0x0A && $0 != 0x0D }.count(where: delimiters.contains) > 1_000
    }

    /// The formats that the file can be of, and those that may know it as a layout that no format reads.
    private func candidates(_ head: [UInt8], isWhole: Bool) -> (formats: [Int], refusing: [RefusedLayout]) {
        var found: (formats: [Int], refusing: [RefusedLayout]) = ([], [])
        if let text = try? CSVHead(head, isWhole: isWhole).text { found = catalogue.candidates(for: text) }
        for reader in ReaderDefinition.withoutHeader {
            guard let names = FormatNames.find(in: head, isWhole: isWhole, for: reader) else { continue }
            let others = catalogue.candidates(for: names, reader: reader.word)
            found.formats += others.formats
            found.refusing += others.refusing
        }
        return (found.formats.filter(knows).sorted(), found.refusing.filter { knows($0.format) })
    }

    /// Why a document is refused that a format knows by its root as not its own.
    private func refusal(of head: [UInt8]) -> ReadError? {
        guard let root = XMLHead(head)?.root else { return nil }
        for number in numbers where catalogue.readerWord(number) == "xml" {
            guard case .xml(let definition) = catalogue[number].reader else { continue }
            if let refusal = definition.refuse.first(where: { $0.root == root }) {
                return .xmlRefused(root: root, because: refusal.because)
            }
        }
        return nil
    }

    /// Why a file is refused by whose columns a format knows a layout that no format reads.
    private func layoutRefusal(of head: [UInt8], _ isWhole: Bool, among known: [RefusedLayout]) -> ReadError? {
        let layouts = known.compactMap(catalogue.refusal)
        guard !layouts.isEmpty, let found = try? Self.opinions(head, isWhole: isWhole, of: layouts.map(\.format)) else {
            return nil
        }
        // Of several the one with the most columns says the most.
        let fits = found.filter { $0.opinion.fits }.compactMap { $0.match?.format }
        guard let best = fits.max(by: { ($0.recognise.first?.count ?? 0) < ($1.recognise.first?.count ?? 0) }) else {
            return nil
        }
        return layouts.first { $0.format.name == best.name && $0.format.recognise == best.recognise }.map {
            .layoutRefused($0.because)
        }
    }

    /// What every format says.
    public func opinions(
        _ head: [UInt8], isWhole: Bool
    ) throws -> [(opinion: Opinion, match: Match?)] {
        if let fault = ReadError.picture(in: head) { throw Failure.unreadable(fault) }
        return try Self.opinions(head, isWhole: isWhole, of: outlines)
    }

    /// What those formats say that may have a column in common with the file: to none of the others it is near.
    private func nearOpinions(_ head: [UInt8], isWhole: Bool) throws -> [(opinion: Opinion, match: Match?)] {
        guard let text = try? CSVHead(head, isWhole: isWhole).text else { return try opinions(head, isWhole: isWhole) }
        let related = outlines(of: catalogue.related(to: text).filter(knows))
        return (try? Self.opinions(head, isWhole: isWhole, of: related)) ?? []
    }

    private static func opinions(
        _ head: [UInt8], isWhole: Bool, of formats: [Format]
    ) throws -> [(opinion: Opinion, match: Match?)] {
        var heads: [CSVReaderDefinition.Quoting: CSVHead] = [:]
        var names: [String: Set<String>?] = [:]
        var unreadable: ReadError?
        var result: [(opinion: Opinion, match: Match?)] = []
        for format in formats {
            guard case .csv(let definition) = format.reader else {
                let word = format.reader.word
                let found: Set<String>?
                if let known = names[word] {
                    found = known
                } else {
                    found = FormatNames.find(in: head, isWhole: isWhole, for: format.reader)
                    names[word] = .some(found)
                }
                if let found { result.append(judge(format, found)) }
                continue
            }
            guard unreadable == nil else { continue }
            do {
                // Not by `??`, whose autoclosure would widen what is thrown.
                var text: CSVHead
                if let known = heads.removeValue(forKey: definition.quoting) {
                    text = known
                } else {
                    text = try CSVHead(head, isWhole: isWhole, quoting: definition.quoting)
                }
                result.append(judge(format, definition, &text))
                heads[definition.quoting] = text
            } catch { unreadable = error }
        }
        // What is no CSV is unreadable only if no other reader makes anything of it.
        if result.isEmpty, let unreadable {
            guard unreadable == .content(.xml), let fault = XMLHead.fault(in: head) else {
                throw Failure.unreadable(unreadable)
            }
            throw Failure.unreadable(fault)
        }
        return result
    }

    /// What a format says of a file whose records name their own columns.
    private static func judge(_ format: Format, _ names: Set<String>) -> (opinion: Opinion, match: Match?) {
        let excluded = format.excluded(names)
        let sets = format.recognise.map { format.missing($0, in: names) }
        let missing = sets.min { $0.count < $1.count } ?? []
        let opinion = Opinion(
            format: format.name, missing: missing, excluded: excluded, sets: format.recognise, names: names,
            spellings: format.spellings, unknown: format.unknown(among: excluded))
        return (opinion, opinion.fits ? Match(format: format, layout: Layout()) : nil)
    }

    private static func judge(
        _ format: Format, _ definition: CSVReaderDefinition, _ head: inout CSVHead
    ) -> (opinion: Opinion, match: Match?) {
        var best = Opinion(
            format: format.name, missing: format.recognise.first ?? [], excluded: [], sets: format.recognise,
            spellings: format.spellings)
        for delimiter in definition.delimiters {
            for candidate in head.candidates(definition, delimiter: delimiter) {
                let names = candidate.names
                let excluded = format.excluded(names)
                if best.names.isEmpty { best.names = names }
                for set in format.recognise {
                    let missing = format.missing(set, in: names)
                    if missing.isEmpty, excluded.isEmpty {
                        let match = Match(
                            format: format,
                            layout: Layout(
                                preamble: candidate.preamble, delimiter: delimiter,
                                spellings: format.respelt(names, definition)))
                        return (
                            Opinion(
                                format: format.name, missing: [], excluded: [], sets: format.recognise, names: names,
                                spellings: format.spellings), match
                        )
                    }
                    if missing.count < best.missing.count || (missing.isEmpty && !excluded.isEmpty) {
                        (best.missing, best.excluded, best.names) = (missing, excluded, names)
                        best.unknown = format.unknown(among: excluded)
                    }
                }
            }
        }
        return (best, nil)
    }
}
