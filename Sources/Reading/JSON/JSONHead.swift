/// The beginning of a JSON file as far as recognition needs it: which paths there are.
///
/// It reads what is there and forgives the rest: a head that is cut, a fault further on. Names that formats state are
/// paths from the root of a document or a line, every element alike: `data.metrics[*].name`.
public struct JSONHead: Sendable {
    /// What the bytes may be.
    public enum Form: Sendable {
        case document
        case lines
        /// One value on one line.
        case either
    }

    public let form: Form
    /// Paths found, `$` for an object at the root among them.
    public let names: Set<String>

    /// Nil where the bytes are neither an array nor objects.
    public init?(_ head: [UInt8], isWhole: Bool) {
        guard let text = Self.plain(head)?.drop(while: LineSource.isBlank) else { return nil }
        var scan = JSONScan(text)
        if text.first == UInt8(ascii: "[") {
            guard scan.value() != .foreign else { return nil }
            form = .document
            names = scan.names
            return
        }
        guard text.first == UInt8(ascii: "{") else { return nil }
        // Lines that are objects on their own, of all that are there as a whole.
        let lines = text.split(separator: 0x0A).map { $0.drop(while: LineSource.isBlank) }
        let isCut = !isWhole && text.last != 0x0A
        let whole = lines.filter { !$0.isEmpty }.dropLast(isCut ? 1 : 0)
        var union: Set<String> = []
        var complete = 0
        for line in whole {
            var one = JSONScan(line)
            guard one.value() == .complete, one.isAtEnd, line.first == UInt8(ascii: "{") else { continue }
            complete += 1
            union.formUnion(one.names)
        }
        let end = scan.value()
        guard end != .foreign else { return nil }
        if complete * 2 >= whole.count, complete > 1 || complete == 1 && !(end == .complete && scan.isAtEnd) {
            form = .lines
            names = union
        } else {
            form =
                end == .complete && scan.isAtEnd && complete == 1 && whole.count == 1 || whole.isEmpty
                ? .either : .document
            names = scan.names
        }
    }

    /// Why a document is refused whatever its format; nil where it is whole and right, or no document.
    ///
    /// - Parameter document: all of its bytes.
    public static func fault(in document: [UInt8]) -> ReadError? {
        guard JSONHead(document, isWhole: true)?.form == .document else { return nil }
        do throws(ReadError) {
            let reader = try JSONReader(MemorySource(document), columns: [])
            _ = try reader.read(into: reader.makeBatch())
            return nil
        } catch { return error }
    }

    /// The text as UTF-8 without its mark.
    private static func plain(_ head: [UInt8]) -> [UInt8]? {
        let mark = Encoding.mark(of: head)
        let rest = Array(head.dropFirst(mark.length))
        guard mark.encoding != .utf8 else { return rest }
        return try? UTF16Source(MemorySource(rest), encoding: mark.encoding).next(rest.count * 2)
    }
}
