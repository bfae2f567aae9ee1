internal import Normalising

/// Settings that refused files of a run need, each once.
public struct MissingSettings: Sendable {
    private var settings: [MissingSetting] = []
    /// Files that need each of them, and all that need any.
    private var files: [String: Int] = [:]
    private var refused = 0

    public var isEmpty: Bool { settings.isEmpty }

    mutating func add(_ missing: [MissingSetting]) {
        guard !missing.isEmpty else { return }
        refused += 1
        for setting in missing {
            if files[setting.setting] == nil { settings.append(setting) }
            files[setting.setting, default: 0] += 1
        }
    }

    /// Words of the command line for those with a few usual values: `--set`, `weight_unit=kg`.
    public var usual: [String] {
        settings.filter(\.hasUsualValues).flatMap { ["--set", "\($0.setting)=\($0.examples.first ?? "")"] }
    }

    /// The others, in words: `--set blast_names, --set golf_names (the owner's name as the file spells it)`.
    public var unusual: [String] {
        var contents: [String] = []
        var options: [String: [String]] = [:]
        for setting in settings where !setting.hasUsualValues {
            if options[setting.content] == nil { contents.append(setting.content) }
            options[setting.content, default: []].append(setting.option)
        }
        return contents.map { options[$0, default: []].joined(separator: ", ") + " (\($0))" }
    }

    /// Whether some files need other settings than others.
    public var areOfSomeFiles: Bool { files.values.contains { $0 < refused } }
}
