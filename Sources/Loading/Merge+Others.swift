internal import Definitions
internal import Postgres

/// What the columns that are not the source's hold in inserted rows, without reading every row again.
extension Merge {
    /// What is known of these columns.
    enum Others {
        /// Each row's hash is asked for.
        case each
        /// They all have this hash.
        case alike(Int64)
        /// A value for each column, in SQL over the labelled row.
        case known([SQL])
    }

    /// Most inserted rows whose other columns are all looked at. Of more, some are: what they hold is what we wrote, or a
    /// constant, but for triggers of the app that fill a column row by row. To read a hundred thousand rows again takes a
    /// tenth of their insert.
    static let rowsLookedAt = 1_000

    /// The least and greatest hash of the other columns in a sample; then of each column its least and greatest text, whether
    /// each row has one, and whether it holds what we wrote.
    func sampleOthers(rows: Int) -> SQL {
        let columns = staged.others.columns.enumerated()
        let ours = columns.map { index, column -> SQL in "\(written(column) ?? "null") as \(id: "ours_\(index)")" }
        let found = columns.map { index, column -> SQL in
            let value = column.hashed(of: "target")
            let stored = Classification.hash([value])
            let given = Classification.hash(["sampled.\(id: "ours_\(index)")"])
            return """
                pg_catalog.min(\(value)::text) as \(id: "least_\(index)"),
                pg_catalog.max(\(value)::text) as \(id: "greatest_\(index)"),
                bool_and(\(value) is not null) as \(id: "is_everywhere_\(index)"),
                \(written(column) == nil ? "false" : "bool_and(\(stored) = \(given))") as \(id: "is_ours_\(index)")
                """
        }
        let hash = staged.others.hash(of: "target")
        return """
            with sampled as materialized (
                select \(["labelled.\(staged.key) as key"] + ours)
                from \(staged.labels) as labelled
                where labelled.label = 'i' and labelled.record % \(literal: max(1, rows / Self.rowsLookedAt)) = 0
                limit \(literal: 2 * Self.rowsLookedAt)
            )
            select \(["pg_catalog.min(\(hash)) as least", "pg_catalog.max(\(hash)) as greatest"] + found)
            from sampled
            join (
                select * from \(staged.rows) as target
                where target.\(staged.key) = any (array(select sampled.key from sampled))
            ) as target on target.\(staged.key) = sampled.key
            """
    }

    /// What follows from the sample for all rows.
    func others(_ sample: Row) throws -> Others {
        guard let hash: Int64 = try sample["least"] else { return .each }
        if try sample["greatest"] == hash { return .alike(hash) }
        var values: [SQL] = []
        for (index, column) in staged.others.columns.enumerated() {
            let least: String? = try sample["least_\(index)"]
            let isConstant = try sample["is_everywhere_\(index)"] && sample["greatest_\(index)"] == least
            if try sample["is_ours_\(index)"], let value = written(column) {
                values.append(value)
            } else if least == nil || isConstant {
                values.append("\(literal: least)::\(raw: column.isHashedAsIs ? column.type : "text")")
            } else {
                return .each
            }
        }
        return .known(values)
    }

    /// What the insert gave a column, as it is hashed; nil where it gave none.
    private func written(_ column: OtherColumns.Column) -> SQL? {
        guard let own = (staged.given + staged.lookups).first(where: { $0.name == column.name && staged.isWritten($0) })
        else { return nil }
        return column.isHashedAsIs ? cast(own, of: "labelled") : "(\(cast(own, of: "labelled")))::text"
    }

    var soughtOthers: SQL {
        "(select \(staged.others.hash(of: "target")) as hash from \(staged.rows) as target where \(isFound) offset 0)"
    }
}
