/// What a decoder comes across.
public enum FITEvent {
    case message(FITMessage)
    /// A file was whole, up to its checksum; another may follow.
    case endOfFile
}

/// FIT files by the protocol of version 1 and 2: bytes are pushed in, data messages come out.
///
///     file:     header (12 or 14 bytes) | definitions and data messages | CRC of all before it
///     source:   file | file | ...                 chained files follow each other
///     message:  header byte | definition: number, byte order, fields    or    data: the fields' bytes
///
/// The message's header byte:
///
///     0 1 d 0 t t t t    definition of local type t, with developer fields where d is set
///     0 0 0 0 t t t t    data of local type t
///     1 t t o o o o o    data of local type t, whose time is the last one's with the lower five bits o
///
/// What is held is one message at most (130 KB), whatever the source's size. A source is whole when `finish` returns.
public struct FITDecoder {
    /// Bytes that suffice to recognise a FIT file.
    public static let headSize = 14

    private enum Place { case header, messages, checksum }

    private var place = Place.header
    /// Bytes that are not used yet.
    private var rest: [UInt8] = []
    /// Offset in the source of the first of these.
    private var offset = 0
    /// Bytes of messages that the header has announced and that are still to come.
    private var left = 0
    private var checksum = FITChecksum()
    private var definitions: [FITDefinition?] = Array(repeating: nil, count: 16)
    private var lastTimestamp: Int?
    /// Files that were whole.
    private var files = 0

    public init() {}

    /// Whether bytes begin a FIT file.
    public static func recognises(_ head: some Collection<UInt8>) -> Bool {
        let head = Array(head.prefix(12))
        return head.count == 12 && head[0] >= 12 && Array(head[8..<12]) == Array(".FIT".utf8)
    }

    /// Takes the next bytes and hands out what they complete.
    public mutating func decode(
        _ bytes: UnsafeRawBufferPointer, _ body: (FITEvent) -> Void
    ) throws(FITError) {
        rest.append(contentsOf: bytes)
        let held = rest
        var used = 0
        let outcome: Result<Void, FITError> = held.withUnsafeBytes { all in
            do throws(FITError) {
                while let count = try step(UnsafeRawBufferPointer(rebasing: all[used...]), body) {
                    used += count
                    offset += count
                }
                return .success(())
            } catch { return .failure(error) }
        }
        rest.removeFirst(used)
        try outcome.get()
    }

    /// Checks that the source has ended where a file does.
    public func finish() throws(FITError) {
        guard place == .header, rest.isEmpty, files > 0 else {
            let isFile = place != .header || files > 0 || Self.recognises(rest)
            throw FITError(isFile ? .truncated : .notFIT, offset: isFile ? offset + rest.count : offset)
        }
    }

    /// The bytes of the next thing that is whole; nil where more are needed.
    private mutating func step(
        _ bytes: UnsafeRawBufferPointer, _ body: (FITEvent) -> Void
    ) throws(FITError) -> Int? {
        switch place {
        case .header: return try takeHeader(bytes)
        case .messages:
            guard left > 0 else {
                place = .checksum
                return 0
            }
            guard let count = try takeMessage(bytes, body) else { return nil }
            guard count <= left else { throw FITError(.checksum, offset: offset + left) }
            checksum.add(bytes[..<count])
            left -= count
            return count
        case .checksum:
            guard bytes.count >= 2 else { return nil }
            guard checksum.value == Self.number(bytes[0..<2]) else { throw FITError(.checksum, offset: offset) }
            place = .header
            files += 1
            body(.endOfFile)
            return 2
        }
    }

