internal import Definitions
internal import Glibc
internal import Records
internal import XML

/// What an element does to the row.
extension XMLRecords {
    func startBetween(
        _ name: UnsafePointer<CChar>, _ attributes: Attributes, depth: Int, _ parser: DocumentParser
    ) {
        if depth == 1, !admits(name, parser) { return }
        if layout.kinds.isEmpty {
            if depth == 2 { return startRecord(nil, name, attributes, depth, parser) }
        } else if depth <= 2, let index = layout.direct.index(of: name) {
            // At depth 1: a document that is one record and nothing else.
            return startRecord(layout.directKinds[index], nil, attributes, depth, parser)
        } else if layout.hasDeepKinds {
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
        if !layout.parents.isEmpty { keep(attributes, depth) }
    }

    func endBetween(depth: Int) {
        let most = max(0, depth - 2)
        for kind in layout.kinds.indices where ways[kind] > most { ways[kind] = most }
    }

    /// Whether a document with this root is read.
    private func admits(_ name: UnsafePointer<CChar>, _ parser: DocumentParser) -> Bool {
        let isRecord = layout.direct.index(of: name) != nil
        let refusal = layout.refuse.first { $0.root.stands(in: name) }
        if refusal == nil, layout.root.isEmpty || layout.root.stands(in: name) || isRecord { return true }
        let found = String(String(cString: name).prefix(64))
        failure =
            refusal.map { .xmlRefused(root: found, because: $0.because) } ?? .xmlRoot(found: found, wanted: layout.root)
        parser.suspend()
        return false
    }

    private func startRecord(
        _ kind: Int?, _ name: UnsafePointer<CChar>?, _ attributes: Attributes, _ depth: Int, _ parser: DocumentParser
    ) {
        place.pointee.recordDepth = depth
        let start = parser.offset
        place.pointee.start = start
        place.pointee.line = place.pointee.chunk.line(at: start, in: place.pointee.bytes)
        if !layout.recordSlots.isEmpty {
            let cell = kind.map { kindCells[$0] } ?? name.map { append(Self.bytes($0)) } ?? .absent
            for slot in layout.recordSlots { set(slot, cell) }
        }
        if !layout.parents.isEmpty { inherit(depth) }
        // Values are no longer than their tag, but for letters of Latin-1 that UTF-8 writes in two bytes.
        reserve(2 * parser.length + 1)
        var index = 0
        while let name = attributes.name(at: index) {
            let hash = Int(truncatingIfNeeded: (UInt(bitPattern: name) &* 0x9E37_79B9_7F4A_7C15) >> 58)
            if known[hash].name != name { known[hash] = Known(name: name, slot: layout.slot(of: name)) }
            let slot = Int(known[hash].slot)
            if slot >= 0, let value = attributes.value(at: index) { copy(value, slot) }
            index &+= 1
        }
    }

    /// Copies a value for which there is room.
    @inline(__always)
    private func copy(_ value: UnsafePointer<CChar>, _ slot: Int) {
        let start = place.pointee.arenaEnd
        guard let target = place.pointee.bytes?.advanced(by: start).assumingMemoryBound(to: CChar.self),
            let end = stpcpy(target, value)
        else { return }
        let length = end - target
        guard length <= Self.cellLimit else { return tooLong(slot) }
        set(slot, Cell(offset: start, length: length))
        place.pointee.arenaEnd = start &+ length
    }

    func endRecord(_ parser: DocumentParser) {
        let (row, start) = (place.pointee.row, place.pointee.start)
        place.pointee.recordDepth = 0
        let end = max(start, parser.end)
        place.pointee.lastEnd = end
        place.pointee.offsets?[row] = start
        place.pointee.lines?[row] = place.pointee.line
        place.pointee.spans?[row] = place.pointee.chunk.span(start..<end)
        place.pointee.row = row + 1
        if row + 1 == place.pointee.capacity { parser.suspend() }
    }

    /// - Parameter level: depth below the record, its children having 1.
    func startChild(
        _ name: UnsafePointer<CChar>, _ attributes: Attributes, _ level: Int, _ parser: DocumentParser
    ) {
        for index in 0..<layout.childNames.count where steps[index] == level - 1 {
            if level == 1, !layout.childNames.holds(name, at: index) { continue }
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
                    parser.setReceivesText(true)
                }
            }
        }
    }

    func endChild(_ level: Int, _ parser: DocumentParser) {
        if let heard = hearing, heard.depth == level {
            hearing = nil
            parser.setReceivesText(false)
            text.withUnsafeBytes { put($0, heard.slot) }
        }
        for index in 0..<layout.childNames.count where steps[index] >= level { steps[index] = level - 1 }
    }

    @inline(__always)
    private func put(_ value: UnsafeRawBufferPointer, _ slot: Int) {
        guard value.count <= Self.cellLimit else { return tooLong(slot) }
        set(slot, append(value))
    }

    private func tooLong(_ slot: Int) {
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
        if parentCells.isEmpty || parentDepth != depth {
            parentDepth = depth
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
