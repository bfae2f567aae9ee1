internal import Definitions

extension FieldMapping.Escape {
    /// The text as it was before it was written; nil where it is the same.
    func undone(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        switch self {
        case .lineBreaks: Self.halved(bytes, 0x5C, 0x6E, into: 0x0A)
        case .quotes: Self.areDoubled(bytes) ? Self.halved(bytes, 0x22, 0x22, into: 0x22) : nil
        }
    }

    private static func halved(
        _ bytes: UnsafeRawBufferPointer, _ first: UInt8, _ second: UInt8, into byte: UInt8
    ) -> [UInt8]? {
        guard bytes.contains(first) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            let isPair = bytes[at] == first && at + 1 < bytes.count && bytes[at + 1] == second
            text.append(isPair ? byte : bytes[at])
            at += isPair ? 2 : 1
        }
        return text.count == bytes.count ? nil : text
    }

    private static func areDoubled(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var run = 0
        for byte in bytes {
            if byte == 0x22 { run += 1 } else if run % 2 == 0 { run = 0 } else { return false }
        }
        return run % 2 == 0
    }
}
