import Glibc

/// What lies in the folder and belongs to no row.
extension PhotoStore {
    /// Ids of owners who have files.
    public var owners: [String] {
        PrivateFolder.names(in: root).filter { $0.utf8.count == 36 && !$0.hasPrefix(".") }
    }

    /// Removes an owner's files that no row knows; how many.
    ///
    /// Call it under the owner's lock, under which originals are kept: no photo is then between its file and its row.
    ///
    /// - Parameter photos: fingerprints of the owner's photos, with the long edges of the thumbnails that may be there.
    public func sweep(_ owner: String, photos: [String: Set<Int>]) -> Int {
        let folder = "\(root)/\(owner)"
        var removed = 0
        for part in PrivateFolder.names(in: folder) {
            let inner = "\(folder)/\(part)"
            for name in PrivateFolder.names(in: inner) where !Self.belongs(name, to: photos) {
                if unlink("\(inner)/\(name)") == 0 { removed += 1 }
            }
            // Only an empty one goes.
            rmdir(inner)
        }
        rmdir(folder)
        return removed
    }

    private static func belongs(_ name: String, to photos: [String: Set<Int>]) -> Bool {
        if name.hasSuffix(PrivateFolder.partialEnding) { return !PrivateFolder.isAbandoned(name) }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, let sizes = photos[String(first)], parts.last == "jpg" else { return false }
        switch parts.count {
        case 2: return true
        case 3: return Int(parts[1]).map(sizes.contains) ?? false
        default: return false
        }
    }
}
