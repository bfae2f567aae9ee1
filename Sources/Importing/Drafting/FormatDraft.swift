public import Definitions
internal import Discovering
internal import Reading
internal import Records
internal import Reporting

/// Why no definition can be proposed.
public struct DraftFault: Error, Sendable {
    public var message: String
    public var hint: String
    /// Whether an option is missing; otherwise the file cannot be used.
    public var isUsage = false

    public init(_ message: String, hint: String, isUsage: Bool = false) {
        (self.message, self.hint, self.isUsage) = (message, hint, isUsage)
    }
}

/// A definition of a format, proposed from a file of it: what its columns are, and how sure that is.
///
/// ```
/// dialect -> columns by name and content -> dataset -> days, person, fields, measures -> YAML -> trial
///                                              ^ questions, options
/// ```
///
/// It holds names of columns and kinds of values. Of the values themselves only words of our vocabulary are in it: names
/// of metrics and exercises' sets, and words that mean no value.
public struct FormatDraft {
    public let name: String
    /// What was said by options and answers; a change makes the proposal again.
    public var answers: DraftAnswers { didSet { propose() } }

    /// The YAML.
    public private(set) var text = ""
    public private(set) var dataset: String = ""
    /// What shows the dataset, and how sure that is.
    public private(set) var datasetFinding = DraftFinding(column: "", use: "", confidence: .guess, why: "")
    /// What each column is taken for, in the order of the file.
    public private(set) var findings: [DraftFinding] = []
    /// What is open, the weightiest first.
    public private(set) var questions: [DraftQuestion] = []
    /// Settings that a run asks for.
    public private(set) var settings: [DraftSetting] = []
    /// The one of them that says whose records are taken, in files that name people.
    public private(set) var personSetting: String?
    /// What a person has to look at.
    public private(set) var doubts: [String] = []
    /// What of the file was not understood, so that the proposal is not to be taken as it is.
    public private(set) var unclear: [String] = []
    /// Why there is no definition.
    public private(set) var fault: DraftFault?
    /// A format that takes this file already.
    public let known: String?

    /// Why a format refuses such files. It may read less than a proposal: several equal sets in a line.
    private let refusal: String?
    private let dialect: Dialect
    private let datasets: [Dataset]
    private let register: [Measure]
    private let words: ColumnWords
    /// Columns of other formats whose files have all columns of this one, too.
    private let without: [String]
    private let today: Int

    /// Looks at a file, all of it, and proposes a format named `name`.
    ///
    /// - Parameters:
    ///   - formats: those of the pipelines that may take the file already.
    ///   - today: days since 1970; nil: as the clock says.
    public init(
        of path: String, named name: String, answers: DraftAnswers, over pipelines: Pipelines, formats: [Format],
        today: Int? = nil
    ) throws {
        (self.name, self.answers) = (name, answers)
        (datasets, words, register) = (pipelines.datasets, ColumnWords(pipelines.words), pipelines.measures)
        self.today = today ?? Int(Clock.wall / 86_400_000_000)
        let file = try FileInspection.open(Candidate(path: path, name: path))
        let bytes = file.head(CSVHead.wideSize)
        do {
            let isWhole = bytes.count == file.bytes
            do {
                known = try Recogniser(formats: formats).recognise(bytes, isWhole: isWhole).format.name
                refusal = nil
            } catch {
                known = nil
                let failure = error as? Recogniser.Failure
                // A further format would be one more of several.
                if let failure, case .ambiguous = failure {
                    throw DraftFault(failure.message, hint: "`scorebook formats` lists them.")
                }
                refusal = if case .refused(let reason) = failure { reason.description } else { nil }
            }
            if known == nil, let kind = ContentKind.prose(in: bytes) {
                throw DraftFault("\(ReadError.content(kind))", hint: "No definition reads it as it is.")
            }
            dialect = try Dialect(file, bytes, isWhole: isWhole, words)
            without = Self.columns(of: formats, like: dialect)
        } catch let error as ReadError { throw FileInspection.Failure.bad(error.description) }
        propose()
    }

    /// Columns of the widest file that a person can look through.
    private static let mostColumns = 300

    /// Whether a word is a unit, as `--unit` takes it.
    public func isUnit(_ word: String) -> Bool { DraftUnit(word, words) != nil }

    /// Names of the file's columns.
    public var columns: [String] { dialect.columns.map(\.title) }

    /// For each format whose header holds all of this file's columns one that this file does not have.
    private static func columns(of formats: [Format], like dialect: Dialect) -> [String] {
        let own = Set(dialect.recognise)
        func names(_ column: String, _ format: Format) -> [String] { [column] + (format.spellings[column] ?? []) }
        var found: [String] = []
        for format in formats {
            let isCSV = if case .csv = format.reader { true } else { false }
            guard isCSV == (dialect.delimiter != nil) else { continue }
            for set in format.recognise {
                let all = Set(set.flatMap { names($0, format) })
                guard own.isSubset(of: all), all.isDisjoint(with: found),
                    let other = set.first(where: { !own.contains($0) && own.isDisjoint(with: names($0, format)) })
                else { continue }
                found += names(other, format)
            }
        }
        return found
    }

