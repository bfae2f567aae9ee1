import CExpat
import Definitions
import Glibc
import Reading
import Records

/// The same document by bare expat and by the reader.
struct Comparison {
    let path: String
    let rounds: Int

    static let columns = [
        "@record", "type", "sourceName", "sourceVersion", "device", "unit", "creationDate", "startDate", "endDate",
        "value", "workoutActivityType", "duration", "durationUnit", "MetadataEntry[key=HKTimeZone]@value",
        "WorkoutStatistics[type=HKQuantityTypeIdentifierActiveEnergyBurned]@sum",
    ]

    func run() throws {
        var status = stat()
        stat(path, &status)
        var times: [String: [Double]] = [:]
        var notes: [String: String] = [:]
        for _ in 0..<rounds {
            for (name, work) in ways {
                let start = Self.now()
                notes[name] = try work()
                times[name, default: []].append(Self.now() - start)
            }
        }
        let base = Self.median(times["bare expat"] ?? [1])
        for (name, _) in ways {
            let time = Self.median(times[name] ?? [1])
            let speed = Int(Double(status.st_size) / time / 1e6)
            print("\(name): \(speed) MB/s, \((base / time * 1000).rounded() / 1000) of expat; \(notes[name] ?? "")")
        }
    }

    private var ways: [(name: String, work: () throws -> String)] {
        [
            ("bare expat", expat), ("reader, all columns", { try read(nil) }),
            ("reader, 6 columns", { try read([0, 1, 2, 5, 7, 9]) }),
            ("reader, 6 columns, in parts", { try read([0, 1, 2, 5, 7, 9], inParts: true) }),
        ]
    }

    private func expat() throws -> String {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        guard let parser = XML_ParserCreate(nil) else { return "failed" }
        defer { XML_ParserFree(parser) }
        XML_SetElementHandler(parser, { _, _, _ in }, { _, _ in })
        while true {
            guard let buffer = XML_GetBuffer(parser, 1 << 16) else { return "failed" }
            let count = Glibc.read(descriptor, buffer, 1 << 16)
            guard count >= 0, XML_ParseBuffer(parser, Int32(count), count == 0 ? 1 : 0) == XML_STATUS_OK else {
                return "failed"
            }
            if count == 0 { return "" }
        }
    }

    private func read(_ columns: [Int]?, inParts: Bool = false) throws -> String {
        let definition = XMLReaderDefinition(root: "HealthData", records: ["Record", "Workout"])
        let reader = XMLReader(try FileSource(path: path), definition, columns: Self.columns)
        if let columns { reader.select(columns: columns) }
        let batch = reader.makeBatch()
        let parser = inParts ? try reader.makeParser() : nil
        var (records, cells) = (0, 0)
        while try inParts ? reader.take(into: batch) : reader.read(into: batch) {
            try parser?.parse(batch)
            records += batch.count
            for column in 0..<batch.columnCount {
                for row in 0..<batch.count where !batch.column(column)[row].isAbsent { cells += 1 }
            }
        }
        return "\(records) records, \(cells) cells"
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// The processor's time of this thread: a busy machine tells nothing of the way itself.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
