import Definitions
import Foundation
import Testing

/// Every sample is of exactly one format, the one it is named as; so are real files, where they lie beside the repository.
@Suite struct RecognitionTests {
    static let formats = CheckReport(path: Repository.path("Pipelines"), environment: [:]).pipelines.formats

    static let samples: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.path("Samples"))) ?? []
        let stems = Set(plain.map(\.name))
        return names.filter { $0.hasSuffix(".csv") && stems.contains(String($0.prefix { $0 != "." })) }.sorted()
    }()

    /// Formats of CSV with one header line; the conformance suite recognises all the others, too.
    static let plain = formats.filter { format in
        guard case .csv(let csv) = format.reader else { return false }
        var shape = csv.shape
        (shape.fillDown, shape.isHeaderRepeated) = ([], false)
        return shape == CSVShape()
    }

    /// Formats that recognise a file by one of its first lines.
    static func recognising(_ path: String) -> [String] {
        let bytes = [UInt8]((try? Data(contentsOf: URL(fileURLWithPath: path)).prefix(100_000)) ?? Data())
        let text = String(decoding: bytes, as: UTF8.self).replacing("\u{FEFF}", with: "").replacing("\r\n", with: "\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(11)
        // By the delimiter that the lines are split at.
        var headers: [UInt8: [Set<String>]] = [:]
        return plain.filter { format in
            guard case .csv(let csv) = format.reader else { return false }
            return csv.delimiters.contains { delimiter in
                let found = headers[delimiter] ?? lines.map { names(in: $0, splitAt: delimiter) }
                headers[delimiter] = found
                return found.prefix(csv.preambleLines + 1).contains { names in
                    format.excluded(names).isEmpty
                        && format.recognise.contains { format.missing($0, in: names).isEmpty }
                }
            }
        }
        .map(\.name)
    }

    private static func names(in line: Substring, splitAt delimiter: UInt8) -> Set<String> {
        let cells = line.split(separator: Character(UnicodeScalar(delimiter)), omittingEmptySubsequences: false)
        var names: Set<String> = []
        for name in cells.map({ $0.trimmingCharacters(in: ["\"", " "]) }) {
            // The second column of a name is its `#2`.
            let repeated = (2...99).lazy.map { "\(name)#\($0)" }.first { !names.contains($0) }
            names.insert(names.contains(name) ? repeated ?? name : name)
        }
        return names
    }

    @Test func thereIsASampleOfEveryFormat() {
        let stems = Set(Self.samples.map { String($0.prefix { $0 != "." }) })
        #expect(stems == Set(Self.plain.map(\.name)))
    }

    @Test(arguments: samples)
    func aSampleIsOfItsFormat(_ name: String) {
        #expect(Self.recognising(Repository.path("Samples/\(name)")) == [String(name.prefix { $0 != "." })])
    }

    static let real = [
        ("trackman/trackman_v3_intersquad_2024.csv", "trackman-v3"),
        ("statcast/statcast_batter_raw_bom.csv", "statcast"),
        ("blast_motion/blast_all_swings_2018.csv", "blast-motion-team"),
        ("hittrax/hittrax_openbiomechanics_excerpt.csv", "hittrax-swings"),
        ("rapsodo/rapsodo_renamed_columns_2022.csv", "rapsodo-athletes"),
    ]

    @Test(arguments: real)
    func aRealFileIsOfItsFormat(_ name: String, _ format: String) {
        let shared = ProcessInfo.processInfo.environment["SCOREBOOK_SHARED"] ?? Repository.path("../shared")
        let path = "\(shared)/formats/samples/\(name)"
        guard FileManager.default.fileExists(atPath: path) else {
            print("SKIPPED: \(name) does not lie beside the repository")
            return
        }
        #expect(Self.recognising(path) == [format])
    }
}
