import Command
import Definitions
import Filing
import Glibc
import Importing
import Pages
import Reporting

/// `scorebook export NAME --owner WHO -o pdf`: one of the person's pages on paper.
enum PageExport {
    /// Exports that have a page of another name.
    private static let pages = ["metrics": "performance"]

    static func run(_ name: String, _ workspace: Workspace, _ console: Console) -> ExitCode {
        let options = workspace.options
        if options.preset != nil || options.from != nil || options.to != nil || options.verification == .verified {
            console.complain(
                "a PDF always contains the whole page",
                hint: "Leave out --from, --to, --preset and --verified, or give -o csv.")
            return .usage
        }
        guard let pages = workspace.pipelines(console)?.pages.filter({ $0.subject == .person }) else {
            return .configuration
        }
        let chosen = pages.filter { $0.name == Self.pages[name] ?? name }
        guard !chosen.isEmpty else {
            let known = Self.pages.keys.sorted() + pages.map(\.name)
            console.complain("unknown page '\(name)' for -o pdf", hint: "Pages: \(known.joined(separator: ", "))")
            return .usage
        }
        let photo: String?
        do throws(CoverPhoto.Refusal) { photo = try CoverPhoto.text(of: options.photo, console) } catch {
            return error.code
        }
        return workspace.withPerson(console) { person in
            var sets: [PageSet] = []
            let code = try ReportCommand.collect(console) {
                sets.append(
                    try PageSet(
                        chosen, of: person, photos: workspace.home.photos, choosing: PageSet.Choice(photo: photo)))
            }
            guard code == .success, let set = sets.first else { return code }
            return write(set, options.out.map { path(of: set, in: $0) }, console)
        }
    }

    /// `out`, or in a folder of this name the file that the page is called.
    private static func path(of set: PageSet, in out: String) -> String {
        var status = stat()
        guard stat(out, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return out }
        // A name from the database leads to no other folder.
        let name = set.texts[0].fileName.flatMap { $0.contains("/") ? nil : $0 } ?? "\(set.pages[0].name).pdf"
        return out.hasSuffix("/") ? out + name : "\(out)/\(name)"
    }

    private static func write(_ set: PageSet, _ path: String?, _ console: Console) -> ExitCode {
        switch Browser.pdf(of: set.html(at: 0, charts: PageSet.charts, links: [])) {
        case .failure(.notInstalled):
            console.complain(
                "no browser that prints PDF is installed",
                hint: "Install the Debian package chromium, or print the page of `scorebook report` in your browser.")
            return .configuration
        case .failure(.failed):
            console.complain(
                "chromium did not print the page", hint: "Run `scorebook report` and print the page in your browser.")
            return .temporary
        case .failure(.file(let error)):
            console.complain(
                "no folder for the page that is printed: \(String(cString: strerror(error.code)))",
                hint: "TMPDIR names another folder for temporary files.")
            return .cannotWrite
        case .success(let bytes):
            guard let path else {
                guard !console.output.isInteractive else {
                    console.complain("a PDF is not for a terminal", hint: "Give --out FILE.")
                    return .usage
                }
                bytes.withUnsafeBytes { console.write(bytes: $0) }
                return .success
            }
            do throws(FileError) {
                guard access(path, F_OK) != 0 else {
                    errno = EEXIST
                    throw FileError("write a file")
                }
                try NewFile.write(bytes, to: path, .lasting)
                console.narrate("\(path) written")
                return .success
            } catch {
                console.complain(
                    "\(path) cannot be written: \(String(cString: strerror(error.code)))",
                    hint: "Choose another --out path; existing files are not overwritten.")
                return .cannotWrite
            }
        }
    }
}
