/// The CRC-16 of FIT, four bits at a time, as the protocol's description has it (polynomial 0xA001, begins with 0).
struct FITChecksum {
    private(set) var value: UInt16 = 0

    private static let table: [UInt16] = [
        0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401,
        0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01, 0x8801, 0x4400,
    ]

    mutating func add(_ bytes: some Sequence<UInt8>) {
        var sum = value
        for byte in bytes {
            sum = sum >> 4 ^ Self.table[Int(sum & 0xF)] ^ Self.table[Int(byte & 0xF)]
            sum = sum >> 4 ^ Self.table[Int(sum & 0xF)] ^ Self.table[Int(byte >> 4)]
        }
        value = sum
    }
}
