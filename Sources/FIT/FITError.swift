/// Why bytes are no FIT file, or are one that cannot be read; with the place where that shows.
public struct FITError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Kind: Hashable, Sendable {
        /// There is no FIT header where one must be.
        case notFIT
        /// The protocol is of a later major version than any that is known.
        case newerProtocol(Int)
        /// The file ends in the middle of a message, before its checksum, or before the bytes that its header announces.
        case truncated
        /// The device has not closed the file: the header announces no bytes.
        case unclosed
        /// The checksum of the header or of the file is another than its bytes give.
        case checksum
        /// A message without a definition of its fields.
        case undefinedMessage
        /// A definition that cannot be: an unknown byte order, or a field of no bytes.
        case brokenDefinition
    }

    public var kind: Kind
    /// Offset in the source of the byte at which it shows.
    public var offset: Int

    public init(_ kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

extension FITError: CustomStringConvertible {
    /// What is wrong and what to do; without any value of the file.
    public var description: String {
        let advice = "; copy it from the device or download it again"
        return switch kind {
        case .notFIT: "no FIT header at byte \(offset)\(advice)"
        case .newerProtocol(let version): "the file has FIT protocol \(version), newer than the 2 that is read"
        case .truncated: "the FIT file is truncated: it ends at byte \(offset)\(advice)"
        case .unclosed: "the device has not finished writing this FIT file: open and save it with the vendor's program"
        case .checksum: "the FIT file is damaged: the checksum at byte \(offset) does not match its bytes\(advice)"
        case .undefinedMessage: "the FIT file is damaged: a message at byte \(offset) has no definition\(advice)"
        case .brokenDefinition: "the FIT file is damaged: the definition at byte \(offset) is not valid\(advice)"
        }
    }
}
