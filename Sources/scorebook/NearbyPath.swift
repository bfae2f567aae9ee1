import Filing
import Records
import Reporting

/// What a path was probably meant to be that names nothing.
enum NearbyPath {
    /// `Did you mean strong.csv?`, or to check it.
    static func hint(for path: String) -> String {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
        let prefix = slash.map { String(path[...$0]) } ?? ""
        let names = (try? FolderListing.visibleNames(in: folder ?? ".")) ?? []
        let near = Suggestion.names(near: String(path.dropFirst(prefix.count)), among: names)
        return Suggestion.question(near.map { (prefix + $0).escapedForTerminal }) ?? "Check the path."
    }
}
