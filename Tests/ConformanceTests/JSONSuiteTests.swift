import Definitions
import Foundation
import Importing
import Proving
import Testing

/// The kinds of cases that the public suite of JSON parsers has, by its names, as `peek` meets them: a file on the disk,
/// known by its content.
///
/// What begins with y is JSON, what begins with n is none. Where the RFC leaves the choice (i) it is ours: numbers stand
/// as they are written, whatever their size; text that is not UTF-8, and half an emoji, is no text.
@Suite struct JSONSuiteTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var bytes: [UInt8]
        /// Whether the file is shown, and its record without a flaw.
        var isAccepted: Bool
        var testDescription: String { name }

        init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

        init(_ name: String, _ bytes: [UInt8], isAccepted: Bool? = nil) {
            self.name = name
            self.bytes = bytes
            self.isAccepted = isAccepted ?? (name.first == "y")
        }
    }

    static let cases = accepted + refused + ours

    /// All files at once: they are many and small.
    @Test func `peek accepts and refuses as the suite has it`() throws {
        let folder = NSTemporaryDirectory() + "/scorebook-json-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (number, item) in Self.cases.enumerated() {
            let path = "\(folder)/\(number).json"
            try Data(item.bytes).write(to: URL(filePath: path))
            var isAccepted = true
            do {
                try FileInspection.peek(path, formats: Ground.pipelines.catalogue, headers: .first, records: .max) {
                    _ in
                }
            } catch { isAccepted = false }
            #expect(isAccepted == item.isAccepted, "\(item.name)")
        }
        #expect(Set(Self.cases.map(\.name)).count == Self.cases.count)
    }

    /// Half an emoji is a flaw of its record, and so is a key that appears twice: the document is JSON, the record no data.
    @Test(arguments: [#"[{"a":"\uD800"}]"#, #"[{"a":1,"a":2}]"#, #"[{"a":1,"\u0061":1}]"#, #"[{"a":"x\u0000"}]"#])
    func `Flaws of a record leave the others`(text: String) throws {
        let path = NSTemporaryDirectory() + "/scorebook-json-\(UUID().uuidString).json"
        try text.replacing("[{", with: "[{\"a\":0},{").write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        var lines: [String] = []
        try FileInspection.peek(path, formats: FormatCatalogue([]), headers: .first, records: .max) { lines.append($0) }
        #expect(lines.count == 2)
        #expect(!lines[0].contains("defect"), "\(lines)")
    }
}