    private mutating func propose() {
        var sheet = DraftSheet(name, dialect, answers, words, today: today)
        questions = []
        fault = choose(sheet)
        if fault == nil { fault = fill(&sheet) }
        let isLeftOut = { (finding: DraftFinding) in finding.use == "not used" && finding.confidence == .guess }
        if let left = sheet.findings.first(where: isLeftOut) {
            datasetFinding.confidence = min(datasetFinding.confidence, .likely)
            datasetFinding.why += "; but \(DraftText.scalar(left.column)) is not used"
        }
        // Days come before units: they are of every record.
        questions += sheet.questions.filter { $0.subject == .order } + sheet.questions.filter { $0.subject != .order }
        (settings, personSetting, unclear) = (sheet.settings, sheet.personSetting, sheet.unclear)
        let order = Dictionary(sheet.all.enumerated().map { ($1.title, $0) }) { first, _ in first }
        findings = sheet.findings.enumerated().sorted {
            (order[$0.element.column] ?? 0, $0.offset) < (order[$1.element.column] ?? 0, $1.offset)
        }.map(\.element)
        doubts = dialect.doubts
        write(sheet)
    }

    /// Chooses the dataset; why there is none.
    private mutating func choose(_ sheet: DraftSheet) -> DraftFault? {
        if dialect.columns.allSatisfy({ $0.content == .empty }) {
            return DraftFault(
                dialect.unclear.first ?? "the file has no records to learn from",
                hint: dialect.unclear.isEmpty ? "Give a file with some records." : "Give each column a name of its own."
            )
        }
        if let said = answers.dataset {
            dataset = said
            datasetFinding = DraftFinding(column: "", use: said, confidence: .certain, why: "as you say")
            return nil
        }
        if sheet.all.count > Self.mostColumns {
            return DraftFault(
                "it has more than \(Self.mostColumns) columns",
                hint: "Leave those out that are not needed, in a copy of the file.")
        }
        if let packed = sheet.all.first(where: \.isPacked), sheet.find([.reps], where: \.isNumber) == nil {
            return DraftFault(DraftSheet.packed(packed), hint: DraftSheet.packedHint)
        }
        let guess = DatasetGuess(
            sheet: sheet, metrics: KnownMeasures(register, of: datasets.first { $0.name == "performance" }, words),
            health: KnownMeasures(register, of: datasets.first { $0.name == "health" }, words),
            datasets: datasets.map(\.name))
        if let refusal, guess.made.map({ $0.question != nil }) ?? true {
            return DraftFault(refusal, hint: "No definition reads it as it is.")
        }
        if let sets = sheet.columnsOfSets {
            return DraftFault(
                "it has a column for each set: \(sets)",
                hint: "Write a line for each set, with columns for the exercise, the repetitions and the weight.")
        }
        guard let (found, question) = guess.made else {
            if let value = sheet.find([.value, .measure], where: \.isNumber) {
                return DraftFault(
                    "no column says what \"\(value.title)\" measures",
                    hint:
                        "Name it as what it is in a copy of the file, as in Glucose (mg/dL); `scorebook metrics` lists "
                        + "what is known.")
            }
            let kinds = Set(dialect.columns.map(\.content.words)).sorted().joined(separator: ", ")
            return DraftFault(
                "none of the datasets holds this: its columns hold \(kinds)",
                hint: "`scorebook datasets` lists them; --dataset says which one it is, if it is one.")
        }
        (dataset, questions) = (found.dataset, [question].compactMap { $0 })
        datasetFinding = DraftFinding(column: "", use: dataset, confidence: found.confidence, why: found.why)
        return nil
    }

    private func fill(_ sheet: inout DraftSheet) -> DraftFault? {
        guard let chosen = datasets.first(where: { $0.name == dataset }) else { return nil }
        func measures(_ dataset: Dataset) -> MeasuresDraft? {
            MeasuresDraft(dataset, KnownMeasures(register, of: dataset, words))
        }
        sheet.sections = [.init(dataset: dataset)]
        if let draft = measures(chosen) { return draft.propose(&sheet) }
        if let fault = FieldsDraft(dataset: chosen).propose(&sheet) { return fault }
        // What is written next to nights: pulses, weights.
        if dataset == "sleep", let health = datasets.first(where: { $0.name == "health" }).flatMap(measures),
            sheet.free.contains(where: { $0.isNumber && health.known.named($0) != nil })
        {
            sheet.sections.append(.init(dataset: "health"))
            return health.propose(&sheet)
        }
        sheet.leave { "\($0.content.words), which no field takes" }
        return nil
    }

    private mutating func write(_ sheet: DraftSheet) {
        text = """
            # Proposed by `scorebook init format` from the names and the \(dialect.records.of("record")) of a file. What each
            # column is taken for is above its mapping, with how sure that is: certain, likely or a guess.
            # Dataset \(dataset): \(datasetFinding.confidence.words), \(datasetFinding.why).

            """
        for doubt in doubts + unclear { text += "# DOUBT: \(doubt)\n" }
        let left = sheet.findings.filter { $0.use == "not used" }
        if !left.isEmpty { text += "# Not used:\n" }
        for finding in left { text += "#   \(DraftText.scalar(finding.column)): \(finding.why)\n" }
        func list(_ key: String, _ words: some Sequence<String>) -> String {
            let scalars = words.map(DraftText.scalar)
            return scalars.isEmpty ? "" : "\(key): [\(scalars.joined(separator: ", "))]\n"
        }
        text += "format: \(DraftText.scalar(name))\nreader: \(dialect.reader)\n"
        text +=
            "# Keep the columns without which a file is not of this format.\n" + list("recognise", dialect.recognise)
        text += list("without", without)
        text += list("missing", sheet.all.reduce(into: Set<String>()) { $0.formUnion($1.missing) }.sorted())
        if let skip = sheet.skip { text += "skip: \(skip)\n" }
        if sheet.sections.count > 1 { text += "records:\n" }
        for section in sheet.sections {
            let isOne = sheet.sections.count == 1
            text += (isOne ? "" : "  - ") + "dataset: \(section.dataset)\n"
            text += DraftText.section(section, person: sheet.person, indented: isOne ? 0 : 4)
        }
    }
}
