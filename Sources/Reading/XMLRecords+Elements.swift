internal import Definitions
internal import Glibc
internal import Records
internal import XML

/// What an element does to the row.
extension XMLRecords {
    func start(_ name: UnsafePointer<CChar>, _ attributes: Attributes, depth: Int, in parser: DocumentParser) {
        if place.pointee.recordDepth > 0 {
            if !steps.isEmpty { startChild(name, attributes, depth - place.pointee.recordDepth, parser) }
            return
        }
        if depth == 1, !admits(name, parser) { return }
        if layout.kinds.isEmpty {
            if depth == 2 { return startRecord(nil, name, attributes, depth, parser) }
        } else if depth == 1 {
            // A document that is one record and nothing else.
            let name = layout.kinds.indices.first { layout.kinds[$0].count == 1 && layout.leads(name, to: $0, step: 0) }
            if let name, layout.root != layout.kinds[name].name {
                return startRecord(name, nil, attributes, depth, parser)
            }
        } else {
            for kind in layout.kinds.indices where ways[kind] == depth - 2 {
                guard depth - 2 < layout.kinds[kind].count, layout.leads(name, to: kind, step: depth - 2) else {
                    continue
                }
                if depth - 1 == layout.kinds[kind].count {
                    return startRecord(kind, nil, attributes, depth, parser)
                }
                ways[kind] = depth - 1
            }
        }
        if !parents.isEmpty { keep(attributes, depth) }
    }

    func end(depth: Int, in parser: DocumentParser) {
        let recordDepth = place.pointee.recordDepth
        if recordDepth == 0 {
            for kind in ways.indices where ways[kind] > max(0, depth - 2) { ways[kind] = max(0, depth - 2) }
        } else if depth == recordDepth {
            endRecord(parser)
        } else if !steps.isEmpty {
            endChild(depth - recordDepth, parser)
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        // One byte beyond the limit shows that there was more.
        text.append(contentsOf: bytes.prefix(max(0, Self.cellLimit + 1 - text.count)))
    }

    /// Whether a document with this root is read.
    private func admits(_ name: UnsafePointer<CChar>, _ parser: DocumentParser) -> Bool {
        let isRecord = layout.kinds.indices.contains {
            layout.kinds[$0].count == 1 && layout.leads(name, to: $0, step: 0)
        }
        let isRefused = layout.refuse.contains { $0.stands(in: name) }
        if !isRefused, layout.root.isEmpty || layout.root.stands(in: name) || isRecord { return true }
        failure = .xmlRoot(found: String(String(cString: name).prefix(64)), wanted: layout.root)
        parser.suspend()
        return false
    }

    private func startRecord(
        _ kind: Int?, _ name: UnsafePointer<CChar>?, _ attributes: Attributes, _ depth: Int, _ parser: DocumentParser
    ) {
        place.pointee.recordDepth = depth
        place.pointee.start = parser.offset
        if let batch { place.pointee.line = stretch.line(at: place.pointee.start, in: batch) }
        for slot in 0..<layout.slotCount { set(slot, .absent) }
        if !layout.recordSlots.isEmpty {
            let cell = kind.map { kindCells[$0] } ?? name.map { append(Self.bytes($0)) } ?? .absent
            for slot in layout.recordSlots { set(slot, cell) }
        }
        if !parents.isEmpty { inherit(depth) }
        var index = 0
        while let name = attributes.name(at: index) {
            let hash = Int(truncatingIfNeeded: (UInt(bitPattern: name) &* 0x9E37_79B9_7F4A_7C15) >> 58)
            if known[hash].name != name { known[hash] = Known(name: name, slot: layout.slot(of: name)) }
            let slot = Int(known[hash].slot)
            if slot >= 0, let value = attributes.value(at: index) { put(Self.bytes(value), slot) }
            index &+= 1
        }
    }

    private func endRecord(_ parser: DocumentParser) {
        let (row, start) = (place.pointee.row, place.pointee.start)
        place.pointee.recordDepth = 0
        for index in steps.indices { steps[index] = 0 }
        lastEnd = max(start, parser.end)
        if let batch {
            batch.offsets[row] = start
            batch.lines[row] = place.pointee.line
            batch.spans[row] = stretch.span(start..<lastEnd)
        }
        place.pointee.row = row + 1
        if row + 1 == place.pointee.capacity { parser.suspend() }
    }

    /// - Parameter level: depth below the record, its children having 1.
    private func startChild(
        _ name: UnsafePointer<CChar>, _ attributes: Attributes, _ level: Int, _ parser: DocumentParser
    ) {
        for index in steps.indices where steps[index] == level - 1 {
            let child = layout.children[index]
            guard level <= child.steps.count, child.steps[level - 1].name.stands(in: name) else { continue }
            if let choice = child.steps[level - 1].choice {
                guard let value = Self.value(of: choice.attribute, in: attributes), choice.value.stands(in: value)
                else { continue }
            }
            if level < child.steps.count {
                steps[index] = level
            } else if isAbsent(child.slot) {
                if let attribute = child.attribute {
                    if let value = Self.value(of: attribute, in: attributes) { put(Self.bytes(value), child.slot) }
                } else if hearing == nil {
                    hearing = (child.slot, level)
                    text.removeAll(keepingCapacity: true)
                    parser.hearText(true)
                }
            }
        }
    }

    private func endChild(_ level: Int, _ parser: DocumentParser) {
        if let heard = hearing, heard.depth == level {
            hearing = nil
            parser.hearText(false)
            text.withUnsafeBytes { put($0, heard.slot) }
        }
        for index in steps.indices where steps[index] >= level { steps[index] = level - 1 }
    }

    @inline(__always)
    private func put(_ value: UnsafeRawBufferPointer, _ slot: Int) {
        guard value.count <= Self.cellLimit else { return tooLong(value.count, slot) }
        set(slot, append(value))
    }

    private func tooLong(_ count: Int, _ slot: Int) {
        batch?.defects.append(
            (
                place.pointee.row,
                Defect(
                    field: columns[slot], code: .cellTooLong, found: "a value of more than \(Self.cellLimit) bytes",
                    expected: "at most \(Self.cellLimit) bytes", byteOffset: place.pointee.start)
            ))
    }

    /// Keeps the attributes of an element that may stand around records.
    private func keep(_ attributes: Attributes, _ depth: Int) {
        for index in parents.indices {
            while parents[index].count < depth { parents[index].append(nil) }
            parents[index].removeSubrange((depth - 1)...)
            let value = Self.value(of: layout.parents[index].attribute, in: attributes)
            parents[index].append(value.map { Array(Self.bytes($0).prefix(Self.cellLimit)) })
        }
        parentCells = []
    }

    private func inherit(_ depth: Int) {
        if parentCells.isEmpty {
            parentCells = parents.indices.map { index in
                let level = depth - 1 - layout.parents[index].levels
                guard level >= 0, level < parents[index].count else { return .absent }
                return parents[index][level].map { append($0) } ?? .absent
            }
        }
        for index in parents.indices { set(layout.parents[index].slot, parentCells[index]) }
    }

    private static func value(of name: String, in attributes: Attributes) -> UnsafePointer<CChar>? {
        var index = 0
        while let found = attributes.name(at: index) {
            if name.stands(in: found) { return attributes.value(at: index) }
            index += 1
        }
        return nil
    }

    @inline(__always)
    private static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: text, count: strlen(text))
    }
}
