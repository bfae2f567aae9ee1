public import Definitions

/// The names by which a file without a header line is recognised, as far as its first bytes show them.
///
/// Names are those of `recognise:`: paths of JSON, elements and attributes of XML, tables of an SQL dump, `JPEG`.
public enum FormatNames {
    /// The names in a file's first bytes for formats of this reader; nil where the file is nothing that it reads.
    ///
    /// - Parameter isWhole: whether `head` is the whole file.
    public static func find(in head: [UInt8], isWhole: Bool, for reader: ReaderDefinition) -> Set<String>? {
        switch reader {
        case .csv: return nil
        case .json:
            guard let json = JSONHead(head, isWhole: isWhole), json.form != .lines else { return nil }
            return json.names
        case .jsonl:
            guard let json = JSONHead(head, isWhole: isWhole), json.form != .document else { return nil }
            return json.names
        case .xml: return XMLHead(head)?.names
        case .sql: return SQLReader.names(in: head)
        case .jpeg: return JPEGReader.names(in: head)
        }
    }
}
