import Filing
import Glibc
import Records
import Reporting

/// What a path was probably meant to be that names nothing.
enum NearbyPath {
    /// `Did you mean strong.csv?`, or which of its folders exists.
    static func hint(for path: String) -> String {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
        let prefix = slash.map { String(path[...$0]) } ?? ""
        let names = (try? FolderListing.visibleNames(in: folder ?? ".")) ?? []
        let near = Suggestion.names(near: String(path.dropFirst(prefix.count)), among: names)
        return Suggestion.question(near.map { (prefix + $0).escapedForTerminal }) ?? known(path, folder ?? ".")
    }

    /// `There is no folder 2026/may; the nearest one that exists is 2026.`
    private static func known(_ path: String, _ folder: String) -> String {
        var parent = folder
        while access(parent, F_OK) != 0 {
            let slash = parent.lastIndex(of: "/")
            parent = slash.map { $0 == parent.startIndex ? "/" : String(parent[..<$0]) } ?? "."
        }
        let missing = "There is no folder \(folder.escapedForTerminal)"
        switch (parent, folder) {
        case (".", "."): return "Check the name; `ls` lists this folder."
        case (folder, _): return "Check the name; `ls \(folder.escapedForTerminal)` lists its folder."
        case (".", _): return "\(missing) below this one."
        default: return "\(missing); the nearest one that exists is \(parent.escapedForTerminal)."
        }
    }
}
