internal import Definitions
internal import Discovering
internal import Loading
internal import Normalising
internal import Postgres
internal import Reading
internal import Records

/// Prepares a file before its first record is read: format, owner, settings, ledger key and mapping plan.
struct UnitPreparation {
    let pipelines: Pipelines
    let formats: FormatChoice
    /// Settings in the order of precedence, first found wins, below those of the owner's folder.
    let flags: [(name: String, value: String)]
    /// What comes before all of them, for files that were loaded before.
    let recalled: RecalledSettings
    let jobSettings: [(name: String, value: String)]
    let zone: (Ownership) throws -> OwnerZone?
    let use: Use
    let hashing: Hashing
    let identity: () throws -> IdentityKey
    /// This database's ids of accounts that files know by others.
    var accounts: [UUIDText.Halves: UUIDText.Halves] = [:]
    let reading: FileFeed.Options
    private let known = MappingPlanCache()

    /// What is done with the records.
    enum Use {
        /// They are loaded or compared: whose each is must be known.
        case load
        /// They are checked, whoever's they are.
        case check
    }

    /// When the content is hashed.
    enum Hashing {
        /// Before the first record: the ledger is asked whether it is loaded.
        case first
        /// While it is read.
        case whileReading
    }

    /// - Parameter found: what the file was recognised as.
    func prepare(
        _ file: SourceFile, as found: Result<FormatChoice.Found, Refusal>, from candidate: Candidate,
        at place: FilePlace, _ owner: OwnerResolver.Owner, folderSettings: [(name: String, value: String)]
    ) throws -> PreparedUnit {
        let sha256: [UInt8]
        do { sha256 = hashing == .first ? try file.sha256() : [] } catch { throw Refusal(error) }
        var format: Format?
        do {
            let found = try found.get()
            format = found.match.format
            if let refusal = found.refusal { throw refusal }
            var mark = ProcessorTime.Mark.now
            defer { file.time.add(since: &mark) }
            return try prepare(file, found.match, sha256, candidate, place, owner, folderSettings)
        } catch let end as RunEnd {
            // What is wrong with the database is no fault of the file.
            throw end
        } catch {
            var refusal = Refusal(error)
            (refusal.sha256, refusal.bytes, refusal.format) = (sha256, file.bytes, format?.name)
            refusal.owner = owner.scope
            if candidate.ownerFolder != nil, !refusal.missing.isEmpty {
                refusal.reason = refusal.missing.message(.folder)
                refusal.settings = refusal.missing.map(\.settingsLine)
                refusal.missing = []
            }
            throw refusal
        }
    }

