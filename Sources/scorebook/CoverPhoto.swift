import Command
import Filing
import Pages
import Picturing
import Reporting

/// `--photo FILE`: a photo of the athlete, for the cover of the packet.
enum CoverPhoto {
    /// In pixels: enough for a hand's width on paper.
    private static let longEdge = 640
    private static let mostBytes = 64 << 20

    /// Why there is none, which has been said.
    struct Refusal: Error { var code: ExitCode }

    /// The photo as a page has it in its text, small and without metadata; nil where none is given.
    static func text(of path: String?, _ console: Console) throws(Refusal) -> String? {
        guard let path else { return nil }
        guard let bytes = (try? PrivateFolder.contents(of: path, limit: mostBytes)) ?? nil else {
            console.complain(
                "\(path) cannot be read as a photo",
                hint: "Give --photo a JPEG or HEIC file of at most \(mostBytes >> 20) MB.")
            throw Refusal(code: .noInput)
        }
        do throws(PictureError) {
            let small = try PictureRendering(of: bytes, longEdges: [longEdge]).thumbnails.first?.bytes
            return small.map { "data:image/jpeg;base64,\(Base64.text($0))" }
        } catch {
            console.complain("\(path): \(error)", hint: "Give --photo a JPEG or HEIC photo.")
            throw Refusal(code: .badInput)
        }
    }
}
