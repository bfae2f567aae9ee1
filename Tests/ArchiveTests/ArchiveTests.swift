import Archive
import Packing
import Testing

@Suite struct ArchiveTests {
    static let long = String(repeating: "some text that is packed ", count: 20_000)

    struct Whole: CustomTestStringConvertible, Sendable {
        var name: String
        var bytes: [UInt8]
        var names = ["a.csv", "folder/é.xml"]
        var contents = ["first", long]
        var testDescription: String { name }
    }

    static func entries(_ change: (inout ZipFile.Entry) -> Void = { _ in }) -> [ZipFile.Entry] {
        var entries = [ZipFile.Entry("a.csv", "first"), ZipFile.Entry("folder/é.xml", long)]
        for index in entries.indices { change(&entries[index]) }
        return entries
    }

    static let tar = TarFile.make([
        ("a.csv", "first", "0"), ("folder/", "", "5"), ("folder/é.xml", long, "0"),
    ])

    static let whole: [Whole] = [
        Whole(name: "deflated", bytes: ZipFile.make(entries())),
        Whole(name: "stored", bytes: ZipFile.make(entries { $0.isStored = true })),
        Whole(name: "data descriptors", bytes: ZipFile.make(entries { $0.hasDescriptor = true })),
        Whole(
            name: "stored, with data descriptors",
            bytes: ZipFile.make(
                entries {
                    $0.isStored = true
                    $0.hasDescriptor = true
                })),
        Whole(name: "Zip64", bytes: ZipFile.make(entries { $0.isLarge = true })),
        Whole(name: "with a comment", bytes: ZipFile.make(entries(), comment: "PK\u{5}\u{6} of a phone")),
        Whole(
            name: "folders are no entries",
            bytes: ZipFile.make([ZipFile.Entry("folder/", "")] + entries())),
        Whole(name: "tar", bytes: tar),
        Whole(name: "tar.gz", bytes: ZipFile.gzip(tar)),
        Whole(name: "gzip", bytes: ZipFile.gzip(Array(long.utf8)), names: ["one"], contents: [long]),
        Whole(
            name: "gzip of two members", bytes: ZipFile.gzip(Array("first".utf8)) + ZipFile.gzip(Array(long.utf8)),
            names: ["one"], contents: ["first" + long]),
    ]

    @Test(arguments: whole)
    func `Entries are listed and read`(_ test: Whole) {
        for size in [1 << 16, 100] {
            let unpacked = Unpacked(test.bytes, buffer: size)
            #expect(unpacked.error == nil)
            #expect(unpacked.names == test.names)
            #expect(unpacked.contents == test.contents)
        }
    }

    @Test(arguments: whole)
    func `Entries are read in any order and again`(_ test: Whole) {
        let order = [test.names.count - 1, 0, test.names.count - 1]
        #expect(Unpacked(test.bytes, order: order).contents == order.map { test.contents[$0] })
    }

    @Test(arguments: whole)
    func `Cut anywhere an archive is not whole`(_ test: Whole) {
        for end in stride(from: 0, to: test.bytes.count, by: max(1, test.bytes.count / 97)) {
            let unpacked = Unpacked(Array(test.bytes[..<end]))
            // The zeros that end a tar may be missing, and a member of a gzip file may have been the last.
            let isWhole = unpacked.contents == test.contents || unpacked.contents == ["first"]
            #expect(unpacked.error != nil || (isWhole && !test.bytes.starts(with: [0x50, 0x4B])), "\(end) bytes")
        }
    }

    struct Bad: CustomTestStringConvertible, Sendable {
        var name: String
        var bytes: [UInt8]
        var error: ArchiveError
        var testDescription: String { name }

        init(
            _ name: String, _ error: ArchiveError, _ entries: [ZipFile.Entry],
            _ change: (inout [UInt8]) -> Void = { _ in }
        ) {
            self.name = name
            self.error = error
            bytes = ZipFile.make(entries)
            change(&bytes)
        }

        init(_ name: String, _ error: ArchiveError, bytes: [UInt8]) {
            self.name = name
            self.error = error
            self.bytes = bytes
        }
    }

