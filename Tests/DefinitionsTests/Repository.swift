/// Places in the repository.
enum Repository {
    static func path(_ name: String) -> String {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/\(name)"
    }
}
