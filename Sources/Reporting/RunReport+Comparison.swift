internal import Records

extension RunReport {
    /// This run beside a later one: what they counted, by figure; figures that both have as nothing are left out.
    public func comparison(with later: RunReport) -> Listing {
        var rows: [[JSONValue]] = [
            [
                "run", "seconds", .real(Self.rounded(seconds)), .real(Self.rounded(later.seconds)),
                .real(Self.rounded(later.seconds - seconds)),
            ]
        ]
        for (group, counts) in [
            ("files", \RunReport.fileCounts), ("records", \.recordCounts), ("rows", \.rowCounts),
            ("rejects", \.rejectCounts),
        ] {
            let (first, second) = (self[keyPath: counts], later[keyPath: counts])
            var names = first.map(\.name)
            for name in second.map(\.name) where !names.contains(name) { names.append(name) }
            for name in names {
                let one = first.first { $0.name == name }?.count ?? 0
                let two = second.first { $0.name == name }?.count ?? 0
                guard one != 0 || two != 0 else { continue }
                rows.append([.text(group), .text(name), .integer(one), .integer(two), .integer(two - one)])
            }
        }
        return Listing(
            [
                .init("of"), .init("figure", fit: .cutMiddle), .init("first", nil, .right),
                .init("second", nil, .right), .init("change", nil, .right),
            ], rows: rows)
    }

    private typealias Counts = [(name: String, count: Int)]

    private static func rounded(_ seconds: Double) -> Double { (seconds * 100).rounded() / 100 }

    private var fileCounts: Counts {
        Unit.Status.allCases.map { status in
            (status.rawValue.split(separator: "_").joined(separator: " "), units.count { $0.status == status })
        }
    }

    private var recordCounts: Counts {
        [
            ("read", ledger.read), ("inserted", ledger.inserted), ("updated", ledger.updated),
            ("unchanged", ledger.unchanged), ("duplicate", ledger.duplicate), ("rejected", ledger.rejected),
            ("skipped", ledger.skipped),
        ]
    }

    /// Rows that were written, by table.
    private var rowCounts: Counts {
        tables.map { ($0.name, $0.inserted + $0.updated) }.sorted { $0.0 < $1.0 }
    }

    /// Defects by format, column and code.
    private var rejectCounts: Counts {
        var counts: [String: Int] = [:]
        for cause in causes {
            let place = [cause.format ?? "", cause.column.isEmpty ? cause.field : cause.column].filter { !$0.isEmpty }
            counts["\(place.joined(separator: ", ")): \(cause.code)", default: 0] += cause.count
        }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