    private func prepare(
        _ file: SourceFile, _ match: Recogniser.Match, _ sha256: [UInt8], _ candidate: Candidate, _ place: FilePlace,
        _ owner: OwnerResolver.Owner, _ folderSettings: [(name: String, value: String)]
    ) throws -> PreparedUnit {
        guard let datasets = pipelines.datasets(of: match.format) else {
            throw Refusal(.definition, reason: "a dataset that \(match.format.name) feeds is not defined")
        }
        let facts = try place.cache.facts(of: file, at: place, match.format)
        let first = FirstRecords(file: file, match: match)
        var settings: [String: String] = [:]
        let before = recalled.of(sha256, ownedBy: owner.scope)
        for (name, value) in jobSettings + folderSettings + flags + before { settings[name] = value }
        var zoneOrigin = "settings"
        if settings["zone"] == nil {
            let own = try zone(owner.ownership)
            settings["zone"] = own?.name
            zoneOrigin = own?.origin.text ?? zoneOrigin
        }
        try name(match.format, file, &settings)
        let mayHaveCommas =
            match.format.reader.hasHeader
            && (match.layout.delimiter == UInt8(ascii: ";")
                || match.layout.delimiter == UInt8(ascii: "\t") && !match.layout.isDelimiterOwn)
        let names = match.format.settings(with: datasets).union(mayHaveCommas ? ["decimal_mark"] : [])
        if let rule = match.format.proof, settings[rule.setting] == nil, place.opensOthers,
            try NeighbourProof(file: file, match: match, place: place).holds(rule)
        {
            settings[rule.setting] = rule.value
        }
        var effective = names.sorted().compactMap { name in settings[name].map { (name: name, value: $0) } }
        if names.contains("zone"), zoneOrigin != "settings" { effective.append((MappingPlan.zoneOrigin, zoneOrigin)) }
        if let named = settings[MappingPlan.named] { effective.append((MappingPlan.named, named)) }
        if names.contains("date_order"), let proof = try first.dateOrder() {
            // Where no setting is given now, one is perhaps given to the rejects.
            let shown = settings["date_order"] == nil ? proof.unanimous : nil
            if let order = shown ?? proof.refuting {
                effective.append((shown == nil ? MappingPlan.refutingOrder : MappingPlan.shownOrder, order.rawValue))
            }
        }
        if let times = try first.times() { effective.append((MappingPlan.Times.setting, times.rawValue)) }
        // Kept with the unit, so that its rejects are replayed with the same numbers.
        if mayHaveCommas {
            let semicolons: MappingPlan.Semicolons = match.layout.isDelimiterOwn ? .own : .other
            effective.append((MappingPlan.Semicolons.setting, semicolons.rawValue))
        }
        var used = Dictionary(effective.map { ($0.name, $0.value) }) { first, _ in first }
        if use == .check { used[MappingPlan.everyone] = "yes" }
        let isOwnerless = use == .load && owner.isUnknown
        // The owner's account may have a zone.
        if isOwnerless, used["zone"] == nil { used["zone"] = "UTC" }
        let header = match.format.reader.hasHeader ? try match.reader(of: file.open()).header : match.format.columns
        if let reason = try first.whyRefused(order: used["date_order"] ?? used[MappingPlan.shownOrder]) {
            throw Refusal(.otherDocument, reason: reason)
        }
        let definitions = known.definitions(of: match.format) { match.format.canonicalText(with: datasets) }
        let (kind, plan) = try known.plan(
            MappingPlanCache.Key(format: match.format.name, header: header, settings: used, ownership: owner.ownership)
        ) {
            do {
                return try MappingPlan(
                    format: match.format, datasets: datasets, header: header, settings: used,
                    ownership: owner.ownership, accounts: accounts, identity: identity())
            } catch MappingError.missingSettings(let missing) where isOwnerless {
                throw MappingError.missingSettings([.owner] + missing)
            }
        }
        guard !isOwnerless else { throw MappingError.missingSettings([.owner]) }
        return PreparedUnit(
            candidate: candidate, file: file, match: match, facts: facts, plan: plan, kind: kind,
            key: key(owner.scope, sha256, definitions, effective, facts), settings: effective,
            takesChangedUnits: settings["unit_changed"]?.lowercased() == "yes",
            zone: used["zone"].map { (name: $0, origin: zoneOrigin) },
            reading: reading,
            shape: match.format.isWholeFile
                ? nil
                : UnitShape(header: match.format.reader.hasHeader && !match.format.isOfTables ? header : nil, plan),
            wholeRejects: place.cache.wholeRejects ?? WholeRejects())
    }

    /// What a file holds, where only its name says it.
    private func name(_ format: Format, _ file: SourceFile, _ settings: inout [String: String]) throws {
        // In the archive the name is that of the content; what it said then is recalled.
        guard !format.named.isEmpty, settings[MappingPlan.named] == nil else { return }
        let path = file.name.replacing("!", with: "/")
        guard let named = format.named.first(where: { Glob($0.pattern).matches(endOf: path) }) else {
            let names = format.named.map(\.pattern).joined(separator: ", ")
            throw Refusal(
                .otherName,
                reason: "only the name of such a file says what it holds: name it as the export does (\(names))")
        }
        settings[MappingPlan.named] = named.word
    }

    /// Owner scope, content, parsed definitions, effective settings, mapped accounts and what is known beside the
    /// content, hashed.
    ///
    /// The file's time is left out: it changes with each copy, and says something only where nothing else does.
    private func key(
        _ scope: String, _ sha256: [UInt8], _ definitions: String, _ settings: [(name: String, value: String)],
        _ facts: FileFacts
    ) -> UnitKey {
        var digest = Digest()
        digest.add(scope)
        sha256.withUnsafeBytes { digest.add($0) }
        digest.add(definitions)
        for (name, value) in settings {
            digest.add(name)
            digest.add(value)
        }
        for (old, new) in accounts.sorted(by: { ($0.key.high, $0.key.low) < ($1.key.high, $1.key.low) }) {
            digest.add(UUIDText.text(high: old.high, low: old.low))
            digest.add(UUIDText.text(high: new.high, low: new.low))
        }
        if !facts.path.isEmpty {
            digest.add("beside")
            digest.add(facts.path)
            for (name, value) in facts.manifest.sorted(by: { $0.key < $1.key }) {
                digest.add(name)
                digest.add(value)
            }
        }
        return UnitKey(ownerScope: scope, sha256: sha256, digest: digest.finish())
    }
}
