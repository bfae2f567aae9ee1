import CSV
import Definitions
import Glibc
import Reading
import Records

/// The same file by `wc -l`, by the tokeniser alone and by the whole reader, taken in turns; medians are compared.
struct Comparison {
    let path: String
    let rounds: Int

    func run() throws {
        let bytes = size()
        var times: [String: [Double]] = [:]
        var notes: [String: String] = [:]
        for _ in 0..<rounds {
            for (name, work) in ways {
                let start = Self.now()
                notes[name] = try work()
                times[name, default: []].append(Self.now() - start)
            }
        }
        let base = Self.median(times["wc -l"] ?? [1])
        for (name, _) in ways {
            let time = Self.median(times[name] ?? [1])
            let speed = Int(Double(bytes) / time / 1e6)
            let ratio = (base / time * 100).rounded() / 100
            print("\(name): \(speed) MB/s, \(ratio) of wc -l; \(notes[name] ?? "")")
        }
    }

    private var ways: [(name: String, work: () throws -> String)] {
        [
            ("wc -l", lines), ("tokeniser, every cell", tokenise), ("reader, all columns", { try read(nil) }),
            ("reader, 4 columns", { try read([0, 1, 2, 3]) }),
        ]
    }

    private func size() -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func lines() throws -> String {
        let status = path.withCString { path in
            var child = pid_t()
            var words: [UnsafeMutablePointer<CChar>?] = [strdup("wc"), strdup("-l"), strdup(path), nil]
            defer { words.forEach { free($0) } }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
            guard posix_spawnp(&child, "wc", &actions, nil, &words, environ) == 0 else { return Int32(-1) }
            var status: Int32 = 0
            waitpid(child, &status, 0)
            return status
        }
        return status == 0 ? "" : "failed"
    }

    /// The tokeniser over a buffer that is read again and again; the lengths of all cells are added up.
    private func tokenise() throws -> String {
        let source = try FileSource(path: path)
        let tokens = Tokens()
        var tokeniser = Tokeniser(Dialect())
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        var (filled, isFinal, records, cells, length) = (0, false, 0, 0, 0)
        while !isFinal {
            let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            isFinal = count == 0
            filled += count
            var at = 0
            while true {
                let (next, stop) = tokeniser.tokenise(
                    UnsafeRawBufferPointer(rebasing: buffer[..<filled]), from: at, isFinal: isFinal, into: tokens)
                at = next
                records += tokens.count
                for record in 0..<tokens.count {
                    let record = tokens.records[record]
                    cells += record.cellCount
                    for index in record.firstCell..<record.firstCell + record.cellCount {
                        length &+= tokens.cells[index].length
                    }
                }
                if stop != .full { break }
            }
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[at..<filled]))
            filled -= at
        }
        return "\(records) records, \(cells) cells, \(length) bytes in cells"
    }

    private func read(_ columns: [Int]?) throws -> String {
        let reader = try CSVReader(try FileSource(path: path))
        if let columns { reader.select(columns: columns.filter(reader.header.indices.contains)) }
        let batch = reader.makeBatch()
        var (records, defects) = (0, 0)
        while try reader.read(into: batch) {
            records += batch.count
            defects += batch.defects.count
        }
        return "\(records) records, \(defects) defects, \(reader.account.total) bytes accounted for"
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
