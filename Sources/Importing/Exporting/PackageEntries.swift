internal import Archive
internal import Postgres
internal import Reading
internal import Records
internal import Reporting

/// The files of a Data Package in a zip archive, each with its length and fingerprint.
final class PackageEntries {
    private let archive: ZipWriter
    private(set) var resources: [DataPackage.Resource] = []

    /// - Parameter moment: seconds since 1970 that the files get as their time.
    init(at moment: Int, to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        archive = try ZipWriter(modified: moment, to: sink)
    }

    /// A file in the making.
    private final class Entry {
        private let put: (UnsafeRawBufferPointer) throws -> Void
        private var digest = Digest()
        private var pending: [UInt8] = []
        private(set) var bytes = 0

        init(_ put: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.put = put }

        func add(_ bytes: some Sequence<UInt8>) throws {
            pending.append(contentsOf: bytes)
            if pending.count >= 1 << 16 { try flush() }
        }

        /// Null is nothing, the empty text is quoted.
        func add(cells row: Row) throws {
            for column in 0..<row.count {
                if column > 0 { pending.append(UInt8(ascii: ",")) }
                row.withBytes(column) { text in
                    guard let text else { return }
                    pending.append(UInt8(ascii: "\""))
                    for byte in text {
                        if byte == UInt8(ascii: "\"") { pending.append(byte) }
                        pending.append(byte)
                    }
                    pending.append(UInt8(ascii: "\""))
                }
            }
            try add("\r\n".utf8)
        }

        private func flush() throws {
            try pending.withUnsafeBytes { block in
                digest.add(block)
                bytes += block.count
                try put(block)
            }
            pending.removeAll(keepingCapacity: true)
        }

        func finish() throws -> String {
            try flush()
            return Hex.text(digest.finish())
        }
    }

    private func add(
        _ resource: DataPackage.Resource, _ packing: ZipWriter.Packing = .deflated, _ body: (Entry) throws -> Void
    ) throws {
        var resource = resource
        try archive.add(resource.path, packing) { put in
            try withoutActuallyEscaping(put) { put in
                let entry = Entry(put)
                try body(entry)
                resource.hash = try entry.finish()
                resource.bytes = entry.bytes
            }
        }
        resources.append(resource)
    }

    /// Adds a table; how many rows `rows` gave.
    func add(
        table resource: DataPackage.Resource, _ rows: ((Row) throws -> Void) throws -> Void
    ) throws -> Int {
        var count = 0
        try add(resource) { entry in
            try entry.add((resource.schema?.fields.map(\.name) ?? []).joined(separator: ",").utf8)
            try entry.add("\r\n".utf8)
            try rows { row in
                try entry.add(cells: row)
                count += 1
            }
        }
        return count
    }

    func add(file resource: DataPackage.Resource, _ bytes: [UInt8], _ packing: ZipWriter.Packing) throws {
        try add(resource, packing) { try $0.add(bytes) }
    }

    /// Adds the description of all files, and the archive's end.
    func finish(_ package: DataPackage) throws {
        var package = package
        package.resources = resources
        let text = package.json.page + "\n"
        try archive.add(DataPackage.fileName) { put in
            try Array(text.utf8).withUnsafeBytes { try put($0) }
        }
        try archive.finish()
    }
}
