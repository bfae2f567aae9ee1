/// What is known of a file beside its bytes, for readers whose files do not say it themselves.
public struct FileFacts: Hashable, Sendable {
    /// Its place, as far as that tells something: folders and name, `front/IMG_0042.jpg`.
    public var path: String
    /// When it was last changed, in seconds since 1970.
    public var modified: Int?
    /// What a manifest beside it says of it, by the manifest's columns.
    public var manifest: [String: String]

    public init(path: String = "", modified: Int? = nil, manifest: [String: String] = [:]) {
        self.path = path
        self.modified = modified
        self.manifest = manifest
    }
}
