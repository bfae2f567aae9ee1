internal import Filing
import Glibc

/// What lies in the folder and belongs to no row.
extension PhotoStore {
    /// Ids of owners who have files.
    public var owners: [String] {
        Self.names(in: root).filter { $0.utf8.count == 36 && !$0.hasPrefix(".") }
    }

    /// Removes an owner's files that no row knows; how many.
    ///
    /// Call it under the owner's lock, under which originals are kept: no photo is then between its file and its row.
    ///
    /// - Parameter photos: fingerprints of the owner's photos, with the long edges of the thumbnails that may be there.
    public func sweep(_ owner: String, photos: [String: Set<Int>]) -> Int {
        let folder = "\(root)/\(owner)"
        var removed = 0
        for part in Self.names(in: folder) {
            let inner = "\(folder)/\(part)"
            for name in Self.names(in: inner) where !Self.belongs(name, to: photos) {
                if unlink("\(inner)/\(name)") == 0 { removed += 1 }
            }
            // Only an empty one goes.
            rmdir(inner)
        }
        rmdir(folder)
        return removed
    }

    /// What cannot be looked at stays.
    private static func names(in folder: String) -> [String] { (try? FolderListing.names(in: folder)) ?? [] }

    private static func belongs(_ name: String, to photos: [String: Set<Int>]) -> Bool {
        if NewFile.isUnderWay(name) { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, let sizes = photos[String(first)], parts.last == "jpg" else { return false }
        switch parts.count {
        case 2: return true
        case 3: return Int(parts[1]).map(sizes.contains) ?? false
        default: return false
        }
    }
}
