/// A data message: which it is, and its fields; valid while it is handed out.
public struct FITMessage {
    /// Its number in the profile: 18 is a session, 20 a record.
    public let number: Int
    /// Offset in the source of its first byte.
    public let offset: Int
    /// The time of a message whose header is all that says it, in seconds of FIT's calendar; nil for others.
    public let compressedTimestamp: Int?
    let definition: FITDefinition
    let bytes: UnsafeRawBufferPointer

    /// Numbers of its fields, in the file's order.
    public var fields: [Int] { definition.fields.map(\.number) }

    /// The first value of a field; nil where there is none, or no such field.
    public func value(of field: Int) -> FITValue? {
        values(of: field).first ?? nil
    }

    /// All values of a field, nil for each that is missing.
    ///
    /// Of a field that a message defines twice the last one that has a value counts, as decoders commonly have it.
    public func values(of field: Int) -> [FITValue?] {
        var found: [FITValue?] = []
        for place in definition.fields.reversed() where place.number == field {
            found = values(of: place)
            if found.contains(where: { $0 != nil }) { break }
        }
        return found
    }

    /// Developer fields: the application that defines each, its number there, and its bytes.
    public var developerFields: [(index: Int, number: Int, bytes: [UInt8])] {
        definition.developerFields.map { field in
            (field.index, field.number, Array(bytes[field.offset..<field.offset + field.size]))
        }
    }

    /// The first value of a developer field, whose base type its description says.
    public func value(of bytes: [UInt8], baseType: Int) -> FITValue? {
        bytes.withUnsafeBytes { bytes in
            FITDefinition.values(in: bytes[...], UInt8(truncatingIfNeeded: baseType), definition.isBigEndian).first
                ?? nil
        }
    }

    private func values(of field: FITDefinition.Field) -> [FITValue?] {
        FITDefinition.values(
            in: bytes[field.offset..<field.offset + field.size], field.baseType, definition.isBigEndian)
    }
}

/// What a definition message says of the data messages after it.
struct FITDefinition {
    struct Field {
        var number: Int
        var size: Int
        var baseType: UInt8
        /// Where it begins in the message, behind its header.
        var offset: Int
    }

    struct DeveloperField {
        var index: Int
        var number: Int
        var size: Int
        var offset: Int
    }

    /// Field of each message that says its time.
    static let timestamp = 253

    var number: Int
    var isBigEndian: Bool
    var fields: [Field] = []
    var developerFields: [DeveloperField] = []
    /// Bytes of a data message behind its header.
    var size = 0

    /// Values of a field's bytes; a size that its type does not divide makes it bytes.
    static func values(
        in bytes: Slice<UnsafeRawBufferPointer>, _ code: UInt8, _ isBigEndian: Bool
    ) -> [FITValue?] {
        let type = FITBaseType(code)
        if type.form == .text {
            let text = bytes.prefix { $0 != 0 }
            return [text.isEmpty ? nil : .text(Array(text))]
        }
        guard bytes.count % type.size == 0 else {
            return bytes.map { $0 == 0xFF ? nil : .integer(Int($0)) }
        }
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: type.size).map { start in
            type.value(bytes[start..<start + type.size], isBigEndian: isBigEndian)
        }
    }
}
