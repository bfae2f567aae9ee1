/// An index from column names to the sets of columns that contain them.
///
/// Each set is indexed by its rarest column. A set without a column that can be indexed is always a candidate.
///
///     [date, exercise, weight_kg]    weight_kg -> this set       a file without the text weight_kg does not match
///
/// Layout: number of buckets; first needle of each bucket, and the end; records of needles; their texts and sets.
struct NeedleTable: Sendable {
    /// A set of columns of a format: one that recognises its files, or one of a layout that it refuses.
    struct Place: Hashable, Sendable {
        var format: Int
        /// Its number among the sets; those of refused layouts follow.
        var set: Int
    }

    private let bytes: CatalogueBytes
    private let start: Int
    private let buckets: Int
    /// Sets that are always candidates.
    let open: [Place]

    init(_ reader: inout CatalogueReader) {
        bytes = reader.bytes
        open = reader.list { Place(format: $0.number(), set: $0.number()) }
        let size = reader.number()
        start = reader.offset + 4
        buckets = reader.number()
        reader.offset += size
    }

    private func firstNeedle(in bucket: Int) -> Int { bytes.number(at: start + 4 * bucket) }
    private var needles: Int { start + 4 * (buckets + 1) }

    /// Calls `body` with each needle of the hash's bucket: its number, its text, and the offset of its sets.
    @inline(__always)
    func forEach(hash: UInt64, _ body: (Int, UnsafeRawBufferPointer, Int) -> Void) {
        let bucket = Int(truncatingIfNeeded: hash) & (buckets - 1)
        var number = firstNeedle(in: bucket)
        let end = firstNeedle(in: bucket + 1)
        while number < end {
            let record = needles + 12 * number
            let text = start + bytes.number(at: record)
            body(number, bytes[text..<text + bytes.number(at: record + 4)], start + bytes.number(at: record + 8))
            number += 1
        }
    }

    var count: Int { firstNeedle(in: buckets) }

    /// The sets at a place that `forEach` has named.
    func places(at offset: Int) -> [Place] {
        var reader = CatalogueReader(bytes, at: offset)
        return reader.list { Place(format: $0.number(), set: $0.number()) }
    }

    /// A set of columns by its place; each column has spellings.
    typealias Entry = (place: Place, columns: [[[UInt8]]])

    /// Writes a table.
    ///
    /// - Parameters:
    ///   - isFindable: whether a text that holds the column holds these bytes.
    ///   - hash: of a needle's bytes, as it will be looked up.
    static func write(
        _ entries: [Entry], to writer: inout CatalogueWriter, isFindable: ([UInt8]) -> Bool,
        hash: ([UInt8]) -> UInt64
    ) {
        var uses: [[UInt8]: Int] = [:]
        for entry in entries {
            for name in Set(entry.columns.joined()) { uses[name, default: 0] += 1 }
        }
        var open: [Place] = []
        var found: [[UInt8]: [Place]] = [:]
        for entry in entries {
            let columns = entry.columns.filter { $0.allSatisfy(isFindable) }
            let cost = { (column: [[UInt8]]) in
                (column.reduce(0) { $0 + (uses[$1] ?? 0) }, -(column.first?.count ?? 0))
            }
            guard let rarest = columns.min(by: { cost($0) < cost($1) }) else {
                open.append(entry.place)
                continue
            }
            for name in Set(rarest) { found[name, default: []].append(entry.place) }
        }
        var buckets = 64
        while buckets < 2 * found.count { buckets *= 2 }
        let needles = found.map { (bucket: Int(truncatingIfNeeded: hash($0.key)) & (buckets - 1), name: $0.key) }
            .sorted { $0.bucket != $1.bucket ? $0.bucket < $1.bucket : $0.name.lexicographicallyPrecedes($1.name) }
        var records = CatalogueWriter()
        var texts = CatalogueWriter()
        let textStart = 4 * (buckets + 1) + 12 * needles.count
        for needle in needles {
            records.add(textStart + texts.bytes.count + 4)
            records.add(needle.name.count)
            texts.add(needle.name)
            records.add(textStart + texts.bytes.count)
            texts.add(found[needle.name] ?? []) {
                $0.add($1.format); $0.add($1.set)
            }
        }
        writer.add(open) {
            $0.add($1.format); $0.add($1.set)
        }
        writer.add(textStart + texts.bytes.count)
        writer.add(buckets)
        var next = 0
        for bucket in 0...buckets {
            while next < needles.count, needles[next].bucket < bucket { next += 1 }
            writer.add(next)
        }
        writer.add(raw: records.bytes + texts.bytes)
    }
}
