/// How many scans a picture is coded in.
///
/// In the data of a scan 0xFF is followed by 0x00, a restart marker or another 0xFF; whatever else follows it is the next
/// segment, so that scans are counted without decoding any.
public enum ScanCount {
    /// Counts up to the picture's end, which is not the file's where another picture follows.
    public static func of(_ bytes: UnsafeRawBufferPointer) -> Int {
        var count = 0
        var at = 2
        while at + 3 < bytes.count {
            guard bytes[at] == 0xFF else {
                at += 1
                continue
            }
            switch bytes[at + 1] {
            case 0xFF: at += 1
            case 0x00, 0x01, 0xD0...0xD7: at += 2
            case 0xD9: return count
            case let marker:
                if marker == 0xDA { count += 1 }
                at += 2 + max(2, Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
            }
        }
        return count
    }
}
