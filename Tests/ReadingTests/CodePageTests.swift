import Definitions
import Glibc
import Reading
import Records
import Testing

/// Tables in code pages that are no Windows-1252.
@Suite struct CodePageTests {
    /// A name as people write it, and its bytes in a page, by the page's own table.
    static let words: [(page: CodePage, text: String, bytes: [UInt8])] = [
        (.centralEuropean, "Idő", [0x49, 0x64, 0xF5]),
        (.centralEuropean, "Długość", [0x44, 0xB3, 0x75, 0x67, 0x6F, 0x9C, 0xE6]),
        (.cyrillic, "Вес", [0xC2, 0xE5, 0xF1]),
        (.greek, "Βάρος", [0xC2, 0xDC, 0xF1, 0xEF, 0xF2]),
        (.turkish, "Ağırlık", [0x41, 0xF0, 0xFD, 0x72, 0x6C, 0xFD, 0x6B]),
        (.hebrew, "משקל", [0xEE, 0xF9, 0xF7, 0xEC]),
        (.arabic, "وزن", [0xE6, 0xD2, 0xE4]),
        (.baltic, "Ilgis š", [0x49, 0x6C, 0x67, 0x69, 0x73, 0x20, 0xF0]),
        (.japanese, "体重", [0x91, 0xCC, 0x8F, 0x64]),
        (.japanese, "ﾀｲ", [0xC0, 0xB2]),
        (.simplifiedChinese, "体重", [0xCC, 0xE5, 0xD6, 0xD8]),
        (.korean, "체중", [0xC3, 0xBC, 0xC1, 0xDF]),
        (.traditionalChinese, "體重", [0xC5, 0xE9, 0xAD, 0xAB]),
    ]

    private func read(
        _ bytes: [UInt8], _ page: CodePage, chunk: Int
    ) throws -> (header: [String], rows: [String], account: ByteAccount) {
        let reader = try CSVReader(MemorySource(bytes, chunk: chunk), encoding: .page(page))
        let batch = reader.makeBatch()
        var rows: [String] = []
        while try reader.read(into: batch) {
            for row in 0..<batch.count {
                let cells = (0..<batch.columnCount).map { batch.text(of: batch.column($0)[row]) ?? "~" }
                let defects = batch.defects.filter { $0.index == row }.map {
                    " !\($0.defect.code.rawValue)@\($0.defect.byteOffset ?? -1)"
                }
                rows.append("\(batch.offsets[row]) " + cells.joined(separator: "|") + defects.joined())
            }
        }
        return (reader.header, rows, reader.account)
    }

    @Test(arguments: words.indices) func `A table in a code page is read with its bytes counted`(number: Int) throws {
        let (page, text, word) = Self.words[number]
        let bytes = word + Array(",b\r\n1,".utf8) + word + Array("\r\n2,x\r\n".utf8)
        for chunk in [1, 2, 3, .max] {
            let (header, rows, account) = try read(bytes, page, chunk: chunk)
            #expect(header == [text, "b"])
            let second = word.count + 4 + 2 + word.count + 2
            #expect(rows == ["\(word.count + 4) 1|\(text)", "\(second) 2|x"])
            #expect(account.total == bytes.count)
        }
    }

    @Test func `Bytes that are no character are a defect of their record, where they stand`() throws {
        // 0x81 begins no character of Shift JIS with a comma behind it, nor is it one at the end.
        let bytes: [UInt8] =
            Array("a,b\n1,".utf8) + [0x81, 0x2C, 0x0A] + Array("2,".utf8) + [0x91, 0xCC, 0x0A, 0x33, 0x2C, 0x81]
        for chunk in [1, .max] {
            let (_, rows, account) = try read(bytes, .japanese, chunk: chunk)
            #expect(rows.count == 3)
            #expect(rows[0].contains("!invalid_encoding@6"))
            #expect(rows[1] == "9 2|体")
            #expect(rows[2].contains("!invalid_encoding@16"))
            #expect(account.total == bytes.count)
        }
    }

    /// Every character of a page comes back: one or two bytes, one scalar, the same as the system's converter says.
    @Test(arguments: CodePage.allCases) func `All characters are those of the system`(page: CodePage) throws {
        let conversion = try #require(iconv_open("UTF-8", page.rawValue))
        defer { iconv_close(conversion) }
        func converted(_ bytes: [UInt8]) -> String? {
            iconv(conversion, nil, nil, nil, nil)
            var source = bytes.map { CChar(bitPattern: $0) }
            var target = [CChar](repeating: 0, count: 16)
            let count = source.withUnsafeMutableBufferPointer { source in
                target.withUnsafeMutableBufferPointer { target -> Int? in
                    var (from, to) = (source.baseAddress, target.baseAddress)
                    var (left, room) = (source.count, target.count)
                    guard iconv(conversion, &from, &left, &to, &room) != Int.max, left == 0 else { return nil }
                    _ = iconv(conversion, nil, nil, &to, &room)
                    return target.count - room
                }
            }
            return count.map { String(decoding: target[..<$0].map { UInt8(bitPattern: $0) }, as: UTF8.self) }
        }
        var count = 0
        var single = Set<UInt8>()
        for byte in UInt8(0x80)...0xFF {
            guard let text = converted([byte]), text.unicodeScalars.count == 1 else { continue }
            single.insert(byte)
            count += 1
            #expect(try read([0x61, 0x0A, byte, 0x0A], page, chunk: .max).rows == ["2 \(text)"])
        }
        for lead in UInt8(0x80)...0xFF where !single.contains(lead) {
            for trail in UInt8(0x40)...0xFE {
                guard let text = converted([lead, trail]), text.unicodeScalars.count == 1 else { continue }
                count += 1
                guard count % 37 == 0 else { continue }
                #expect(try read([0x61, 0x0A, lead, trail, 0x0A], page, chunk: .max).rows == ["2 \(text)"])
            }
        }
        #expect(count > 60)
    }
}
