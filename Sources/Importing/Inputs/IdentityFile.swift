internal import Discovering
internal import Normalising
internal import Reading
internal import Records
internal import YAML

/// `--identities FILE`: old ids or emails and this database's user ids, as CSV (`old,new`) or YAML (`old: new`).
public enum IdentityFile {
    /// What is wrong with it; lines and kinds, no values.
    public struct Fault: Error {
        public var message: String
        public var isMissing = false
    }

    private static let largest = 1 << 24

    /// The map, its old names in lower case.
    public static func read(_ path: String) throws -> [String: String] {
        let file: SourceFile
        do {
            file = try FileInspection.open(Candidate(path: path, name: path))
        } catch FileInspection.Failure.missing(let text) {
            throw Fault(message: "\(path): \(text)", isMissing: true)
        } catch FileInspection.Failure.bad(let text) {
            throw Fault(message: "\(path): \(text)")
        }
        guard file.bytes <= largest else { throw Fault(message: "\(path) is too large for a map of people") }
        let isYAML = path.hasSuffix(".yaml") || path.hasSuffix(".yml")
        let pairs = isYAML ? try yaml(file, path) : try csv(file, path)
        var map: [String: String] = [:]
        for (line, old, new) in pairs {
            guard !old.isEmpty, UUIDText.parse(new) != nil || new.contains("@") else {
                throw Fault(message: "\(path):\(line): expected an old id or email, then this database's user id")
            }
            let name = old.lowercased()
            if let other = map[name], other != new {
                throw Fault(message: "\(path):\(line): appears twice, with two ids")
            }
            map[name] = new
        }
        return map
    }

    private static func csv(_ file: SourceFile, _ path: String) throws -> [(line: Int, old: String, new: String)] {
        do {
            let reader = try CSVReader(file.open(), header: .none)
            guard reader.header.count == 2 else {
                throw Fault(message: "\(path):1: expected two columns, old and new, found \(reader.header.count)")
            }
            var pairs: [(line: Int, old: String, new: String)] = []
            let batch = reader.makeBatch()
            while try reader.read(into: batch) {
                if let (index, _) = batch.defects.first {
                    throw Fault(message: "\(path):\(batch.position(at: index).line): is not a record of two cells")
                }
                for row in 0..<batch.count {
                    let (old, new) = (batch.text(of: batch.column(0)[row]), batch.text(of: batch.column(1)[row]))
                    pairs.append((batch.position(at: row).line, trimmed(old ?? ""), trimmed(new ?? "")))
                }
            }
            // A first line whose second cell is no id names the columns.
            if let first = pairs.first, UUIDText.parse(first.new) == nil, !first.new.contains("@") {
                pairs.removeFirst()
            }
            return pairs
        } catch let error as ReadError {
            throw Fault(message: "\(path): \(error.description)")
        }
    }

    private static func yaml(_ file: SourceFile, _ path: String) throws -> [(
        line: Int, old: String, new: String
    )] {
        let bytes: [UInt8]
        do { bytes = try file.opening(file.bytes).bytes } catch {
            throw Fault(message: "\(path): \(error.description)")
        }
        let document = Document(parsing: bytes)
        if let problem = document.problems.first {
            throw Fault(message: "\(path):\(problem.mark.line):\(problem.mark.column): \(problem.message)")
        }
        guard let entries = document.root?.entries else { throw Fault(message: "\(path):1: expected `old: new` lines") }
        var pairs: [(line: Int, old: String, new: String)] = []
        for entry in entries {
            guard let new = entry.value.text else {
                throw Fault(message: "\(path):\(entry.keyMark.line): expected an id behind the colon")
            }
            pairs.append((entry.keyMark.line, entry.key, new))
        }
        return pairs
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
