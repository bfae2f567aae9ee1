internal import JSON
internal import Records

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
            Defect(field: field, code: .duplicateKey, found: "a key that stands there twice", byteOffset: offset)
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
        case .openString: "a string that nothing closes"
        case .badEscape: "a backslash with something that it cannot escape"
        case .badNumber: "a number that is not written as JSON has it"
        case .badWord: "a word other than true, false and null"
        case .expected(.value): "something else where a value should stand"
        case .expected(.key): "something else where a key in quotes should stand"
        case .expected(.colon): "no colon behind a key"
        case .expected(.commaOrBrace): "neither a comma nor the end of the object behind a value"
        case .expected(.commaOrBracket): "neither a comma nor the end of the array behind a value"
        case .truncated: "an end in the middle of a value"
        case .tooDeep: "arrays and objects nested deeper than the reader's max_depth"
        case .surplus: "something behind the end of the value"
        case .blank: "nothing but blanks"
        case .noMemory: "more than memory holds"
        case .duplicateKey: "an object that has a key twice"
        case .loneSurrogate: "half of a pair of surrogates"
        case .nulCharacter: "an escaped NUL"
        case .tooManyKeys: "an object of more than 16384 keys"
        }
    }
}
