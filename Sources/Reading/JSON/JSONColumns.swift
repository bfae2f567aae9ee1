internal import Definitions
internal import JSON
internal import Records

/// What the columns asked for are in JSON: values of the record, of the objects that hold it, or its kind.
struct JSONColumns {
    enum Column {
        /// Slot of the walk's values.
        case value(Int)
        /// `@record`: where the record stands.
        case kind
        /// A name that no record can have.
        case none
    }

    /// In the order of the batch.
    private(set) var columns: [Column] = []
    private(set) var record = Selection()
    private(set) var parents: [Selection] = []

    init(_ names: [String]) {
        let paths = names.map { $0 == "@record" ? nil : JSONPath($0) }
        for path in paths {
            guard let path else { continue }
            while parents.count < path.ups { parents.append(Selection()) }
            if path.ups == 0 {
                _ = record.slot(of: path.jsonSteps)
            } else {
                _ = parents[path.ups - 1].slot(of: path.jsonSteps)
            }
        }
        for (name, path) in zip(names, paths) {
            guard let path else {
                columns.append(name == "@record" ? .kind : .none)
                continue
            }
            guard path.ups > 0 else {
                columns.append(.value(record.slot(of: path.jsonSteps)))
                continue
            }
            let before = parents[..<(path.ups - 1)].reduce(record.slots) { $0 + $1.slots }
            columns.append(.value(before + parents[path.ups - 1].slot(of: path.jsonSteps)))
        }
    }

    /// Those that stand in the record itself: what stands above a line there is none of.
    var ofRecord: [Column] {
        columns.map { column in
            guard case .value(let slot) = column, slot >= firstParent else { return column }
            return .none
        }
    }

    /// First slot of the parents' values.
    var firstParent: Int { record.slots }
    var slots: Int { parents.reduce(record.slots) { $0 + $1.slots } }
}

extension JSONPath {
    var jsonSteps: [JSON.Step] {
        steps.map { step in
            switch step {
            case .key(let key): .key(Array(key.utf8))
            case .index(let index): .index(index)
            case .each: .each
            }
        }
    }
}

/// What is wrong with one record of JSON, in the words that all readers share.
enum JSONDefect {
    /// Most bytes of one cell.
    static let largestCell = 1 << 20

    static func make(_ fault: JSONFault, field: String, at offset: Int) -> Defect {
        switch fault.kind {
        case .notUTF8:
            Defect(field: field, code: .invalidEncoding, found: "bytes that are not UTF-8", byteOffset: offset)
        case .loneSurrogate:
            Defect(
                field: field, code: .invalidEncoding, found: "half of a pair of surrogates", byteOffset: offset)
        case .nulCharacter:
            Defect(field: field, code: .nulByte, found: "an escaped NUL", byteOffset: offset)
        case .duplicateKey:
            Defect(field: field, code: .duplicateKey, found: "a duplicate key", byteOffset: offset)
        case .tooManyKeys:
            Defect(
                field: field, code: .tooManyCells, found: "an object of more keys than it may have",
                expected: "at most 16384 keys", byteOffset: offset)
        default:
            Defect(field: field, code: .invalidJSON, found: fault.kind.wording, byteOffset: offset)
        }
    }

    static func tooLong(_ length: Int, most: Int, at offset: Int) -> Defect {
        Defect(
            field: "", code: .recordTooLong, found: "\(length) bytes", expected: "at most \(most) bytes",
            byteOffset: offset)
    }

    static func cellTooLong(_ field: String, at offset: Int) -> Defect {
        Defect(
            field: field, code: .cellTooLong, found: "a value that is too long",
            expected: "at most \(largestCell) bytes", byteOffset: offset)
    }
}

extension JSONFault.Kind {
    /// What is wrong, without any text of the source.
    var wording: String {
        switch self {
        case .notUTF8: "bytes that are not UTF-8"
        case .controlCharacter: "a control character in a string"
        case .openString: "an unterminated string"
        case .badEscape: "an invalid escape"
        case .badNumber: "an invalid JSON number"
        case .badWord: "a word other than true, false and null"
        case .expected(.value): "unexpected content in place of a value"
        case .expected(.key): "unexpected content in place of a key in quotes"
        case .expected(.colon): "no colon after a key"
        case .expected(.commaOrBrace): "no comma or closing brace after a value"
        case .expected(.commaOrBracket): "no comma or closing bracket after a value"
        case .truncated: "an end in the middle of a value"
        case .tooDeep: "arrays and objects nested deeper than the reader takes"
        case .surplus: "unexpected content after the end of the document"
        case .blank: "only white space"
        case .noMemory: "more than fits in memory"
        case .duplicateKey: "an object with a duplicate key"
        case .loneSurrogate: "half of a pair of surrogates"
        case .nulCharacter: "an escaped NUL"
        case .tooManyKeys: "an object of more than 16384 keys"
        }
    }
}
