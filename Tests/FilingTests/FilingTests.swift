import Filing
import Foundation
import Testing

/// Files in the making, and what is left of them.
@Suite struct FilingTests {
    private let folder = "\(NSTemporaryDirectory())/scorebook-filing-\(UUID().uuidString)"
    private let sha256 = String(repeating: "a1", count: 32)

    init() throws { try PrivateFolder.make(folder) }

    private func put(_ name: String, _ text: String = "x") throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    }

    private func names() throws -> [String] { try #require(try FolderListing.names(in: folder)) }

    /// The number of a process that has ended.
    private func endedProcess() throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/true")
        try process.run()
        process.waitUntilExit()
        return process.processIdentifier
    }

    @Test func `What killed processes leave is removed, and nothing else`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (ended, own, alive) = (try endedProcess(), getpid(), getppid())
        let stay = [
            "\(sha256).csv", "\(sha256).csv.1.\(alive).part", "\(sha256).csv.part", "\(sha256).csv.x.part",
            "\(sha256).\(ended).csv", "notes.1.\(ended).part",
        ]
        let go = [
            "\(sha256).csv.1.\(ended).part", "\(sha256).\(ended).part", "\(sha256).csv.reason.txt.7.\(ended).part",
            "\(sha256).csv.3.\(own).part",
        ]
        for name in stay + go { try put(name) }
        PrivateFolder.removeAbandoned(in: folder) { $0.hasPrefix(sha256) }
        #expect(try names() == stay.sorted())
        PrivateFolder.removeAbandoned(in: "\(folder)/nowhere") { _ in true }
    }

    @Test func `What ended processes were loading is suspected until it is cleared or gone, what others load is not`()
        throws
    {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let marks = "\(folder)/marks"
        for name in ["one", "two", "three"] { try put(name) }
        let paths = ["one", "two", "three"].map { "\(folder)/\($0)" }
        try PrivateFolder.make(marks)
        try put("marks/1.1", "\(paths[0])\0\(paths[1])\0\(folder)/gone\0")
        try put("marks/2.2", "\(paths[1])\0")
        do {
            let alive = try #require(FilesInProgress(in: marks))
            alive.begin(paths[2])
            let own = try #require(FilesInProgress(in: marks))
            #expect(paths.map { own.suspicion(of: $0) } == [3, 1, nil])
            own.begin(paths[0])
            own.clear(paths[1])
            own.end()
            #expect(try FolderListing.names(in: marks)?.count == 2)
        }
        // It did not come to its end.
        let next = try #require(FilesInProgress(in: marks))
        #expect(paths.map { next.suspicion(of: $0) } == [1, nil, 1])
        next.begin(paths[1])
        next.begin(paths[2])
        next.keep(1, [paths[2]])
        for path in paths { next.clear(path) }
        next.end()
        #expect(try FolderListing.names(in: marks) == [])
    }

    @Test func `A file is there whole or not at all`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/one"
        do {
            let file = try NewFile(at: path)
            try file.write([1, 2, 3])
            #expect(try names().count == 1 && !names().contains("one"))
        }
        #expect(try names() == [])
        try NewFile.write([4, 5], to: path, .lasting)
        try NewFile.write([6], to: path, .passing)
        #expect(try names() == ["one"])
        #expect(try PrivateFolder.contents(of: path) == [6])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(throws: FileError.self) { try NewFile(at: "\(folder)/nowhere/one").write([1]) }
    }

    @Test(arguments: ["/tmp", "/dev/shm"].filter { FileManager.default.fileExists(atPath: $0) })
    func `A file is moved, across file systems, too`(_ root: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let target = "\(root)/scorebook-filing-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: target) }
        try PrivateFolder.make("\(target)/deep")
        let text = String(repeating: "abcdefg", count: 100_000)
        for _ in 0..<2 {
            try put("one", text)
            #expect(try move("one", to: "\(target)/deep/two") == .moved)
            #expect(try names() == [] && FolderListing.names(in: "\(target)/deep") == ["two"])
            #expect(TextFile.text(of: "\(target)/deep/two") == text)
        }
        try put("one")
        #expect(throws: FileError.self) { try move("one", to: "\(target)/nowhere/three") }
        #expect(try names() == ["one"])
    }

    private func move(_ name: String, to target: String) throws -> PrivateFolder.Fate {
        try PrivateFolder.move(Location("\(folder)/\(name)"), identity(name), to: Location(target))
    }

    private func room(_ place: String) throws -> PrivateFolder.Room {
        try PrivateFolder.room(for: Location("\(folder)/one"), at: Location("\(place)/one"))
    }

    @Test func `No link leads out of a folder, whatever becomes of its names`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (root, outside) = ("\(folder)/inbox", "\(folder)/outside")
        try PrivateFolder.make("\(root)/a/b")
        try PrivateFolder.make(outside)
        try put("inbox/a/b/one", "ours")
        try put("outside/one", "theirs")
        let ours = try Location("a/b/one", below: root)
        let held = try Location("a", below: root).opened()
        #expect(rename("\(root)/a/b", "\(folder)/away") == 0)
        #expect(symlink(outside, "\(root)/a/b") == 0)

        // What was opened stays what it was.
        #expect(try PrivateFolder.contents(of: ours) == Array("ours".utf8))
        #expect(try FolderListing.entries(in: held)?.map(\.name) == ["b"])
        // A link is no way, nor is one out of the folder.
        for path in ["a/b/one", "a/b/new/two"] {
            #expect(throws: FileError.self) { try Location(path, below: root) }
            #expect(throws: FileError.self) { try Location(making: path, below: root) }
        }
        #expect(throws: FileError.self) { try Location("a/../../outside/one", below: root) }
        #expect(throws: FileError.self) { try Location("/etc/passwd", below: root) }
        #expect(try Location("a/b", below: root).open(O_RDONLY) < 0)
        #expect(try FolderListing.names(in: outside) == ["one"])

        #expect(try PrivateFolder.move(ours, to: Location(making: "c/d/one", below: root)) == .moved)
        #expect(TextFile.text(of: "\(root)/c/d/one") == "ours" && TextFile.text(of: "\(outside)/one") == "theirs")
    }

    private func identity(_ name: String) throws -> FileIdentity {
        let descriptor = open("\(folder)/\(name)", O_RDONLY)
        defer { close(descriptor) }
        return try FileIdentity(descriptor: descriptor)
    }

    @Test func `A file that is another by now is neither moved nor removed, whether or not the target is there`() throws
    {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for target in ["\(folder)/away", "\(folder)/there"] {
            try put("there", "before")
            try put("one", "before")
            let before = try identity("one")
            try put("new", "another")
            #expect(rename("\(folder)/new", "\(folder)/one") == 0)
            #expect(try PrivateFolder.move(Location("\(folder)/one"), before, to: Location(target)) == .changed)
            let other = try identity("one")
            try put("one", "another and more")
            #expect(try PrivateFolder.move(Location("\(folder)/one"), other, to: Location(target)) == .changed)
            #expect(try names() == ["one", "there"])
            #expect(TextFile.text(of: "\(folder)/one") == "another and more")
            #expect(TextFile.text(of: "\(folder)/there") == "before")
        }
        let last = try identity("one")
        unlink("\(folder)/one")
        #expect(try PrivateFolder.move(Location("\(folder)/one"), last, to: Location("\(folder)/away")) == .gone)
    }

    @Test(arguments: ["/tmp", "/dev/shm"].filter { FileManager.default.fileExists(atPath: $0) })
    func `No other file is replaced, and the same bytes are kept once`(_ root: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let place = "\(root)/scorebook-filing-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: place) }
        try PrivateFolder.make(place)
        let others = ["other", "onf", "", String(repeating: "one", count: 100_000)]
        for other in others {
            try put("one", "one")
            try other.write(toFile: "\(place)/one", atomically: false, encoding: .utf8)
            #expect(try room(place) == .taken)
            #expect(try move("one", to: "\(place)/one") == .taken)
            #expect(TextFile.text(of: "\(place)/one") == other && TextFile.text(of: "\(folder)/one") == "one")
            #expect(try FolderListing.names(in: place) == ["one"] && names() == ["one"])
        }
        unlink("\(place)/one")
        #expect(symlink("\(folder)/one", "\(place)/one") == 0)
        #expect(try move("one", to: "\(place)/one") == .taken)
        unlink("\(place)/one")
        #expect(try room(place) == .free)
        #expect(try PrivateFolder.move(Location("\(folder)/one"), to: Location("\(place)/one")) == .moved)
        #expect(try room(place) == .missing)
        try put("one", "one")
        #expect(try room(place) == .kept)
        #expect(try move("one", to: "\(place)/one") == .moved)
        #expect(try FolderListing.names(in: place) == ["one"] && names() == [])
        #expect(try PrivateFolder.move(Location("\(folder)/one"), to: Location("\(place)/two")) == .gone)
    }

    @Test func `Names as long as names can be are moved and made`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let long = String(repeating: "ü", count: 125) + ".json"
        try put(long, "text")
        try PrivateFolder.make("\(folder)/deep")
        #expect(try move(long, to: "\(folder)/deep/\(long)") == .moved)
        try NewFile.write([1], to: "\(folder)/\(long)", .lasting)
        #expect(try names() == ["deep", long])
    }

    @Test func `Empty folders are removed up to a root, and what lies in others stays`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try PrivateFolder.make("\(folder)/a/b/c")
        try put("a/file")
        PrivateFolder.removeEmpty(above: "\(folder)/a/b/c/gone", upTo: folder)
        #expect(try names() == ["a"] && FolderListing.names(in: "\(folder)/a") == ["file"])
        unlink("\(folder)/a/file")
        PrivateFolder.removeEmpty(above: "\(folder)/a/file", upTo: folder)
        #expect(try names() == [])
    }

    @Test func `A file that is its own target stays`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try put("one.csv", "text")
        #expect(try move("one.csv", to: "\(folder)/../\(folder.split(separator: "/").last ?? "")/one.csv") == .moved)
        #expect(try names() == ["one.csv"] && TextFile.text(of: "\(folder)/one.csv") == "text")
        let long = String(repeating: "ä", count: 120) + ".csv"
        try put(long)
        #expect(try move(long, to: "\(folder)/two") == .moved)
        #expect(try names() == ["one.csv", "two"])
    }

    @Test func `Names are sorted by their bytes, and a missing folder has none`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["b", "a", "B", ".hidden", "é"] { try put(name) }
        #expect(try names() == [".hidden", "B", "a", "b", "é"])
        #expect(try FolderListing.visibleNames(in: folder) == ["B", "a", "b", "é"])
        let path = Array("\(folder)/c".utf8CString.dropLast()) + [CChar(bitPattern: 0xFC), 0]
        let file = try #require(fopen(path, "w"))
        fclose(file)
        defer { unlink(path) }
        #expect(try names() == [".hidden", "B", "a", "b", "é"])
        let odd = try FolderListing.entries(in: folder)?.filter { $0.encoding == .unknown }.map(\.name)
        #expect(odd == ["c\u{FFFD}"])
        #expect(try FolderListing.names(in: "\(folder)/nowhere") == nil)
        #expect(try FolderListing.names(in: "\(folder)/a") == nil)
    }

    @Test func `Where a path leads is known before its folders are made`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try PrivateFolder.make("\(folder)/in/deep")
        #expect(symlink("\(folder)/in", "\(folder)/link") == 0)
        let root = AbsolutePath.of(folder)
        let cases = [
            ("\(folder)/in", "\(root)/in"), ("\(folder)/in/", "\(root)/in"),
            ("\(folder)/link/new/x", "\(root)/in/new/x"),
            ("\(folder)/in/../out", "\(root)/out"), ("\(folder)/new/../in/./y", "\(root)/in/y"), ("/", "/"),
            ("nowhere/x", AbsolutePath.of(".") + "/nowhere/x"),
        ]
        for (path, place) in cases { #expect(AbsolutePath.planned(path) == place) }
    }
}
