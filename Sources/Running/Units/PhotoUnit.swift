internal import Definitions
internal import Discovering
internal import Loading
internal import Mapping
internal import Postgres
internal import Reading
internal import Records
internal import Storing

/// What a photo's unit is beside a file of one record: bytes that are kept, and a picture that is looked at.
struct PhotoUnit {
    let file: SourceFile
    let owner: String
    let sha256: String

    /// Nil where the format is of no photos; whose they are is known once a database was asked.
    init?(_ file: SourceFile, of format: Format, _ ownership: Ownership, sha256: [UInt8]) {
        guard format.isPhoto, case .one(let high, let low) = ownership else { return nil }
        self.file = file
        owner = UUIDText.text(high: high, low: low)
        self.sha256 = Hex.text(sha256)
    }

    /// Keeps the original before its row commits.
    func keeper(in store: PhotoStore) -> (Int64, UnitOutcome, Connection) throws -> Void {
        { _, outcome, _ in
            guard outcome.ledger.rejected == 0, outcome.ledger.skipped == 0 else { return }
            try keep(in: store)
        }
    }

    /// Keeps the original where it got lost since its row was committed.
    func restore(in store: PhotoStore, _ rows: PhotoRows) throws {
        guard !store.hasOriginal(of: owner, sha256) else { return }
        try rows.whileThere(owner, sha256) { try keep(in: store) }
    }

    private func keep(in store: PhotoStore) throws {
        let source: any ByteSource
        do { source = try file.open() } catch { throw LoadError(error) }
        do { try store.keep(source, of: owner, sha256) } catch let error as StoreError {
            switch error {
            case .changed: throw LoadError.sourceChanged
            case .source(let reason): throw LoadError.source(reason)
            case .unread(let reason): throw LoadError.outage(reason)
            // Another owner's folder may be open, and so may other files' way.
            case .system, .foreign: throw LoadError.outage("\(error.message), in \(store.root)/\(owner)")
            }
        }
    }
}
