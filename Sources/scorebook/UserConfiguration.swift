import Command
import Definitions
import Filing
import Records
import YAML

/// `~/.config/scorebook/config.yaml`: what a user would otherwise repeat on each command line.
///
/// An option wins over the environment, the environment over this file.
struct UserConfiguration {
    /// Where something in the file is wrong, and what.
    struct Fault: Error {
        let message: String
        let hint: String?
    }

    private(set) var database: DatabaseAddress?
    private(set) var owner: String?
    private(set) var zone: String?
    private(set) var pipelines: [String] = []

    /// What a user without such a file has.
    static let none = UserConfiguration(without: ())

    static let keys = ["database", "owner", "zone", "pipelines"]

    static func path(_ environment: [String: String]) -> String {
        Home.place("XDG_CONFIG_HOME", ".config", environment) + "/config.yaml"
    }

    /// Nothing where there is no such file.
    init(_ environment: [String: String] = Environment.process) throws(Fault) {
        let path = Self.path(environment)
        if let bytes = TextFile.bytes(of: path, limit: 1 << 16) { try read(bytes, path) }
        if let words = environment["SCOREBOOK_PIPELINES"], !words.isEmpty {
            pipelines = words.split(separator: ":").map(String.init)
        }
        if let name = environment["SCOREBOOK_OWNER"], !name.isEmpty { owner = name }
    }

    private init(without: Void) {}

    private mutating func read(_ bytes: [UInt8], _ path: String) throws(Fault) {
        let document = Document(parsing: bytes)
        if let problem = document.problems.first {
            throw Fault(message: "\(path):\(problem.mark.line): \(problem.message)", hint: nil)
        }
        guard let root = document.root, !root.isNull else { return }
        guard let entries = root.entries else {
            throw Fault(message: "\(path): expected lines of `name: value`", hint: Self.hint)
        }
        for entry in entries {
            let place = "\(path):\(entry.keyMark.line)"
            guard Self.keys.contains(entry.key) else {
                let near = Suggestion.names(near: entry.key, among: Self.keys)
                throw Fault(
                    message: "\(place): unknown key '\(entry.key)'",
                    hint: Suggestion.question(near) ?? Self.hint)
            }
            let texts = (entry.value.elements ?? [entry.value]).compactMap(\.text)
            guard let text = texts.first, texts.count == 1 || entry.key == "pipelines" else {
                throw Fault(message: "\(place): `\(entry.key)` needs one value", hint: nil)
            }
            switch entry.key {
            case "database":
                do { database = try DatabaseAddress(argument: text) } catch {
                    throw Fault(
                        message: "\(place): `database` is \(DatabaseAddress.expected), without a password",
                        hint: "Passwords are read from ~/.pgpass, a service file or PGPASSWORD.")
                }
            case "owner": owner = text
            case "zone":
                guard !TimeZone.isUnknown(text) else {
                    throw Fault(message: "\(place): unknown time zone; write one as in America/New_York", hint: nil)
                }
                zone = text
            default: pipelines = texts
            }
        }
    }

    private static let hint = "Keys: \(keys.joined(separator: ", "))"
}
