extension EmbeddedCluster {
    /// Folder of the server's programs that a new cluster would be made with; throws where none is installed.
    public static func programs() throws(DatabaseError) -> String { try ServerInstallation.find().binaries }
}
