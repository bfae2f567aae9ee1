import Definitions
import Glibc

/// Scorebook's own folder, with its PostgreSQL server and photos.
///
/// `SCOREBOOK_HOME`, else `.scorebook` in the current folder where it exists, else the user's data folder.
struct Home {
    let folder: String
    /// Where photos are kept unless a setting says otherwise; relative in a project, which may be moved.
    let photos: String
    /// Where runs note which files they are loading.
    var inProgress: String { "\(folder)/in-progress" }

    init(current: String, _ environment: [String: String] = Environment.process) {
        let here = current == "/" ? "" : current
        let own = here + "/.scorebook"
        if let given = environment["SCOREBOOK_HOME"], !given.isEmpty {
            folder = given.hasPrefix("/") ? given : "\(here)/\(given)"
            photos = "\(folder)/photos"
        } else if access(own, F_OK) == 0 {
            folder = own
            photos = ".scorebook/photos"
        } else {
            folder = Self.place("XDG_DATA_HOME", ".local/share", environment)
            photos = "\(folder)/photos"
        }
    }

    /// The folders that may be the home of a command in `current`, each once; the one that is comes first.
    static func all(current: String, _ environment: [String: String] = Environment.process) -> [String] {
        let own = (current == "/" ? "" : current) + "/.scorebook"
        let folders = [
            Home(current: current, environment).folder, own, place("XDG_DATA_HOME", ".local/share", environment),
        ]
        return folders.indices.filter { !folders[..<$0].contains(folders[$0]) }.map { folders[$0] }
    }

    /// A folder of this user by the XDG base directory specification: relative paths count as not set.
    static func place(_ variable: String, _ usual: String, _ environment: [String: String]) -> String {
        if let given = environment[variable], given.hasPrefix("/") { return given + "/scorebook" }
        return "\(environment["HOME"] ?? "")/\(usual)/scorebook"
    }
}
