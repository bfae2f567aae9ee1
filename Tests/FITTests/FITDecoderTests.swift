import FIT
import Inventing
import Testing

@Suite struct FITDecoderTests {
    /// What a decoder hands out: a message's number, its fields and their values.
    struct Heard: Hashable {
        var number: Int
        var values: [Int: [FITValue?]]
        var time: Int?
        var developer: [[UInt8]]
    }

    static func decode(_ bytes: [UInt8], chunk: Int = .max) throws(FITError) -> (messages: [Heard], files: Int) {
        var decoder = FITDecoder()
        var heard: [Heard] = []
        var files = 0
        for start in stride(from: 0, to: bytes.count, by: min(chunk, max(1, bytes.count))) {
            let piece = Array(bytes[start..<(bytes.count - start > chunk ? start + chunk : bytes.count)])
            let outcome: Result<Void, FITError> = piece.withUnsafeBytes { piece in
                do throws(FITError) {
                    try decoder.decode(piece) { event in
                        guard case .message(let message) = event else { return files += 1 }
                        heard.append(
                            Heard(
                                number: message.number,
                                values: Dictionary(message.fields.map { ($0, message.values(of: $0)) }) { first, _ in
                                    first
                                },
                                time: message.compressedTimestamp, developer: message.developerFields.map(\.bytes)))
                    }
                    return .success(())
                } catch { return .failure(error) }
            }
            try outcome.get()
        }
        try decoder.finish()
        return (heard, files)
    }

    struct File: CustomTestStringConvertible, Sendable {
        var name: String
        var bytes: [UInt8]
        var messages = 0
        var files = 0
        var kind = FITError.Kind.truncated
        var testDescription: String { name }
    }

    static let files = [
        File(name: "a ride", bytes: InventedActivity.ride(), messages: 246, files: 1),
        File(name: "big endian, header of 12 bytes", bytes: InventedActivity.multisport(), messages: 8, files: 1),
        File(name: "chained files", bytes: InventedActivity.indoor(), messages: 16, files: 2),
        File(name: "a day of a watch", bytes: InventedActivity.day(), messages: 8, files: 1),
    ]

    @Test(arguments: files)
    func `A file reads the same in any pieces`(_ file: File) throws {
        let whole = try Self.decode(file.bytes)
        #expect(whole.messages.count == file.messages)
        #expect(whole.files == file.files)
        for chunk in [1, 2, 13, 4096] {
            let pieces = try Self.decode(file.bytes, chunk: chunk)
            #expect(pieces.messages == whole.messages)
        }
    }

    @Test(arguments: files)
    func `A file that is cut anywhere is an error, but where one of a chain ends`(_ file: File) {
        var whole = 0
        // The longest file by steps that meet every place of its messages.
        for length in stride(from: 0, to: file.bytes.count, by: file.bytes.count > 2000 ? 13 : 1) {
            let outcome = Result { () throws(FITError) in try Self.decode(Array(file.bytes[..<length])) }
            switch outcome {
            case .success: whole += 1
            case .failure(let error): #expect(error.kind == (length < 12 ? error.kind : .truncated))
            }
        }
        #expect(whole == file.files - 1)
    }

