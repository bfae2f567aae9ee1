internal import Records

extension Kernel {
    /// Adds, takes the difference to the last record, and lets go what does not count.
    func reckon(_ column: Column, _ reckoning: CompiledReckoning) {
        for index in 0..<raw.count where mask[index] == 1 && column.valid[index] == 1 {
            var value: Int64? = column.integer(index)
            for addend in reckoning.plus {
                guard let sum = value, let more = whole(addend, index) else {
                    value = nil
                    break
                }
                let (total, overflows) = sum.addingReportingOverflow(more)
                value = overflows ? nil : total
            }
            if !reckoning.since.isEmpty, let now = value {
                let before = last.swap(key(reckoning, index), for: now)
                value = before.flatMap { before in
                    let (difference, overflows) = now.subtractingReportingOverflow(before)
                    return overflows ? nil : difference
                }
            }
            if let result = value, reckoning.only.isEmpty || reckoning.only.contains(result) {
                column.set(index, result)
            } else {
                column.valid[index] = 0
            }
        }
    }

    private func whole(_ column: Int, _ index: Int) -> Int64? {
        let cell = raw.column(column)[index]
        guard !cell.isAbsent else { return nil }
        return try? Number.integer(Blank.trimmed(raw.bytes(of: cell)), allowsFraction: false)
    }

    /// The cells by which records belong together, each with its length before it.
    private func key(_ reckoning: CompiledReckoning, _ index: Int) -> LastValues.Key {
        var bytes: [UInt8] = []
        for column in reckoning.since {
            let cell = raw.column(column)[index]
            let text = cell.isAbsent ? UnsafeRawBufferPointer(start: nil, count: 0) : raw.bytes(of: cell)
            withUnsafeBytes(of: text.count) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: text)
        }
        return LastValues.Key(field: reckoning.number, cells: bytes)
    }
}
