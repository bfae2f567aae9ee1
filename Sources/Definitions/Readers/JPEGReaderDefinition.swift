internal import YAML

/// How a format's photos are read: each file is one record.
public struct JPEGReaderDefinition: Equatable, Sendable {
    /// Names of files that may lie beside photos and say more about them: CSV or JSON with a column `file`.
    ///
    /// What they say of a photo are its columns `manifest.angle`, `manifest.taken_on` and so on.
    public var manifests: [String] = []

    public init() {}

    /// What stands before a manifest's columns.
    public static let manifestPrefix = "manifest."
}

extension JPEGReaderDefinition {
    static let keys = ["manifests"]

    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "jpeg reader", keys: Self.keys, in: file) else { return nil }
        self.init()
        for word in section.words("manifests") {
            let isFile = word.text.hasSuffix(".csv") || word.text.hasSuffix(".json")
            if !isFile || word.text.contains("/") {
                file.fault(word.mark, "a manifest is named as in photos.csv or photos.json")
            }
            manifests.append(word.text)
        }
    }
}
