import Foundation
import Packing
import Proving
import Testing

/// Files that point elsewhere, read under strace: nothing is opened but what a harmless file of the kind opens, and no
/// socket at all.
@Suite struct TracedTests {
    /// Where it is installed and may trace.
    static let strace: String? = {
        let path = "/usr/bin/strace"
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["-o", "/dev/null", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? path : nil
    }()

    /// A kind of file: a harmless one, and those that would have a careless reader open `CANARY` or ask a server.
    struct Kind: CustomTestStringConvertible, Sendable {
        var ending: String
        var harmless: [UInt8]
        var hostile: [(name: String, bytes: [UInt8])]
        var testDescription: String { ending }
    }

    private static let record =
        "<Record type=\"HKQuantityTypeIdentifierBodyMass\" sourceName=\"S\" unit=\"kg\" value=\"60\" "
        + "startDate=\"2026-03-20 07:00:00 +0000\" endDate=\"2026-03-20 07:00:00 +0000\"/>"
    private static let export = "<HealthData>\(record)</HealthData>"
    private static func doctype(_ inner: String, _ body: String) -> [UInt8] {
        Array("<?xml version=\"1.0\"?><!DOCTYPE HealthData \(inner)><HealthData>\(body)\(record)</HealthData>".utf8)
    }
    private static let metric = #"{"id": "a", "date": "2026-03-20", "metric": "velocity", "value": 70.5, "unit": "mph"#
    private static func zip(_ name: String, _ content: String, mode: UInt32 = 0o100644) -> [UInt8] {
        var entry = ZipFile.Entry(name, content)
        entry.mode = mode
        return ZipFile.make([entry, ZipFile.Entry("apple_health_export/export.xml", export)])
    }

    static let kinds = [
        Kind(
            ending: "xml", harmless: Array(export.utf8),
            hostile: [
                ("external entity", doctype("[<!ENTITY x SYSTEM \"file://CANARY\">]", "&x;")),
                ("entity of a server", doctype("[<!ENTITY x SYSTEM \"http://127.0.0.1:9/x\">]", "&x;")),
                ("parameter entity", doctype("[<!ENTITY % p SYSTEM \"file://CANARY\"> %p;]", "")),
                ("external DTD", doctype("SYSTEM \"file://CANARY\"", "")),
                ("DTD of a server", doctype("PUBLIC \"x\" \"http://127.0.0.1:9/x.dtd\"", "")),
                ("internal entity", doctype("[<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]", "&b;")),
                (
                    "XInclude",
                    Array(
                        "<HealthData xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include href=\"file://CANARY\" parse=\"text\"/>\(record)</HealthData>"
                            .utf8)
                ),
                ("style sheet", Array("<?xml-stylesheet href=\"file://CANARY\"?>\(export)".utf8)),
                (
                    "schema",
                    Array(
                        "<HealthData xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\"file://CANARY\">\(record)</HealthData>"
                            .utf8)
                ),
            ]),
        Kind(
            ending: "json", harmless: Array("[\(metric)\"}]".utf8),
            hostile: [
                ("reference", Array("[\(metric)\", \"$ref\": \"file://CANARY\"}]".utf8)),
                ("schema", Array("{\"$schema\": \"http://127.0.0.1:9/x\", \"metrics\": [\(metric)\"}]}".utf8)),
                ("a path for a value", Array("[\(metric)\", \"notes\": \"CANARY\"}]".utf8)),
            ]),
        Kind(
            ending: "zip", harmless: ZipFile.make([ZipFile.Entry("apple_health_export/export.xml", export)]),
            hostile: [
                ("way up", zip("../../../../../../CANARY", "x")), ("absolute", zip("/tmp/CANARY", "x")),
                ("backslashes", zip("..\\..\\..\\CANARY", "x")),
                ("link", zip("apple_health_export/link", "CANARY", mode: 0o120777)),
                (
                    "entity in an entry",
                    ZipFile.make([
                        ZipFile.Entry(
                            "e.xml",
                            String(decoding: doctype("[<!ENTITY x SYSTEM \"file://CANARY\">]", "&x;"), as: UTF8.self))
                    ])
                ),
            ]),
    ]

    @Test(
        .enabled(if: strace != nil, "strace is not installed, or may not trace here"), arguments: kinds,
        ["peek", "validate"])
    func `Nothing else is opened`(kind: Kind, verb: String) throws {
        let folder = NSTemporaryDirectory() + "/scorebook-traced-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let canary = "\(folder)/canary"
        try "a word that stands nowhere else".write(toFile: canary, atomically: true, encoding: .utf8)

        let plain = try trace(verb, kind.harmless, kind.ending, folder)
        #expect(plain.code == 0 && plain.sockets == [], "\(plain.output)")
        #expect(plain.opened.contains("FILE"))
        for (name, bytes) in kind.hostile {
            let pointed = Self.replacing("CANARY", with: canary, in: bytes, isText: kind.ending != "zip")
            let found = try trace(verb, pointed, kind.ending, folder)
            // Definitions are read as they are needed.
            let others = found.opened.subtracting(plain.opened).filter { !$0.hasPrefix(Ground.pipelinesFolder) }
            #expect(others == [], "\(name)")
            #expect(found.sockets == [], "\(name)")
            #expect([0, 1, 65].contains(found.code), "\(name): exit \(found.code)")
            #expect(!found.output.contains("a word that stands nowhere else"), "\(name)")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(left == ["canary"])
    }

    /// The system does not give a zone's rules, or has none at all: without them times would be read in another one, or be rejected.
    @Test(
        .enabled(if: strace != nil, "strace is not installed, or may not trace here"),
        arguments: ["openat:error=EMFILE", "openat:error=EACCES", "openat,access:error=ENOENT", "read:error=EIO"],
        [true, false])
    func `A zone whose rules cannot be read now is no fault of a record`(failure: String, isNamed: Bool) throws {
        let folder = NSTemporaryDirectory() + "/scorebook-traced-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Named by the records, or by a setting.
        let (path, zone) = isNamed ? ("\(folder)/pressure.csv", "UTC") : ("\(Ground.samples)/hevy.csv", "Europe/Lisbon")
        if isNamed {
            let text =
                "Measurement Date,Timezone,SYS(mmHg),DIA(mmHg),Pulse(bpm),Irregular heartbeat detected,"
                + "IHB detection counts(times),Body Movement,Cuff wrap guide,Positioning Indicator,"
                + "room temperature(°C),Measurement Mode,Device\n"
                + "2024/03/11 08:10,Europe/Lisbon,120,75,60,,,,,,,,HEM-7000T1\n"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let rules = "/usr/share/zoneinfo/Europe/Lisbon"
        let launcher = [
            Self.strace ?? "strace", "-f", "-qq", "-o", "/dev/null", "-P", rules, "-P", "/usr/share/zoneinfo/Etc/UTC",
            "-e", "inject=\(failure)",
        ]
        let words = ["validate", path, "--owner", Ground.maya, "--set", "zone=\(zone)", "-o", "json"]
        let result = try Program(words, launcher: launcher).finish()
        #expect(result.code == 75 && result.statuses == ["failed"], "\(result.output) \(result.complaints)")
        #expect(result.ledger["read"] == 0 && result.ledger["rejected"] == 0, "\(result.ledger)")
    }

    private static func replacing(_ word: String, with path: String, in bytes: [UInt8], isText: Bool) -> [UInt8] {
        // Names in an archive have a length: there the word stands as it is.
        isText ? Array(String(decoding: bytes, as: UTF8.self).replacing(word, with: path).utf8) : bytes
    }

    /// What the program opened, whether or not it was there, and the sockets that it made.
    private func trace(
        _ verb: String, _ bytes: [UInt8], _ ending: String, _ folder: String
    ) throws -> (opened: Set<String>, sockets: [String], code: Int32, output: String) {
        let (file, log) = ("\(folder)/input.\(ending)", "\(folder)/log")
        try Data(bytes).write(to: URL(filePath: file))
        defer { for path in [file, log] { try? FileManager.default.removeItem(atPath: path) } }
        let words =
            verb == "peek"
            ? ["peek", file] : ["validate", "--input", file, "--owner", Ground.maya, "--set", "zone=UTC"]
        let launcher = [
            Self.strace ?? "strace", "-f", "-qq", "-s", "4096", "-o", log, "-e",
            "trace=open,openat,openat2,creat,socket,connect",
        ]
        let result = try Program(words, launcher: launcher).finish()
        let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
        let opened = calls.filter { $0.contains("open") || $0.contains("creat(") }.compactMap { call in
            call.split(separator: "\"").dropFirst().first.map {
                // It is opened by its path, or by its name in its folder.
                [file, "input.\(ending)"].contains(String($0)) ? "FILE" : String($0)
            }
        }
        // What the system tells of processes has a number in its name.
        let named = opened.map { $0.hasPrefix("/proc/") ? "/proc" : $0 }
        return (
            Set(named), calls.filter { $0.contains("socket(") || $0.contains("connect(") }, result.code,
            result.output + result.complaints
        )
    }
}
