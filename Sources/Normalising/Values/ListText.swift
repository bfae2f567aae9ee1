internal import Records

/// A list of texts: a JSON array, PostgreSQL's text of one, or ids joined by commas.
struct ListText {
    /// Elements, nil for a null.
    private(set) var elements: [[UInt8]?] = []

    /// Reads `["a", 1]` or `{a,"b c",NULL}` of one dimension; nil for anything else.
    init?(_ bytes: UnsafeRawBufferPointer) {
        if bytes.isEmpty { return }
        guard bytes.count >= 2 else { return nil }
        switch (bytes[0], bytes[bytes.count - 1]) {
        case (0x5B, 0x5D): guard readJSON(bytes) else { return nil }
        case (0x7B, 0x7D): guard readArray(bytes) else { return nil }
        default: return nil
        }
    }

    init?(joined bytes: UnsafeRawBufferPointer) {
        for part in bytes.split(separator: 0x2C, omittingEmptySubsequences: false) {
            elements.append(Array(Blank.trimmed(UnsafeRawBufferPointer(rebasing: part))))
        }
    }

    var areIDs: Bool {
        elements.allSatisfy { element in
            guard let element else { return false }
            return element.withUnsafeBytes { UUIDText.parse($0) } != nil
        }
    }

    /// As the server writes it, so that it can be compared with what is there.
    var text: [UInt8] {
        var text: [UInt8] = [0x7B]
        for (index, element) in elements.enumerated() {
            if index > 0 { text.append(0x2C) }
            guard let element else {
                text += Array("NULL".utf8)
                continue
            }
            let isPlain =
                !element.isEmpty && !Self.isNull(element)
                && element.allSatisfy {
                    $0 > 0x20 && $0 != 0x22 && $0 != 0x2C && $0 != 0x5C && $0 != 0x7B && $0 != 0x7D
                }
            if isPlain {
                text += element
                continue
            }
            text.append(0x22)
            for byte in element {
                if byte == 0x22 || byte == 0x5C { text.append(0x5C) }
                text.append(byte)
            }
            text.append(0x22)
        }
        text.append(0x7D)
        return text
    }

    private static func isNull(_ word: [UInt8]) -> Bool { WordTable.lower(word) == Array("null".utf8) }

    private mutating func readJSON(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var check = JSONScan(bytes)
        return check.elements { element in
            guard let element else { return false }
            elements.append(element.isNull ? nil : element.text)
            return true
        }
    }

    private mutating func readArray(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var at = 1
        let end = bytes.count - 1
        if Blank.trimmed(UnsafeRawBufferPointer(rebasing: bytes[1..<end])).isEmpty { return true }
        while at <= end {
            while at < end, bytes[at] == 0x20 { at += 1 }
            var element: [UInt8] = []
            if at < end, bytes[at] == 0x22 {
                at += 1
                while at < end, bytes[at] != 0x22 {
                    if bytes[at] == 0x5C { at += 1 }
                    guard at < end else { return false }
                    element.append(bytes[at])
                    at += 1
                }
                guard at < end else { return false }
                at += 1
                elements.append(element)
            } else {
                while at < end, bytes[at] != 0x2C {
                    guard bytes[at] != 0x7B, bytes[at] != 0x7D, bytes[at] != 0x22 else { return false }
                    if bytes[at] == 0x5C { at += 1 }
                    guard at < end else { return false }
                    element.append(bytes[at])
                    at += 1
                }
                while element.last == 0x20 { element.removeLast() }
                guard !element.isEmpty else { return false }
                elements.append(Self.isNull(element) ? nil : element)
            }
            while at < end, bytes[at] == 0x20 { at += 1 }
            if at == end { return true }
            guard bytes[at] == 0x2C else { return false }
            at += 1
        }
        return false
    }
}