    @Test func `A changed byte is never read as if it were right`() {
        let bytes = InventedActivity.multisport()
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 0x10
            // The profile's version is covered by the file's checksum, like every other byte.
            #expect(throws: FITError.self) { try Self.decode(changed) }
        }
    }

    @Test func `Values of every type, in both byte orders, and none`() throws {
        for isBigEndian in [false, true] {
            var file = FITFile(isBigEndian: isBigEndian)
            file.add(
                200,
                [
                    (0, .byte(7)), (1, .byte(nil)), (2, .short(513)), (3, .short(nil)), (4, .long(0x0102_0304)),
                    (5, .long(nil)), (6, .signed(-5)), (7, .signed(nil)), (8, .real(1.5)), (9, .text("Ünter")),
                    (10, .shorts([1, nil, 3])), (11, .raw(type: 0x0A, [0])), (12, .raw(type: 0x01, [0xFE])),
                    (13, .raw(type: 0x84, [1, 2, 3])), (14, .raw(type: 0x1F, [9])), (15, .raw(type: 0x07, [0, 65])),
                ])
            let values = try Self.decode(file.bytes()).messages[0].values
            #expect(
                values == [
                    0: [.integer(7)], 1: [nil], 2: [.integer(513)], 3: [nil], 4: [.integer(0x0102_0304)], 5: [nil],
                    6: [.integer(-5)], 7: [nil], 8: [.real(1.5)], 9: [.text(Array("Ünter".utf8))],
                    10: [.integer(1), nil, .integer(3)], 11: [nil], 12: [.integer(-2)],
                    13: [.integer(1), .integer(2), .integer(3)], 14: [.integer(9)], 15: [nil],
                ])
        }
    }

    @Test func `Of a field that a message defines twice the last value counts`() throws {
        var file = FITFile()
        file.add(19, [(9, .long(0)), (9, .long(500_000)), (9, .long(nil))])
        #expect(try Self.decode(file.bytes()).messages[0].values[9] == [.integer(500_000)])
    }

    @Test func `Compressed times go on from the last whole one, over the end of their five bits`() throws {
        var file = FITFile()
        file.add(20, [(3, .byte(60))], compressedTime: 3)
        file.add(20, [(253, .long(1_000_000_030)), (3, .byte(61))])
        for second in [31, 33, 60, 64] { file.add(20, [(3, .byte(62))], compressedTime: 1_000_000_000 + second) }
        let times = try Self.decode(file.bytes()).messages.map(\.time)
        // 1,000,000,030 has the lower bits 30; the first has no time to go on from.
        #expect(times == [nil, nil, 1_000_000_031, 1_000_000_033, 1_000_000_060, 1_000_000_064])
    }

    @Test func `Developer fields are apart from the others`() throws {
        var file = FITFile()
        file.add(20, [(3, .byte(60))], developer: [(0, 1, [1, 2]), (0, 2, [3])])
        file.add(20, [(3, .byte(61))], developer: [(0, 1, [4, 5]), (0, 2, [6])])
        let messages = try Self.decode(file.bytes()).messages
        #expect(messages.map(\.developer) == [[[1, 2], [3]], [[4, 5], [6]]])
        #expect(messages.map { $0.values[3] } == [[.integer(60)], [.integer(61)]])
    }

    /// Files that are none, and why.
    static let faulty: [File] = {
        var file = FITFile()
        file.add(20, [(3, .byte(60))])
        let good = file.bytes()
        var undefined = FITFile()
        undefined.add(raw: [0x03, 1])
        var empty = FITFile()
        empty.add(raw: [0x40, 0, 0, 20, 0, 1, 3, 0, 2])
        var order = FITFile()
        order.add(raw: [0x40, 0, 2, 20, 0, 1, 3, 1, 2])
        var damaged = good
        damaged[damaged.count - 3] ^= 1
        return [
            File(name: "nothing", bytes: [], kind: .notFIT),
            File(name: "text", bytes: Array("Date,Weight\n2026-05-01,61\n".utf8), kind: .notFIT),
            File(name: "a newer protocol", bytes: file.bytes(version: 0x30), kind: .newerProtocol(3)),
            File(name: "not closed", bytes: file.bytes(announced: 0), kind: .unclosed),
            File(name: "announces more", bytes: file.bytes(announced: 400), kind: .undefinedMessage),
            File(name: "announces less", bytes: file.bytes(announced: 3), kind: .checksum),
            File(name: "a changed byte", bytes: damaged, kind: .checksum),
            File(name: "data without a definition", bytes: undefined.bytes(), kind: .undefinedMessage),
            File(name: "a field of no bytes", bytes: empty.bytes(), kind: .brokenDefinition),
            File(name: "an unknown byte order", bytes: order.bytes(), kind: .brokenDefinition),
            File(name: "other bytes behind it", bytes: good + Array(repeating: 7, count: 20), kind: .notFIT),
        ]
    }()

    @Test(arguments: faulty)
    func `What is no FIT file says why`(_ file: File) {
        for chunk in [Int.max, 1] {
            let outcome = Result { () throws(FITError) in try Self.decode(file.bytes, chunk: chunk) }
            guard case .failure(let error) = outcome else {
                Issue.record("\(file.name) was read")
                continue
            }
            #expect(error.kind == file.kind)
        }
    }
}
