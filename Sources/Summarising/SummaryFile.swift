internal import Filing

/// The text files of a folder of summaries.
enum SummaryFile {
    /// Names in a folder, sorted by their bytes; nil where there is no such folder.
    static func names(in folder: String) throws(SummaryError) -> [String]? {
        do throws(FileError) { return try FolderListing.visibleNames(in: folder) } catch {
            throw .unreadable(path: folder)
        }
    }

    /// The whole file as UTF-8.
    static func text(of path: String) throws(SummaryError) -> String {
        guard let text = TextFile.text(of: path) else { throw .unreadable(path: path) }
        return text
    }
}
