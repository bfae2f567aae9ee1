public import Records
internal import SQLDump

extension SQLReader {
    public func read(into batch: RawBatch) throws(ReadError) -> Bool {
        precondition(batch.columnCount == selected.count, "a batch made for other columns")
        batch.clear()
        batch.isExploded = false
        batch.firstRecord = nextRecord
        var mark = max(Self.fill, carry.count)
        batch.grow(to: mark + mark / 8)
        var filled = carry.count
        carry.withUnsafeBytes { batch.bytes.copyMemory(from: $0) }
        carry.removeAll(keepingCapacity: true)
        var at = 0
        while true {
            if !sourceEnded && filled < mark {
                let wanted = mark - filled
                let buffer = UnsafeMutableRawBufferPointer(rebasing: batch.bytes[filled..<mark])
                let count = try source.fill(buffer)
                filled += count
                sourceEnded = count < wanted
            }
            batch.arenaEnd = filled
            let isThrough = try scan(batch, at: &at, filled: filled)
            if batch.count > 0 || isThrough && sourceEnded { break }
            if at > 0 {
                // What was passed held no record: its room is free again.
                filled -= at
                batch.bytes.baseAddress.map { $0.copyMemory(from: $0 + at, byteCount: filled) }
                at = 0
            } else {
                mark = min(mark * 2, scanner.limit + Self.fill)
                batch.grow(to: mark + mark / 8)
            }
        }
        carry.append(contentsOf: batch.bytes[at..<filled])
        kind.detach(from: batch)
        nextRecord += batch.count
        return batch.count > 0
    }

    /// Takes the complete steps from `at` on; false where the batch is full.
    private func scan(_ batch: RawBatch, at: inout Int, filled: Int) throws(ReadError) -> Bool {
        while batch.count < batch.capacity {
            let step: Scanner.Step?
            do throws(DumpError) {
                let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[0..<filled])
                step = try scanner.next(bytes, from: at, isFinal: sourceEnded)
            } catch { throw DumpFault.of(error) }
            guard let step else {
                if sourceEnded { at = filled }
                return true
            }
            let gap = sourceLength(at..<step.start, batch)
            let length = sourceLength(step.start..<step.end, batch)
            let start = offset + gap
            let after = sourceLength(step.end..<step.next, batch)
            offset = start + length + after
            account.separators += gap + after
            at = step.next
            switch step.event {
            case .row, .brokenRow:
                account.records += length
                store(step, in: batch, start: start)
            case .table:
                account.structure += length
                enterTable()
            case .passed, .end: account.structure += length
            }
        }
        return false
    }

    private func sourceLength(_ range: Range<Int>, _ batch: RawBatch) -> Int {
        encoding == .utf8
            ? range.count : encoding.sourceLength(of: UnsafeRawBufferPointer(rebasing: batch.bytes[range]))
    }

    private func store(_ step: Scanner.Step, in batch: RawBatch, start: Int) {
        let row = batch.count
        batch.count += 1
        batch.lines[row] = step.line
        batch.offsets[row] = start
        batch.spans[row] = Cell(offset: step.start, length: step.end - step.start)
        for (slot, origin) in origins.enumerated() {
            batch.column(slot)[row] = origin == .kind ? kind.placed(in: batch) : .absent
        }
        guard isWanted else { return }
        guard step.event == .row else {
            reject(
                batch, row,
                Defect(
                    field: "", code: .strayQuote, found: "text that is not a list of values",
                    expected: "values between commas, inner apostrophes doubled"))
            return
        }
        let values = scanner.values
        if !names.isEmpty, values.count != names.count {
            reject(
                batch, row,
                Defect(
                    field: "", code: values.count < names.count ? .tooFewCells : .tooManyCells,
                    found: values.count == 1 ? "1 value" : "\(values.count) values", expected: "\(names.count) values"))
            return
        }
        let text = UnsafeRawBufferPointer(rebasing: batch.bytes[step.start..<step.end])
        if addEncodingDefects(text, batch, row, field: "", from: start) { return }
        for (slot, origin) in origins.enumerated() {
            guard case .value(let index) = origin, index < values.count else { continue }
            batch.column(slot)[row] = cell(values[index], batch, row, field: header[selected[slot]])
        }
    }

    /// A value's cell; absent where it is null or unknown.
    private func cell(_ value: Value, _ batch: RawBatch, _ row: Int, field: String) -> Cell {
        if value.end - value.start > Self.longestCell {
            reject(
                batch, row,
                Defect(
                    field: field, code: .cellTooLong, found: "\(value.end - value.start) bytes",
                    expected: "at most \(Self.longestCell) bytes"))
            return .absent
        }
        switch value.form {
        case .null: return .null
        case .absent: return .absent
        case .plain: return Cell(offset: value.start, length: value.end - value.start)
        case .expression:
            reject(
                batch, row,
                Defect(field: field, code: .unrecoverable, found: "an SQL expression", expected: "a value"))
            return .absent
        case .doubled, .escaped, .copy, .array: break
        }
        let target = batch.room(for: value.mostBytes)
        guard let count = value.decode(UnsafeRawBufferPointer(batch.bytes), into: target) else {
            reject(
                batch, row,
                Defect(
                    field: field, code: .invalidEncoding, found: "an unknown backslash escape",
                    expected: "an escape that PostgreSQL writes"))
            return .absent
        }
        let decoded = UnsafeRawBufferPointer(rebasing: target[0..<count])
        _ = addEncodingDefects(decoded, batch, row, field: field, from: nil)
        return batch.keep(count)
    }

    /// Defects of text that PostgreSQL cannot hold; true where there are some.
    private func addEncodingDefects(
        _ text: UnsafeRawBufferPointer, _ batch: RawBatch, _ row: Int, field: String, from start: Int?
    ) -> Bool {
        let before = batch.defects.count
        func place(_ at: Int) -> Int? {
            start.map { $0 + encoding.sourceLength(of: UnsafeRawBufferPointer(rebasing: text[0..<at])) }
        }
        if let nul = Encoding.firstNUL(in: text) {
            reject(batch, row, Defect(field: field, code: .nulByte, found: "a NUL byte", byteOffset: place(nul)))
        }
        if let invalid = Encoding.firstFault(in: text) {
            reject(
                batch, row,
                Defect(
                    field: field, code: .invalidEncoding,
                    found: encoding == .utf8 ? "bytes that are not UTF-8" : "half a character of UTF-16",
                    byteOffset: place(invalid)))
        }
        return batch.defects.count > before
    }

    private func reject(_ batch: RawBatch, _ row: Int, _ defect: Defect) {
        batch.defects.append((row, defect))
    }
}
