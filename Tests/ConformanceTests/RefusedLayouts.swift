import Definitions
import Discovering
import Proving
import Reading
import Testing

/// Layouts that a format names as not its own are refused with its reason, and are no other format's.
@Suite struct RefusedLayouts {
    struct Layout: CustomTestStringConvertible, Sendable {
        let format: String
        let delimiter: UInt8
        let refusal: Format.Refusal

        var testDescription: String { "\(format): \(refusal.columns.joined(separator: ", "))" }
    }

    static let layouts = Ground.pipelines.formats.flatMap { format -> [Layout] in
        guard case .csv(let csv) = format.reader, let delimiter = csv.delimiters.first else { return [] }
        return format.refuse.filter { !$0.columns.isEmpty }.map {
            Layout(format: format.name, delimiter: delimiter, refusal: $0)
        }
    }

    @Test func `There are such layouts`() { #expect(!Self.layouts.isEmpty) }

    @Test(arguments: layouts)
    func `A layout that no format reads is refused with its reason`(_ layout: Layout) throws {
        let delimiter = String(UnicodeScalar(layout.delimiter))
        let cells = layout.refusal.columns.map { $0.contains(delimiter) ? "\"\($0)\"" : $0 }
        let rows = [cells, cells.map { _ in "1" }].map { $0.joined(separator: delimiter) + "\n" }
        let text = rows.joined()
        do {
            let match = try Recogniser(formats: Ground.pipelines.formats).recognise(Array(text.utf8), isWhole: true)
            Issue.record("it is read as \(match.format.name)")
        } catch let failure as Recogniser.Failure {
            #expect(failure.message == layout.refusal.because)
        }
    }
}