    private mutating func takeHeader(_ bytes: UnsafeRawBufferPointer) throws(FITError) -> Int? {
        guard bytes.count >= 12 else {
            // What cannot become a header is none at once.
            let mark = Array(".FIT".utf8)
            if bytes.count > 8, !mark.starts(with: bytes[8...]) { throw FITError(.notFIT, offset: offset) }
            return nil
        }
        guard Self.recognises(bytes) else { throw FITError(.notFIT, offset: offset) }
        let size = Int(bytes[0])
        let version = Int(bytes[1] >> 4)
        guard version <= 2 else { throw FITError(.newerProtocol(version), offset: offset + 1) }
        guard bytes.count >= size else { return nil }
        if size >= 14 {
            var sum = FITChecksum()
            sum.add(bytes[..<12])
            let said = Self.number(bytes[12..<14])
            // 0 says that it was not computed.
            guard said == 0 || said == sum.value else { throw FITError(.checksum, offset: offset + 12) }
        }
        left = Int(UInt32(Self.number(bytes[4..<6])) | UInt32(Self.number(bytes[6..<8])) << 16)
        guard left > 0 else { throw FITError(.unclosed, offset: offset + 4) }
        checksum = FITChecksum()
        checksum.add(bytes[..<size])
        definitions = Array(repeating: nil, count: 16)
        lastTimestamp = nil
        place = .messages
        return size
    }

    private mutating func takeMessage(
        _ bytes: UnsafeRawBufferPointer, _ body: (FITEvent) -> Void
    ) throws(FITError) -> Int? {
        guard let head = bytes.first else { return nil }
        if head & 0xC0 == 0x40 { return try takeDefinition(bytes, hasDeveloperFields: head & 0x20 != 0) }
        let isCompressed = head & 0x80 != 0
        guard let definition = definitions[Int(isCompressed ? head >> 5 & 3 : head & 0xF)] else {
            throw FITError(.undefinedMessage, offset: offset)
        }
        guard bytes.count > definition.size else { return nil }
        var time: Int?
        if isCompressed, let last = lastTimestamp {
            let low = Int(head & 0x1F)
            time = last + ((low - last) & 0x1F)
            lastTimestamp = time
        }
        let message = FITMessage(
            number: definition.number, offset: offset, compressedTimestamp: time, definition: definition,
            bytes: UnsafeRawBufferPointer(rebasing: bytes[1..<1 + definition.size]))
        if case .integer(let said)? = message.value(of: FITDefinition.timestamp) { lastTimestamp = said }
        // A message that goes beyond what the header announces is no message.
        if 1 + definition.size <= left { body(.message(message)) }
        return 1 + definition.size
    }

    private mutating func takeDefinition(
        _ bytes: UnsafeRawBufferPointer, hasDeveloperFields: Bool
    ) throws(FITError) -> Int? {
        guard bytes.count >= 6 else { return nil }
        guard bytes[2] <= 1 else { throw FITError(.brokenDefinition, offset: offset) }
        let isBigEndian = bytes[2] == 1
        let number = Self.number(bytes[3..<5])
        var definition = FITDefinition(number: Int(isBigEndian ? number.byteSwapped : number), isBigEndian: isBigEndian)
        var end = 6 + 3 * Int(bytes[5])
        guard bytes.count >= end else { return nil }
        for start in stride(from: 6, to: end, by: 3) {
            guard bytes[start + 1] > 0 else { throw FITError(.brokenDefinition, offset: offset) }
            definition.fields.append(
                FITDefinition.Field(
                    number: Int(bytes[start]), size: Int(bytes[start + 1]), baseType: bytes[start + 2],
                    offset: definition.size))
            definition.size += Int(bytes[start + 1])
        }
        if hasDeveloperFields {
            guard bytes.count > end else { return nil }
            let first = end + 1
            end = first + 3 * Int(bytes[end])
            guard bytes.count >= end else { return nil }
            for start in stride(from: first, to: end, by: 3) {
                definition.developerFields.append(
                    FITDefinition.DeveloperField(
                        index: Int(bytes[start + 2]), number: Int(bytes[start]), size: Int(bytes[start + 1]),
                        offset: definition.size))
                definition.size += Int(bytes[start + 1])
            }
        }
        definitions[Int(bytes[0] & 0xF)] = definition
        return end
    }

    /// A number of two bytes, the lower one first.
    private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt16 {
        UInt16(bytes[bytes.startIndex]) | UInt16(bytes[bytes.startIndex + 1]) << 8
    }
}
