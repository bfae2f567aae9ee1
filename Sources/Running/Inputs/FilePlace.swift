internal import Discovering
internal import Filing

/// Where a file lies, as far as that says something of what is in it.
struct FilePlace {
    let shelf: ManifestShelf
    /// Where manifests are looked for: its path on the disk, or within its archive.
    let path: String
    /// Folders to look through, its own first.
    let levels: Int
    /// Folders and name, to be read for words: below the owner's folder, else from the folder that the input lies in.
    let told: String

    /// A file that was found under the inputs or in an inbox.
    init(_ candidate: Candidate, shelf: ManifestShelf) {
        self.shelf = shelf
        guard candidate.path != "-" else {
            (path, levels, told) = ("-", 0, "")
            return
        }
        path = candidate.path
        levels = candidate.name.utf8.filter { $0 == UInt8(ascii: "/") }.count + 1
        if candidate.ownerFolder != nil {
            told = candidate.name
        } else {
            let count = candidate.name.split(separator: "/").count + 1
            told = AbsolutePath.of(candidate.path).split(separator: "/").suffix(count).joined(separator: "/")
        }
    }

    /// An entry of an archive: `photos.zip!2026/front/IMG_0042.jpg`.
    init(entry name: String, shelf: ManifestShelf) {
        self.shelf = shelf
        path = name.replacing("!", with: "/")
        told = path
        levels = path.split(separator: "/").count - 1
    }
}
