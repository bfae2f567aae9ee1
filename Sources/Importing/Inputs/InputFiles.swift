internal import Definitions
internal import Discovering
internal import Filing
internal import Loading
internal import Normalising
internal import Records
internal import Reporting

/// A run's inputs: whose each is, in which order they come, and the units that they give.
final class InputFiles {
    private let request: RunRequest
    private let pipelines: Pipelines
    private let owners: OwnerResolver
    private let preparation: UnitPreparation
    private let formats: FormatChoice
    private let manifests: Manifests
    private let companions: Companions
    private let settings: FolderSettings
    private let inProgress: FilesInProgress?
    /// What the list of a run that several processes load says of the file at hand, in place of `settings.yaml` beside it.
    var settingsOfLine: [(name: String, value: String)]?
    /// Whether a process has ended at the file at hand: no other is opened beside it.
    var isOnTrial = false
    /// Standard input, which can be read once only.
    private var standardInput: SourceFile?

    /// A file that is opened, and what is known of it before it is recognised.
    struct Opened {
        var candidate: Candidate
        let file: SourceFile
        /// The archive that the file may be.
        let archive: ArchiveFile?
        let owner: OwnerResolver.Owner
        let settings: [(name: String, value: String)]
        let cache: ManifestCache
    }

    init(
        _ request: RunRequest, _ pipelines: Pipelines, _ owners: OwnerResolver,
        _ hashing: UnitPreparation.Hashing, _ reading: FileFeed.Options, _ inProgress: FilesInProgress? = nil
    ) throws {
        self.inProgress = inProgress
        self.request = request
        self.pipelines = pipelines
        self.owners = owners
        let catalogue = pipelines.catalogue
        formats = FormatChoice(catalogue, for: request)
        if request.applies != nil { formats.cacheResults() }
        companions = Companions(formats)
        settings = FolderSettings(pipelines)
        manifests = Manifests(catalogue)
        preparation = UnitPreparation(
            pipelines: pipelines, formats: formats, flags: request.settings, recalled: request.recalled,
            jobSettings: request.job?.settings ?? [],
            zone: owners.zone, use: request.mode == .validate ? .check : .load, hashing: hashing,
            identity: owners.identityKey, accounts: try owners.accounts(),
            reading: reading)
    }

    /// Whether files of other owners wait: one that takes long is refused as too slow, and is to be taken again later.
    var isHurried: Bool {
        get { formats.isHurried }
        set { formats.isHurried = newValue }
    }

    func knows(format: String) -> Bool { formats.all.holds(format) }

    /// Files that others refer to come first; those alike stay in the order of their names, owners taking turns, and what is
    /// not recognised stays behind the file before it.
    ///
    /// Only where a job wants it, or the files may name each other's rows: each is opened for that.
    func inOrder(_ candidates: [Candidate]) throws -> [Candidate] {
        let isMigration = request.whose == "payload"
        let isWanted =
            request.job?.order == .tables || isMigration || request.job == nil && candidates.count <= 100
        guard isWanted, candidates.count > 1, pipelines.datasets.count > 1 else { return Self.inTurns(candidates) }
        formats.cacheResults()
        var places: [Int] = []
        defer { inProgress?.keep(0, []) }
        for candidate in candidates {
            // A file at which a process has ended is not for this one to open.
            guard inProgress?.suspicion(of: candidate.path) == nil else {
                places.append(places.last ?? 0)
                continue
            }
            inProgress?.replace(with: [candidate.path])
            do {
                places.append(pipelines.place(of: try formats.recognise(file(candidate)).match.format))
            } catch {
                let refusal = Refusal(error)
                // In another order good records would find nothing that they refer to.
                if refusal.cause == .outage { throw RunEnd.temporary("\(candidate.name): \(refusal.reason)") }
                places.append(places.last ?? 0)
            }
        }
        let alike = Dictionary(grouping: candidates.indices) { places[$0] }
        return alike.keys.sorted().flatMap { place in Self.inTurns(alike[place, default: []].map { candidates[$0] }) }
    }

    /// Most files, and bytes, of one owner's turn.
    private static let turn = (files: 100, bytes: 16 << 20)

    /// Some files of each owner, then some more of each: nobody waits for all that another one has put there. The files of one
    /// owner stay in their order.
    private static func inTurns(_ candidates: [Candidate]) -> [Candidate] {
        let files = Dictionary(grouping: candidates, by: \.ownerFolder)
        guard files.count > 1 else { return candidates }
        let turns = files.mapValues(Self.turns(of:))
        var owners: [String?] = []
        var seen: Set<String?> = []
        for candidate in candidates where seen.insert(candidate.ownerFolder).inserted {
            owners.append(candidate.ownerFolder)
        }
        let most = turns.values.map(\.count).max() ?? 0
        return (0..<most).flatMap { number -> [Candidate] in
            owners.compactMap { turns[$0] }.filter { number < $0.count }.flatMap { $0[number] }
        }
    }

    private static func turns(of files: [Candidate]) -> [ArraySlice<Candidate>] {
        var turns: [ArraySlice<Candidate>] = []
        var (first, bytes) = (0, 0)
        for (place, file) in files.enumerated() {
            bytes += FileSize.of(file.path) ?? 0
            guard place - first + 1 == turn.files || bytes >= turn.bytes || place == files.count - 1 else { continue }
            turns.append(files[first...place])
            (first, bytes) = (place + 1, 0)
        }
        return turns
    }

