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
/// names and first records -> content of each column -> dataset -> fields -> YAML
///                                                         ^ questions, options
/// ```
///
/// It holds names of columns and kinds of values. Of the values themselves only words of our vocabulary stand in it: names
/// of metrics and exercises' sets, and words that mean no value.
public struct FormatDraft {
    public let name: String
    /// What was said by options and answers; a change makes the proposal again.
    public var answers: DraftAnswers { didSet { propose() } }

    /// The YAML.
    public private(set) var text = ""
    public private(set) var dataset: String = ""
    /// What shows the dataset, and how sure that is.
    public private(set) var datasetFinding: DraftFinding
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
    /// Why there is no definition.
    public private(set) var fault: DraftFault?
    /// A format that takes this file already.
    public let known: String?

    private let look: Look
    private let datasets: [Dataset]
    private let measures: [Measure]
    private let words: [WordList]
    /// Columns of other formats whose files have all columns of this one, too.
    private let without: [String]
    private let today: Int

    /// What a file shows: how it is read, by what it is known, and what its columns seem to be.
    struct Look {
        /// `{type: csv, ...}`
        var reader: String
        var recognise: [String]
        var columns: [DraftColumn]
        var records: Int
        /// Nil where it is no CSV.
        var delimiter: UInt8?
        var doubts: [String] = []
    }

    /// Looks at a file and proposes a format named `name`.
    ///
    /// - Parameters:
    ///   - formats: those of the pipelines that may take the file already.
    ///   - today: days since 1970; nil: as the clock says.
    public init(
        of path: String, named name: String, answers: DraftAnswers, over pipelines: Pipelines, formats: [Format],
        today: Int? = nil
    ) throws {
        (self.name, self.answers) = (name, answers)
        (datasets, words, measures) = (pipelines.datasets, pipelines.words, pipelines.measures)
        self.today = today ?? Int(Clock.wall / 86_400_000_000)
        let file = try FileInspection.open(Candidate(path: path, name: path))
        let bytes = file.head(CSVHead.wideSize)
        do {
            let isWhole = bytes.count == file.bytes
            known = (try? Recogniser(formats: formats).recognise(bytes, isWhole: isWhole))?.format.name
            if known == nil, let kind = ContentKind.prose(in: bytes) {
                throw DraftFault("\(ReadError.content(kind))", hint: "No definition reads it as it is.")
            }
            look = try Look(json: file, bytes, isWhole: isWhole) ?? Look(csv: bytes, isWhole: isWhole)
            without = Self.columns(of: formats, beside: look)
        } catch let error as ReadError { throw FileInspection.Failure.bad(error.description) }
        datasetFinding = DraftFinding(column: "", use: "", confidence: .guess, why: "")
        propose()
    }

    /// Whether a word is a unit, as `--unit` takes it.
    public static func isUnit(_ word: String) -> Bool { DraftUnit(word: word) != nil }

    /// Names of the file's columns.
    public var columns: [String] { look.columns.map(\.title).filter { !$0.isEmpty } }

