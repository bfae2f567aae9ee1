import JSON
import Testing

/// Lines that look like the ones before them, or nearly: each reads as it does alone.
@Suite("Lines after others")
struct OrderTests {
    static let lines = [
        #"{"id":"a","value":7.5,"note":null,"on":true}"#, #"{"id":"","value":-0,"note":"x","on":false}"#,
        #"{ "id" : "a" , "value" : 1e5 , "note" : "b c" , "on" : true }"#, #"{"value":1,"on":true}"#, "{}", "[]", "7",
        #"{"on":true,"note":"x","value":1,"id":"a"}"#, #"{"id":"a","id":"b"}"#, #"{"id":"a","value":1,"id":"b"}"#,
        #"{"id":"a","value":1,"other":2,"on":true}"#, #"{"id":"a \" b\n","value":1}"#, #"{"id":"\ud800","value":1}"#,
        #"{"id":"\u0000","value":1,"on":[1]}"#, #"{"\u0069d":"a","value":1}"#, #"{"id":"\x","value":1}"#,
        #"{"id":{"a":1},"value":[1,2],"note":"x"}"#, #"{"id":"a","value":01}"#, #"{"id":"a","value":1.}"#,
        #"{"id":"a","value":nul}"#, #"{"id":"a","value":1,}"#, #"{"id":"a","value":1}}"#, #"{"id":"a","value":1"#,
        #"{"id":"a","value":1]"#, #"{"id":"a""value":1}"#, #"{"id","value":1}"#, #"{"id":"a" "b","value":1}"#,
        #"{"id":"a","value":1} {"id":"b"}"#, #"{id:"a","value":1}"#, #"{"id":"a","value":}"#, #"{"id":"a","value":1x}"#,
        #"{"id":"a\","value":1}"#, #"{"id":"ä","value":1}"#,
    ]

    /// What was taken of a line, and what is wrong with it, from the line's start on.
    private struct Reading: Equatable {
        var taken: [String]
        var faults: [JSONFault]
    }

    private func read(_ lines: [String]) -> Reading {
        var selection = Selection()
        for key in ["id", "value", "note", "on"] { _ = selection.slot(of: [.key(Array(key.utf8))]) }
        let reader = Lines(selection, maxDepth: 16)
        let text = Array(lines.joined(separator: "\n").utf8)
        return (text + [UInt8](repeating: 0, count: 64)).withUnsafeBufferPointer { bytes in
            var reading = Reading(taken: [], faults: [])
            guard let base = bytes.baseAddress else { return reading }
            reader.open(base, 0..<text.count)
            var start = 0
            for line in lines {
                let range = start..<start + line.utf8.count
                let fault = reader.read(range)
                reading.faults = (fault.map { [$0] } ?? reader.flaws).map {
                    JSONFault($0.kind, at: $0.position - start)
                }
                reading.taken =
                    fault != nil
                    ? []
                    : (0..<4).map { slot in
                        let slice = reader.slices[slot]
                        let value = bytes[slice.start..<slice.start + Int(slice.length)]
                        return "\(slice.kind) \(slice.kind == .absent ? "" : String(decoding: value, as: UTF8.self))"
                    }
                start = range.upperBound + 1
            }
            return reading
        }
    }

    @Test("after one with the same keys", arguments: lines)
    func second(line: String) {
        let first = Self.lines[0]
        #expect(read([first, line]) == read([line]))
        #expect(read([first, first, line]) == read([line]))
        #expect(read([first, line, first]) == read([first]))
    }

    @Test("after each other", arguments: lines)
    func each(line: String) {
        for other in Self.lines { #expect(read([other, line]) == read([line]), "after \(other)") }
    }
}
