import EXIF
import Glibc
import Inventing
import JPEG
import Picturing

/// One way of photos a call, so that another program can time it:
///
///     scorebook-bench-photos make FOLDER COUNT baseline|progressive
///     scorebook-bench-photos thumbnails WORKERS EDGES FILE...
///     scorebook-bench-photos dates ROUNDS FILE...
///     scorebook-bench-photos pixels EDGE FOLDER FILE...
@main struct PhotoBenchmark {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("make", 4): try make(arguments[1], Int(arguments[2]) ?? 1, arguments[3] == "progressive")
        case ("thumbnails", 4...):
            let edges = arguments[2].split(separator: ",").compactMap { Int($0) }
            await thumbnails(Int(arguments[1]) ?? 1, edges, Array(arguments[3...]))
        case ("dates", 3...): try dates(Int(arguments[1]) ?? 1, Array(arguments[2...]))
        case ("pixels", 4...): try pixels(Int(arguments[1]) ?? 320, arguments[2], Array(arguments[3...]))
        default:
            print("usage: scorebook-bench-photos make|thumbnails|dates|pixels ...")
            exit(2)
        }
    }

    private static func make(_ folder: String, _ count: Int, _ isProgressive: Bool) throws {
        let tags = InventedFile.exif(tags)
        for index in 0..<count {
            let picture = InventedPicture(width: 4032, height: 3024, seed: UInt64(index + 1))
            let encoder = Encoder(quality: 90, order: isProgressive ? .progressive : .baseline)
            write(try InventedFile(picture, encoder: encoder).with(tags), to: "\(folder)/\(index).jpg")
        }
    }

    /// As many tags as telephones write, a position, and a small picture's worth of other bytes.
    private static var tags: InventedTags {
        let others = (0..<14).map { (tag: 0xA400 + $0, value: InventedTags.Value.text("invented \($0)")) }
        return InventedTags(
            first: [
                (0x010F, .text("Invented Cameras")), (0x0110, .text("Model of none")), (0x0112, .short(1)),
                (0x0131, .text("1.0")), (0x0132, .text("2024:04:02 10:00:00")),
                (0xC000, .bytes(type: 7, [UInt8](repeating: 0x5A, count: 12_000))),
            ],
            camera: [
                (0x9003, .text("2024:03:31 02:30:00")), (0x9004, .text("2024:03:31 02:30:00")),
                (0x9011, .text("+02:00")), (0x9291, .text("123")),
            ] + others,
            position: [(1, .text("N")), (2, .fractions([(1, 1), (2, 1), (3, 1)])), (3, .text("E"))])
    }

    private static func thumbnails(_ workers: Int, _ edges: [Int], _ files: [String]) async {
        let bytes = await withTaskGroup(of: Int.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var total = 0
                    for index in stride(from: worker, to: files.count, by: workers) {
                        do {
                            let rendering = try PictureRendering(of: read(files[index]), longEdges: edges)
                            total += rendering.thumbnails.reduce(0) { $0 + $1.bytes.count }
                        } catch {
                            print(error)
                            exit(1)
                        }
                    }
                    return total
                }
            }
            return await group.reduce(0, +)
        }
        print("\(bytes) bytes of thumbnails")
    }

    private static func dates(_ rounds: Int, _ files: [String]) throws {
        var found = 0
        for _ in 0..<rounds {
            for file in files {
                let descriptor = open(file, O_RDONLY)
                defer { close(descriptor) }
                if try PictureMetadata(of: DescriptorBytes(descriptor)).taken != nil { found += 1 }
            }
        }
        print("\(found) dates")
    }

    /// Writes the pixels before they are encoded, as PPM.
    private static func pixels(_ edge: Int, _ folder: String, _ files: [String]) throws {
        for (index, file) in files.enumerated() {
            let picture = try PictureRendering.pixels(of: read(file), longEdge: edge)
            write(
                Array("P6 \(picture.width) \(picture.height) 255\n".utf8) + picture.bytes, to: "\(folder)/\(index).ppm")
        }
    }

    private static func read(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        var written = 0
        bytes.withUnsafeBytes { buffer in
            while written < buffer.count {
                let count = Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
                if count <= 0 { exit(1) }
                written += count
            }
        }
    }
}
