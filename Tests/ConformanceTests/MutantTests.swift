import Definitions
import Foundation
import Proving
import Reading
import Records
import Testing

/// What samples become is recorded, and each line of a definition counts: without it, or with another word in it, the definition
/// has a fault or one of its samples becomes something else.
///
/// `mutants.txt` has, for each definition, its fingerprint, how many mutants there are and how many of them nothing notices. A
/// definition that has not changed since is not tried again, except with SCOREBOOK_THOROUGH=1. `SCOREBOOK_RECORD=1` writes both
/// lists, and the mutants that nothing notices to `.build/mutants.txt`; `SCOREBOOK_MUTANTS=strong,hevy` tries these definitions
/// and names what nothing notices. Mutants that mean the same are in `equal-mutants.txt`, with the reason.
@Suite(.serialized) struct MutantTests {
    private static let folder = "\(Ground.package)/Tests/ConformanceTests"
    private static let isRecorded = ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] != nil
    private static let asked = ProcessInfo.processInfo.environment["SCOREBOOK_MUTANTS"]?
        .split(separator: ",").map { "/\($0).yaml" }
    private static let files = Set(Ground.pipelines.formats.filter { !$0.isOfTables }.map(\.path)).sorted()
        .filter { path in asked?.contains { path.hasSuffix($0) } ?? true }

    /// Mutants that mean the same as their definition: `games/formats/dupr.yaml | delete | needs: [result] | why`.
    private static let equal: Set<String> = {
        let text = (try? String(contentsOfFile: "\(folder)/equal-mutants.txt", encoding: .utf8)) ?? ""
        return Set(
            text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                line.components(separatedBy: " | ").prefix(3).joined(separator: " | ")
            })
    }()

    private static func fingerprint(_ text: String) -> String {
        var digest = Digest()
        digest.add(text)
        return String(Hex.text(digest.finish()).prefix(16))
    }

    /// The words of a list's lines, by the first of them.
    private static func recorded(_ name: String) -> [String: [String]] {
        let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return Dictionary(lines.compactMap { line in line.first.map { ($0, Array(line.dropFirst())) } }) { $1 }
    }

    private static func record(_ lines: [String], _ name: String) throws {
        try (lines.sorted().joined(separator: "\n") + "\n").write(
            toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }

    /// All types of samples that there are, as a setting: what nobody asks for is read, too.
    private static let types = Ground.pipelines.measures.filter { $0.day != nil }.map(\.key).joined(separator: "; ")

    private static func transcript(
        _ sample: Sample, _ bytes: [UInt8], _ formats: [Format], _ more: [String: String] = [:]
    ) throws -> Transcript {
        let format = try #require(formats.first { $0.name == sample.format })
        let settings = ["health_types": types].merging(more) { $1 }
        return try Transcript(bytes, format, chunk: .max, path: sample.file, settings: settings)
    }

    /// Settings with which no sample is loaded: what the others do not show, they do.
    private static let others = ["strava_distance_unit": "mi", "verified": "true", "game_type": "competitive"]

    /// Results of independent work, in the order of what it is done for.
    private static func each<Item: Sendable, Result: Sendable>(
        _ items: [Item], _ work: @escaping @Sendable (Item) throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            for (place, item) in items.enumerated() { group.addTask { (place, try work(item)) } }
            var results: [(Int, Result)] = []
            for try await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    @Test func `Samples become what was recorded, to the last value`() async throws {
        let found = try await Self.each(Sample.all) { sample in
            let transcript = try Self.transcript(sample, Ground.bytes(sample.path), Ground.pipelines.formats)
            #expect(transcript.failure == nil, "\(sample.file)")
            return "\(sample.file) \(Self.fingerprint(transcript.records.joined(separator: "\n")))"
        }
        if Self.isRecorded { try Self.record(found, "transcripts.txt") }
        let recorded = Self.recorded("transcripts.txt")
        let others = found.filter { line in
            let words = line.split(separator: " ").map(String.init)
            return recorded[words[0]] != [words[1]]
        }
        #expect(others.isEmpty && recorded.count == found.count, "Tests/ConformanceTests/transcripts.txt")
    }

    @Test func `No more faults of a definition go unseen than were recorded`() async throws {
        let recorded = Self.recorded("mutants.txt")
        let found = try await Self.each(Self.files) { try Trial($0) { recorded[$0] } }
        guard Self.asked == nil else {
            for trial in found {
                for mutant in trial.survivors ?? [] { print("unseen \(trial.name):\(mutant.described)") }
                print("unseen of \(trial.line)")
            }
            return
        }
        let tried = found.filter { $0.survivors != nil }.map { "\($0.name) | " }
        let same = Set(found.flatMap(\.equal))
        let others = Self.equal.filter { line in tried.contains { line.hasPrefix($0) } && !same.contains(line) }
        #expect(
            others.isEmpty,
            "equal-mutants.txt: noticed, or no longer there\n\(others.sorted().joined(separator: "\n"))")
        for trial in found {
            guard let survivors = trial.survivors else { continue }
            let known = recorded[trial.name]
            let most = known.flatMap { $0.count == 3 ? Int($0[2]) : nil } ?? 0
            if !Self.isRecorded, let known,
                trial.line.split(separator: " ").dropFirst().first.map(String.init) == known[0]
            {
                #expect(trial.line == "\(trial.name) \(known.joined(separator: " "))")
            }
            let listed = survivors.map(\.described).joined(separator: "\n")
            #expect(Self.isRecorded || survivors.count <= most, "\(trial.name): nothing notices these\n\(listed)")
        }
        guard Self.isRecorded else { return }
        try Self.record(found.map { $0.line }, "mutants.txt")
        let all = found.flatMap { trial in (trial.survivors ?? []).map { "\(trial.name):\($0.described)" } }
        try? all.joined(separator: "\n").write(
            toFile: "\(Ground.package)/.build/mutants.txt", atomically: true, encoding: .utf8)
    }

    /// The mutants of a definition.
    private struct Trial: Sendable {
        let name: String
        /// Its line of the list.
        let line: String
        /// What nothing notices and is not known to mean the same. Nil where the definition is as it was recorded.
        let survivors: [Mutant]?
        /// The lines of `equal-mutants.txt` that held.
        let equal: [String]

        init(_ path: String, _ recorded: (String) -> [String]?) throws {
            let name = String(path.dropFirst(Ground.pipelines.path.count + 1))
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let lines = text.components(separatedBy: "\n")
            let sound = Ground.pipelines.formats(Array(text.utf8), at: name)
            try #require(sound.faults.isEmpty, "\(sound.faults)")
            let samples = try Sample.all.filter { sample in sound.formats.contains { $0.name == sample.format } }
                .map { (sample: $0, bytes: try Ground.bytes($0.path)) }
            let isThorough =
                ProcessInfo.processInfo.environment["SCOREBOOK_THOROUGH"] != nil || MutantTests.isRecorded
                || MutantTests.asked != nil
            let known = MutantTests.fingerprint(
                text + samples.map { MutantTests.fingerprint(Data($0.bytes).base64EncodedString()) }.joined())
            self.name = name
            if !isThorough, let words = recorded(name), words.first == known {
                (line, survivors, equal) = ("", nil, [])
                return
            }
            func read(_ formats: [Format], _ more: [String: String] = [:]) throws -> [Transcript] {
                try samples.map { try MutantTests.transcript($0.sample, $0.bytes, formats, more) }
            }
            let (right, otherwise) = (try read(sound.formats), try read(sound.formats, MutantTests.others))
            let mutants = Mutant.all(lines)
            let left = try mutants.filter { mutant in
                let (formats, faults) = Ground.pipelines.formats(mutant.applied(to: lines), at: name)
                guard faults.isEmpty, formats.map(\.name) == sound.formats.map(\.name) else { return false }
                return try read(formats) == right && read(formats, MutantTests.others) == otherwise
            }
            let same = Dictionary(grouping: left) { "\(name) | \($0.identity)" }
            survivors = left.filter { !MutantTests.equal.contains("\(name) | \($0.identity)") }
            equal = same.keys.filter(MutantTests.equal.contains)
            line = "\(name) \(known) \(mutants.count) \(survivors?.count ?? 0)"
        }
    }
}

extension Mutant {
    /// `unit | from: ...`, the line as it should be, or for a word of it what became of the line.
    fileprivate var identity: String {
        "\(operation) | \((after ?? before).trimmingCharacters(in: .whitespaces))"
    }

    /// `23 | unit | ...`.
    fileprivate var described: String {
        "\(line + 1) | \(identity)"
    }
}
