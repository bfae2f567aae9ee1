internal import Definitions
internal import Discovering

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

    let all: Recogniser
    /// Those that are taken; nil where all are.
    private let taken: Recogniser?
    /// What was asked for by options.
    private let format: String?
    private let dataset: String?
    private let inputs: [String]

    /// Takes all formats.
    init(_ all: Recogniser) {
        self.all = all
        (taken, format, dataset, inputs) = (nil, nil, nil, [])
    }

    init(_ formats: [Format], for request: RunRequest) {
        all = Recogniser(formats: formats)
        let taken = formats.filter { format in
            (request.format == nil || format.name == request.format)
                && (request.datasets.isEmpty || !request.datasets.allSatisfy { !format.datasets.contains($0) })
        }
        self.taken = taken.count == formats.count ? nil : Recogniser(formats: taken)
        format = request.format
        dataset = request.dataset
        inputs = request.inputs
    }

    func recognise(_ file: SourceFile) throws -> Found {
        let isGiven = format != nil && !file.isEntry && inputs.contains(file.path)
        if isGiven, let match = try? among(taken, file) { return Found(match: match) }
        do {
            let match = try UnitPreparation.recognise(file, with: all)
            return Found(match: match, refusal: refusal(of: match.format, isGiven: isGiven))
        } catch {
            // Of several that fit one may be taken.
            if let match = try? among(taken, file) { return Found(match: match) }
            throw error
        }
    }

    private func among(_ recogniser: Recogniser?, _ file: SourceFile) throws -> Recogniser.Match? {
        guard let recogniser else { return nil }
        return try UnitPreparation.recognise(file, with: recogniser)
    }

    private func refusal(of found: Format, isGiven: Bool) -> Refusal? {
        guard let taken, !taken.holds(found.name) else { return nil }
        if let format, found.name != format {
            guard isGiven else { return Refusal(reason: "left out by --format", cause: .leftOut) }
            return Refusal(
                reason: "it is a file of \(found.name), not of \(format), which --format says", format: found.name)
        }
        guard dataset == nil else { return Refusal(reason: "left out by --dataset", cause: .leftOut) }
        let datasets = found.datasets.joined(separator: ", ")
        return Refusal(
            reason: "it is a file of \(found.name), which gives \(datasets): not what the job imports",
            format: found.name)
    }
}