    /// For each format whose header holds all of this file's columns one that this file does not have.
    private static func columns(of formats: [Format], beside look: Look) -> [String] {
        let own = Set(look.recognise)
        func names(_ column: String, _ format: Format) -> [String] { [column] + (format.spellings[column] ?? []) }
        var found: [String] = []
        for format in formats {
            let isCSV = if case .csv = format.reader { true } else { false }
            guard isCSV == (look.delimiter != nil) else { continue }
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
        let performance = PerformanceDraft(measures, words: words)
        var sheet = DraftSheet(name, look, answers, KnownMeasure.byName(measures), today: today)
        questions = []
        if let said = answers.dataset {
            dataset = said
            datasetFinding = DraftFinding(column: "", use: said, confidence: .certain, why: "as you say")
        } else {
            let guess = DatasetGuess(
                sheet.all, metrics: performance.metrics, measures: sheet.measures, datasets: datasets.map(\.name)
            ).made
            dataset = guess.dataset.value
            datasetFinding = DraftFinding(
                column: "", use: dataset, confidence: guess.dataset.confidence, why: guess.dataset.why)
            questions += [guess.question].compactMap { $0 }
        }
        if look.columns.allSatisfy({ $0.content == .empty }) {
            fault = DraftFault("the file has no records to learn from", hint: "Give a file with some records.")
        } else {
            switch dataset {
            case "performance": fault = performance.propose(&sheet)
            case "workouts": fault = WorkoutDraft().propose(&sheet)
            case "health": fault = HealthDraft().propose(&sheet)
            case "games": fault = GameDraft().propose(&sheet)
            default: fault = datasets.first { $0.name == dataset }.flatMap { OtherDraft(dataset: $0).propose(&sheet) }
            }
        }
        let isLeftOut = { (finding: DraftFinding) in finding.use == "not used" && finding.confidence == .guess }
        if let left = sheet.findings.first(where: isLeftOut) {
            datasetFinding.confidence = min(datasetFinding.confidence, .likely)
            datasetFinding.why += "; but \(Self.scalar(left.column)) is not used"
        }
        // Days come before units: they are of every record.
        questions += sheet.questions.filter { $0.subject == .order } + sheet.questions.filter { $0.subject != .order }
        settings = sheet.settings
        personSetting = sheet.personSetting
        let order = Dictionary(sheet.all.enumerated().map { ($1.title, $0) }) { first, _ in first }
        findings = sheet.findings.enumerated().sorted {
            (order[$0.element.column] ?? 0, $0.offset) < (order[$1.element.column] ?? 0, $1.offset)
        }.map(\.element)
        doubts = look.doubts
        if let known { doubts.append("format \(known) takes this file already") }
        write(sheet)
    }
}

// The YAML.
extension FormatDraft {
    private mutating func write(_ sheet: DraftSheet) {
        text = """
            # Proposed by `scorebook init format` from the names and the first \(look.records.of("record")) of a file. What each
            # column is taken for is above its mapping, with how sure that is: certain, likely or a guess.
            # Dataset \(dataset): \(datasetFinding.confidence.words), \(datasetFinding.why).

            """
        for doubt in doubts { text += "# DOUBT: \(doubt)\n" }
        let left = sheet.findings.filter { $0.use == "not used" }
        if !left.isEmpty { text += "# Not used:\n" }
        for finding in left { text += "#   \(Self.scalar(finding.column)): \(finding.why)\n" }
        text += """
            format: \(Self.scalar(name))
            reader: \(look.reader)
            # Keep the columns without which a file is not of this format.
            recognise: [\(look.recognise.map(Self.scalar).joined(separator: ", "))]

            """
        if !without.isEmpty { text += "without: [\(without.map(Self.scalar).joined(separator: ", "))]\n" }
        let missing = sheet.all.reduce(into: Set<String>()) { $0.formUnion($1.missing) }
        if !missing.isEmpty { text += "missing: [\(missing.sorted().map(Self.scalar).joined(separator: ", "))]\n" }
        guard sheet.records.isEmpty else {
            text += "records:\n" + sheet.records.joined()
            return
        }
        text += "dataset: \(dataset)\n"
        if let person = sheet.person { text += "person: \(person)\n" }
        text += "fields:\n" + Self.rows(sheet.lines, indented: 2)
        if sheet.areActivities {
            text += "# Two of one time are two, which are known again by what they say.\nkey: [started_at]\n"
        }
        guard !sheet.cases.isEmpty else { return }
        text += "unpivot:\n"
        for one in sheet.cases {
            if let remark = one.remark { text += "  # \(remark)\n" }
            var isFirst = true
            func entry(_ words: String) -> String {
                defer { isFirst = false }
                return (isFirst ? "  - " : "    ") + words + "\n"
            }
            if let when = one.when { text += entry("when: \(when)") }
            if !one.needs.isEmpty { text += entry("needs: [\(one.needs.joined(separator: ", "))]") }
            text += entry("fields:") + Self.rows(one.lines, indented: 6)
        }
    }

    /// Fields below one another, their remarks above them.
    static func rows(_ lines: [DraftSheet.Line], indented: Int) -> String {
        let space = String(repeating: " ", count: indented)
        let width = lines.map(\.field.count).max() ?? 0
        return lines.map { line in
            let remark = line.remark.map { "\(space)# \($0)\n" } ?? ""
            return remark + space + "\(line.field):".padded(to: width + 1) + " \(line.mapping)\n"
        }.joined()
    }

    /// A text as a YAML scalar in a flow.
    static func scalar(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let startsPlain = scalars.first?.properties.isAlphabetic ?? false
        let isPlain = scalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
                || " _-()/.".unicodeScalars.contains(scalar)
        }
        let words: Set = ["true", "false", "yes", "no", "null", "on", "off", "y", "n"]
        if startsPlain, isPlain, text.last != " ", !words.contains(text.lowercased()) { return text }
        return JSONText.shown(text, in: .yaml)
    }
}