    static func one(_ name: String = "a.csv", _ change: (inout ZipFile.Entry) -> Void = { _ in }) -> [ZipFile.Entry] {
        var entry = ZipFile.Entry(name, long)
        change(&entry)
        return [entry]
    }

    static let bad: [Bad] = [
        Bad("wrong checksum", .damaged(entry: "a.csv"), one { $0.checksum = 1 }),
        Bad("wrong length", .damaged(entry: "a.csv"), one { $0.size = 100 }),
        Bad("wrong length, stored", .damaged(entry: "a.csv"), one { ($0.size, $0.isStored) = (600_000, true) }),
        Bad("two names for one entry", .contradicts(entry: "a.csv"), one { $0.localName = "b.csv" }),
        Bad("encrypted", .encrypted(entry: "a.csv"), one { $0.flags = 1 }),
        Bad("a name twice", .duplicate(entry: "a.csv"), one() + one()),
        Bad("a way out", .unsafeName(entry: "x/../../a"), one("x/../../a")),
        Bad("a way out by backslash", .unsafeName(entry: "../a"), one("..\\a")),
        Bad("from the root", .unsafeName(entry: "/tmp/a"), one("/tmp/a")),
        Bad("from a drive", .unsafeName(entry: "C:a"), one("C:a")),
        Bad("control characters are not shown", .unsafeName(entry: "/?[2J?"), one("/\u{1B}[2J\u{202E}")),
        Bad("a symbolic link", .notAFile(entry: "a.csv"), one { $0.mode = 0o120777 }),
        Bad("a device", .notAFile(entry: "a.csv"), one { $0.mode = 0o020644 }),
        Bad(
            "two entries over one body", .contradicts(entry: "a.csv"),
            one() + one { ($0.name, $0.sharesBody) = ("b.csv", 0) }),
        Bad("no entries", .empty, []),
        Bad("folders only", .empty, one("folder/")),
        Bad("bytes behind the end", .truncated, one()) { $0 += [0] },
        Bad("magic only", .truncated, bytes: [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 50)),
        Bad(
            "gzip, wrong checksum", .damagedGzip,
            bytes: {
                var bytes = ZipFile.gzip(Array(long.utf8))
                bytes[bytes.count - 8] ^= 1
                return bytes
            }()),
        Bad("gzip, bytes behind the end", .trailing, bytes: ZipFile.gzip(Array(long.utf8)) + [1, 2, 3]),
        Bad("tar, a link", .notAFile(entry: "a"), bytes: TarFile.make([("a", "", "2")])),
        Bad("tar, a way out", .unsafeName(entry: "../a"), bytes: TarFile.make([("../a", "x", "0")])),
        Bad("tar, a name twice", .duplicate(entry: "a"), bytes: TarFile.make([("a", "x", "0"), ("a", "y", "0")])),
        Bad(
            "a bomb that says so", .ratio(limit: 500),
            one { ($0.content, $0.size) = ([], 1 << 30) }),
    ]

    @Test(arguments: bad)
    func `An archive is refused for what is wrong`(_ test: Bad) {
        let unpacked = Unpacked(test.bytes)
        #expect(unpacked.error == test.error)
    }

    @Test func `A bomb that does not say so is stopped`() {
        let limits = ArchiveLimits(ratio: 10, allowance: 1000)
        #expect(Unpacked(ZipFile.gzip(Array(Self.long.utf8)), limits: limits).error == .ratio(limit: 10))
        #expect(Unpacked(ZipFile.make(Self.one()), limits: limits).error == .ratio(limit: 10))
        #expect(
            Unpacked(ZipFile.make(Self.one() + Self.one("b")), limits: ArchiveLimits(entries: 1)).error
                == .tooManyEntries(limit: 1))
    }

    @Test func `What a Mac adds is known`() {
        let names = ["__MACOSX/a/._b.xml", "a/.DS_Store", "a/._b.xml", "a/b.xml", "DS_Store"]
        let archive = ZipFile.make(names.map { ZipFile.Entry($0, "x") })
        #expect(Unpacked(archive).names == names)
    }
}
