internal import Definitions
internal import Postgres

/// What the columns that are not the source's hold in inserted rows, without reading every row again.
extension Merge {
    /// What is known of these columns.
    enum Others {
        /// Each row's hash is asked for.
        case each
        /// They all have this hash.
        case alike(String)
        /// A value for each column, in SQL over the labelled row.
        case known([String])
    }

    /// Most inserted rows whose other columns are all looked at. Of more, some are: what they hold is what we wrote, or a
    /// constant, but for triggers of the app that fill a column row by row. To read a hundred thousand rows again takes a
    /// tenth of their insert.
    static let rowsLookedAt = 1_000

    /// The least and greatest hash of the other columns in a sample; then of each column its least and greatest text, whether
    /// each row has one, and whether it holds what we wrote.
    func sampleOthers(rows: Int) -> String {
        let columns = staged.others.columns
        let ours = columns.enumerated().map { "\(written($1) ?? "null") as ours_\($0)" }
        let found = columns.enumerated().map { index, column in
            let value = column.hashed(of: "target")
            let (stored, given) = (Classification.hash([value]), Classification.hash(["sampled.ours_\(index)"]))
            return """
                pg_catalog.min(\(value)::text), pg_catalog.max(\(value)::text), bool_and(\(value) is not null),
                \(written(column) == nil ? "false" : "bool_and(\(stored) = \(given))")
                """
        }
        let hash = staged.others.hash(of: "target")
        return """
            with sampled as materialized (
                select \((["labelled.\(staged.key) as key"] + ours).joined(separator: ", "))
                from \(staged.labels) as labelled
                where labelled.label = 'i' and labelled.record % \(max(1, rows / Self.rowsLookedAt)) = 0
                limit \(2 * Self.rowsLookedAt)
            )
            select \((["pg_catalog.min(\(hash))", "pg_catalog.max(\(hash))"] + found).joined(separator: ", "))
            from sampled
            join (
                select * from \(staged.rows) as target
                where target.\(staged.key) = any (array(select sampled.key from sampled))
            ) as target on target.\(staged.key) = sampled.key
            """
    }

    /// What follows from the sample for all rows.
    func others(_ sample: [String?]) -> Others {
        let columns = staged.others.columns
        guard sample.count == 2 + 4 * columns.count, let hash = sample[0] else { return .each }
        if sample[1] == hash { return .alike(hash) }
        var values: [String] = []
        for (index, column) in columns.enumerated() {
            let (least, greatest, isEverywhere, isOurs) = (
                sample[4 * index + 2], sample[4 * index + 3], sample[4 * index + 4] == "t", sample[4 * index + 5] == "t"
            )
            if isOurs, let value = written(column) {
                values.append(value)
            } else if least == nil || isEverywhere && least == greatest {
                let constant = least.map { Literal($0).quoted } ?? "null"
                values.append("\(constant)::\(column.isHashedAsIs ? column.type : "text")")
            } else {
                return .each
            }
        }
        return .known(values)
    }

    /// What the insert gave a column, as it is hashed; nil where it gave none.
    private func written(_ column: OtherColumns.Column) -> String? {
        guard let own = (staged.given + staged.lookups).first(where: { $0.name == column.name && staged.isWritten($0) })
        else { return nil }
        return column.isHashedAsIs ? cast(own, of: "labelled") : "(\(cast(own, of: "labelled")))::text"
    }

    var soughtOthers: String {
        "(select \(staged.others.hash(of: "target")) as hash from \(staged.rows) as target where \(isFound) offset 0)"
    }
}
