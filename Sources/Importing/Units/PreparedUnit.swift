internal import Definitions
internal import Discovering
internal import Loading
internal import Normalising
internal import Postgres
internal import Reading
internal import Records

/// A file whose format, owner, settings and ledger key are known: ready to be read.
struct PreparedUnit {
    let candidate: Candidate
    let file: SourceFile
    let match: Recogniser.Match
    /// What is known of the file beside its bytes, where its format asks for that.
    let facts: FileFacts
    let plan: MappingPlan
    /// Number of the plan in this run: units of one number are of one format, header, owner and settings.
    let kind: Int
    /// Without the content's hash in `validate`, which takes it from the reading.
    let key: UnitKey
    let settings: [(name: String, value: String)]
    /// Whether it may replace rows by the same numbers in another unit.
    let takesChangedUnits: Bool
    /// The zone in which its wall times are read, and who says so; nil where the format asks for none.
    let zone: (name: String, origin: String)?
    let reading: FileFeed.Options
    /// What it shows of its form while it is read; nil of a file that is one record.
    let shape: UnitShape?
    let wholeRejects: WholeRejects

    /// The way up to the sink, batch by batch: read |> map |> validate.
    func records() -> FileFeed { FileFeed(of: self, reading) }

    /// A reader at the first record.
    func reader(of source: any ByteSource) throws(ReadError) -> any RecordReader {
        try match.reader(of: source, about: facts)
    }

    var description: UnitDescription {
        UnitDescription(
            key: key, source: candidate.name, bytes: file.bytes, format: match.format.name,
            datasets: match.format.datasets,
            settings: settings, wholeRejects: wholeRejects)
    }

    /// The unit as refused.
    func refusal(_ code: RefusalCode, _ reason: String) -> Refusal {
        var refusal = Refusal(
            code, reason: reason, sha256: key.sha256, bytes: file.bytes, format: match.format.name,
            datasets: match.format.datasets)
        refusal.owner = key.ownerScope
        return refusal
    }
}

extension Format {
    /// Whether a file is one record, and its bytes are kept.
    var isWholeFile: Bool {
        if case .jpeg = reader { return true }
        return false
    }
}

extension Recogniser.Match {
    /// A reader at the first record of a source of this format.
    func reader(
        of source: any ByteSource, about facts: FileFacts = FileFacts()
    ) throws(ReadError) -> any RecordReader {
        try ReaderOpening.open(source, format.reader, layout: layout, about: facts, columns: format.columns)
    }
}

/// Why a file is not imported, and nothing of it.
struct Refusal: Error {
    var code: RefusalCode
    var reason: String
    var sha256: [UInt8]?
    var bytes = 0
    var format: String?
    var datasets: [String] = []
    /// Settings that would let it in.
    var missing: [MissingSetting] = []
    /// Lines that `settings.yaml` of the owner's folder lacks.
    var settings: [String] = []
    /// Whose it is, as the ledger calls that; nil where that is not known yet.
    var owner: String?
    /// The email for which an account is to be made.
    var account: String?
    /// Another file, for which this one waits; empty: it itself is at fault. An array, so that a refusal without one stays small.
    var culprits: [Candidate] = []

    init(
        _ code: RefusalCode, reason: String, sha256: [UInt8]? = nil, bytes: Int = 0, format: String? = nil,
        datasets: [String] = []
    ) {
        self.code = code
        self.reason = reason
        self.sha256 = sha256
        self.bytes = bytes
        self.format = format
        self.datasets = datasets
    }

    enum Cause {
        /// Bad input, for a person to correct.
        case input
        /// It may not be read; it stays where it is until its rights allow it.
        case permission
        /// The settings beside it are wrong; it stays where it is until they are corrected.
        case settings
        /// No file has its name any more.
        case gone
        /// The system failed, which says nothing of the file: it stays where it is for the next run.
        case outage
        /// The options leave it out: it stays where it is for a run that takes it.
        case leftOut
    }

    var cause: Cause {
        switch code {
        case .permission: .permission
        case .settingsFile: .settings
        case .gone: .gone
        case .outage: .outage
        case .leftOut: .leftOut
        default: .input
        }
    }
}

extension UnloadedUnit {
    /// A refused file as the ledger has it: by its content, or by its place in the run where that was not read.
    init(_ candidate: Candidate, _ refusal: Refusal, in run: String) {
        var place = Digest()
        place.add(run)
        place.add("\(candidate.line ?? 0)")
        place.add(candidate.name)
        let unit = UnitDescription(
            key: UnitKey(
                ownerScope: refusal.owner ?? "", sha256: refusal.sha256 ?? [], digest: refusal.sha256 ?? place.finish()),
            source: candidate.name, bytes: refusal.bytes, format: refusal.format ?? "", datasets: [], settings: [])
        self.init(unit, refusal.code, reason: refusal.reason)
    }
}

extension Refusal {
    /// What an error of any stage before Loading means for the file.
    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let error as DiscoveryError: self.init(error)
        case let error as ReadError: self.init(error)
        case let error as DatabaseError: self.init(.outage, reason: error.description)
        case let error as MappingError:
            self.init(error.code, reason: error.message)
            if case .missingSettings(let settings) = error { missing = settings }
        case let failure as Recogniser.Failure: self.init(failure.code, reason: failure.message)
        default: self.init(.broken, reason: "the file cannot be read")
        }
    }

    init(_ error: DiscoveryError) {
        let code: RefusalCode =
            switch error {
            case .outage: .outage
            case .unreadable: .permission
            case .missing: .gone
            case .notRegular, .notUTF8: .notAFile
            case .archive: .archive
            case .workbook: .notText
            }
        self.init(code, reason: error.message)
    }

    init(_ error: ReadError) { self.init(error.code, reason: error.description) }
}