    /// Opens a file, and the archive that it may be; the candidate knows from then on which file that is.
    func open(_ candidate: inout Candidate) throws -> Opened {
        let owner = try owner(of: candidate)
        candidate.owner = owner.scope
        do {
            let settings = try settingsOfLine ?? settings.settings(beside: candidate)
            return try open(&candidate, of: owner, settings)
        } catch var refusal as Refusal {
            refusal.owner = owner.scope
            throw refusal
        }
    }

    private func open(
        _ candidate: inout Candidate, of owner: OwnerResolver.Owner, _ settings: FolderSettings.Settings
    ) throws -> Opened {
        let file: SourceFile
        do { file = try self.file(candidate) } catch { throw Refusal(error) }
        candidate.identity = file.identity
        let archive: ArchiveFile?
        do { archive = try ArchiveFile.open(file) } catch {
            var refusal = Refusal(error)
            (refusal.sha256, refusal.bytes) = (try? file.sha256(), file.bytes)
            throw refusal
        }
        return Opened(
            candidate: candidate, file: file, archive: archive, owner: owner, settings: settings,
            cache: archive.map { ManifestCache($0, named: manifests.names) } ?? manifests.cache)
    }

    /// A file that ended a process, as refused: it is hashed, and nothing else is done with its bytes.
    func crashed(_ candidate: inout Candidate, _ reason: String) throws -> Refusal {
        let owner = try owner(of: candidate)
        candidate.owner = owner.scope
        let file = try self.file(candidate)
        candidate.identity = file.identity
        var refusal = Refusal(.crashed, reason: reason, sha256: try file.sha256(), bytes: file.bytes)
        refusal.owner = owner.scope
        return refusal
    }

    /// Opens a file; standard input is kept for when it is asked for again.
    private func file(_ candidate: Candidate) throws -> SourceFile {
        if candidate.path == "-", let standardInput { return standardInput }
        let file = try SourceFile.open(candidate)
        if candidate.path == "-" { standardInput = file }
        return file
    }

    /// What is done with the entries of the archive that a file is; nil where it is none.
    func contents(of input: Opened) throws -> ArchiveContents? {
        do {
            return try input.archive.map { try ArchiveContents($0, of: input.file, formats, pipelines) }
        } catch {
            var refusal = Refusal(error)
            (refusal.sha256, refusal.bytes) = (try? input.file.sha256(), input.file.bytes)
            refusal.owner = input.owner.scope
            throw refusal
        }
    }

    /// Whether a file is no data but says more about the photos beside it.
    func isManifest(_ input: Opened) throws -> Bool {
        try manifests.isManifest(input.file, input.candidate, among: formats)
    }

    /// What a file is recognised as.
    func recognise(_ file: SourceFile) -> Result<FormatChoice.Found, Refusal> {
        Result { try formats.recognise(file) }.mapError(Refusal.init)
    }

    /// Why a file is passed over since it belongs to an export beside it; nil of others.
    func reasonToIgnore(_ input: Opened, _ found: Result<FormatChoice.Found, Refusal>) throws -> String? {
        let isKnown: Bool
        switch found {
        case .success(let found):
            companions.note(found.match.format, of: input.candidate)
            guard found.match.format.isOftenBeside, found.refusal == nil else { return nil }
            isKnown = true
        case .failure(let refusal):
            // A list of photos that cannot be read is no unknown file.
            let name = input.candidate.name.split(separator: "/").last.map(String.init) ?? ""
            guard [.unknownFormat, .otherDocument].contains(refusal.code), !manifests.names.contains(name) else {
                return nil
            }
            isKnown = false
        }
        do {
            return try companions.reason(
                toIgnore: input.candidate, input.file, isKnown: isKnown, opensOthers: !isOnTrial)
        } catch { throw Refusal(error) }
    }

    /// Prepares a file, or an entry of the archive that it is.
    func prepare(
        _ entry: SourceFile? = nil, as found: Result<FormatChoice.Found, Refusal>, in input: Opened
    ) throws -> PreparedUnit {
        let candidate = entry.map { input.candidate.entry(named: $0.name) } ?? input.candidate
        var place =
            entry.map { FilePlace(entry: $0.name, cache: input.cache) } ?? FilePlace(candidate, cache: input.cache)
        place.opensOthers = !isOnTrial
        return try preparation.prepare(
            entry ?? input.file, as: found, from: candidate,
            at: place, input.owner, folderSettings: input.settings)
    }

    private func owner(of candidate: Candidate) throws -> OwnerResolver.Owner {
        let given = request.whose
        guard let name = given == "folder" ? candidate.ownerFolder : given else {
            guard given == "folder" else { return .unknown }
            throw Refusal(.ownerMissing, reason: "it lies in no owner's folder; move it to INBOX/<email or user id>/")
        }
        // A word of the command line and of jobs; a folder of that name belongs to no user.
        if given == "payload" { return .payload }
        guard let owner = try owners.find(name) else {
            var refusal = Refusal(.ownerUnknown, reason: try owners.whyUnknown(name))
            if name.contains("@"), try owners.areOurs() { refusal.account = name }
            throw refusal
        }
        if let day = owner.erased {
            throw Refusal(
                .ownerErased,
                reason:
                    "the owner was erased on \(day); `scorebook erase --lift` with this --owner allows imports again")
        }
        return owner
    }
}
