/// Writes FIT files, right and wrong ones.
public struct FITFile {
    /// A field's value with its base type; nil: none.
    public enum Value {
        case word(Int?)
        case byte(Int?)
        case short(Int?)
        case long(Int?)
        case signed(Int?)
        case real(Float)
        case text(String)
        case shorts([Int?])
        case raw(type: UInt8, [UInt8])
    }

    public typealias Field = (number: Int, value: Value)

    /// Seconds from 1970 to the beginning of FIT's calendar.
    public static let epoch = 631_065_600

    private let isBigEndian: Bool
    private var messages: [UInt8] = []
    private var lastDefinition: [UInt8] = []

    public init(isBigEndian: Bool = false) { self.isBigEndian = isBigEndian }

    /// Adds a message, with its definition where that differs from the last one's.
    ///
    /// - Parameters:
    ///   - developer: developer fields: the application's index, the field's number and its bytes.
    ///   - compressedTime: seconds whose lower five bits are the message's time.
    public mutating func add(
        _ number: Int, _ fields: [Field], developer: [(index: Int, number: Int, bytes: [UInt8])] = [],
        compressedTime: Int? = nil
    ) {
        var definition: [UInt8] = [developer.isEmpty ? 0x40 : 0x60, 0, isBigEndian ? 1 : 0]
        definition += ordered(number, 2) + [UInt8(fields.count)]
        for field in fields {
            definition += [UInt8(field.number), UInt8(bytes(of: field.value).count), type(of: field.value)]
        }
        if !developer.isEmpty {
            definition.append(UInt8(developer.count))
            for field in developer {
                definition += [UInt8(field.number), UInt8(field.bytes.count), UInt8(field.index)]
            }
        }
        if definition != lastDefinition {
            messages += definition
            lastDefinition = definition
        }
        messages.append(compressedTime.map { 0x80 | UInt8($0 & 0x1F) } ?? 0)
        for field in fields { messages += bytes(of: field.value) }
        for field in developer { messages += field.bytes }
    }

    /// Adds bytes as they are.
    public mutating func add(raw bytes: [UInt8]) {
        messages += bytes
        lastDefinition = []
    }

    /// The file.
    ///
    /// - Parameters:
    ///   - headerSize: 12, without the header's checksum, or 14 and more.
    ///   - announced: bytes that the header announces; default: as many as there are.
    public func bytes(headerSize: Int = 14, version: UInt8 = 0x20, announced: Int? = nil) -> [UInt8] {
        let size = announced ?? messages.count
        var header: [UInt8] = [UInt8(headerSize), version, 0x40, 0x08]
        header += (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + Array(".FIT".utf8)
        if headerSize >= 14 { header += Self.littleEndian(Self.checksum(header)) }
        header += Array(repeating: 0, count: headerSize - header.count)
        let all = header + messages
        return all + Self.littleEndian(Self.checksum(all))
    }

    /// The checksum bit by bit, another way than the decoder's.
    public static func checksum(_ bytes: [UInt8]) -> Int {
        var sum = 0
        for byte in bytes {
            sum ^= Int(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
        }
        return sum
    }

    /// The same messages in other bytes: of a later profile, without the header's checksum.
    public static func inOtherBytes(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while rest.count > 14 {
            let size = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            var file = Array(rest.prefix(Int(rest[rest.startIndex]) + size))
            rest = rest.dropFirst(file.count + 2)
            file[2] &+= 1
            if file[0] >= 14 { file[12..<14] = [0, 0] }
            result += file + littleEndian(checksum(file))
        }
        return result
    }

    private static func littleEndian(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }

    private func ordered(_ number: Int, _ size: Int) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    private func type(of value: Value) -> UInt8 {
        switch value {
        case .word: 0x00
        case .byte: 0x02
        case .short, .shorts: 0x84
        case .long: 0x86
        case .signed: 0x85
        case .real: 0x88
        case .text: 0x07
        case .raw(let type, _): type
        }
    }

    private func bytes(of value: Value) -> [UInt8] {
        switch value {
        case .word(let number), .byte(let number): [UInt8(number ?? 0xFF)]
        case .short(let number): ordered(number ?? 0xFFFF, 2)
        case .shorts(let numbers): numbers.flatMap { ordered($0 ?? 0xFFFF, 2) }
        case .long(let number): ordered(number ?? 0xFFFF_FFFF, 4)
        case .signed(let number): ordered(number ?? 0x7FFF_FFFF, 4)
        case .real(let number): ordered(Int(number.bitPattern), 4)
        case .text(let text): Array(text.utf8) + [0]
        case .raw(_, let bytes): bytes
        }
    }
}
