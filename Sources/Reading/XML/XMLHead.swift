public import Definitions
internal import XML

/// What the beginning of an XML document shows: its root, and which elements and attributes there are.
///
/// For recognition, and to look at documents that no format knows.
public struct XMLHead: Sendable {
    /// Bytes that suffice for almost every document.
    public static let size = 1 << 16

    /// Name of the root element.
    public let root: String
    /// Names for `recognise:`: the root, and `Element@attribute` of elements.
    public let names: Set<String>
    /// Columns of all children of the root, or of a root without any, in the order in which they appear.
    public let columns: [String]
    /// Whether the root has elements.
    public let hasElements: Bool

    /// Takes the first bytes; nil where they are no XML, or not enough of it.
    public init?(_ bytes: [UInt8]) {
        guard bytes.first.map({ $0 == 0x3C || $0 == 0xEF || $0 <= 0x20 }) ?? false else { return nil }
        let seen = Seen()
        bytes.withUnsafeBytes { bytes in
            do throws(XMLError) {
                let parser = try DocumentParser(handler: seen)
                _ = try parser.parse(bytes)
                _ = try parser.finish()
            } catch {
                // The cut end; or a fault that reading will name.
            }
        }
        guard let root = seen.root else { return nil }
        self.root = root
        names = seen.names
        hasElements = seen.hasElements
        columns = seen.hasElements ? seen.columns : ["@record"] + seen.rootColumns
    }

    /// Why a document that begins like this is refused whatever its format; nil where nothing shows it so early.
    public static func fault(in bytes: [UInt8]) -> ReadError? {
        let seen = Seen()
        let fault: XMLError? = bytes.withUnsafeBytes { bytes in
            do throws(XMLError) {
                let parser = try DocumentParser(handler: seen)
                _ = try parser.parse(bytes)
                return nil
            } catch { return error }
        }
        return fault.map { .xml($0) }
    }

    /// How to read a document of no known format: every child of the root is a record, or the root itself.
    public var definition: XMLReaderDefinition {
        hasElements ? XMLReaderDefinition(root: root) : XMLReaderDefinition(records: [root])
    }

    /// Writes down names.
    private final class Seen: DocumentHandler {
        var root: String?
        var names: Set<String> = []
        var columns: [String] = ["@record"]
        var rootColumns: [String] = []
        var hasElements = false
        private var known: Set<String> = []
        private var way: [String] = []

        private static let most = 2000

        override func start(
            _ name: UnsafePointer<CChar>, _ attributes: Attributes, depth: Int, in parser: DocumentParser
        ) {
            let element = String(cString: name)
            var values: [(name: String, value: String)] = []
            var index = 0
            while let name = attributes.name(at: index), let value = attributes.value(at: index) {
                values.append((String(cString: name), String(cString: value)))
                index += 1
            }
            if depth == 1 {
                root = element
                names.insert(element)
            } else {
                hasElements = true
            }
            for value in values where names.count < Self.most { names.insert("\(element)@\(value.name)") }
            switch depth {
            case 1: rootColumns = values.map(\.name)
            case 2: values.forEach { add($0.name) }
            default:
                way = Array(way.prefix(depth - 3)) + [element]
                addChild(values)
                if values.isEmpty { add(way.joined(separator: "/")) }
            }
        }

        /// An entry is known by what it is of: its `key` or `type`.
        private func addChild(_ values: [(name: String, value: String)]) {
            let choice = values.first { $0.name == "key" } ?? values.first { $0.name == "type" }
            var path = way.joined(separator: "/")
            if let choice, values.count > 1, !choice.value.contains(where: { "[]".contains($0) }) {
                path += "[\(choice.name)=\(choice.value)]"
                for value in values where value.name != choice.name { add("\(path)@\(value.name)") }
            } else {
                for value in values { add("\(path)@\(value.name)") }
            }
        }

        private func add(_ column: String) {
            guard columns.count < Self.most, known.insert(column).inserted else { return }
            columns.append(column)
        }
    }
}
