extension Scanner {
    /// Takes a line of COPY.
    mutating func copyRow(_ text: inout Text) throws(Text.Stop) -> Step? {
        let start = text.at
        guard let lineEnd = try text.find(0x0A) ?? (text.at < text.bytes.count ? text.bytes.count : nil) else {
            throw .incomplete(.copy)
        }
        let next = min(lineEnd + 1, text.bytes.count)
        let end = lineEnd > start && text.bytes[lineEnd - 1] == 0x0D ? lineEnd - 1 : lineEnd
        let isEnd = end - start == 2 && text.bytes[start] == 0x5C && text.bytes[start + 1] == UInt8(ascii: ".")
        if isEnd {
            place = .between
            return Step(event: .end, start: start, end: end, next: next, line: line)
        }
        // A line that nothing ends is the cut end of the file.
        if lineEnd == next { throw .incomplete(.copy) }
        values.removeAll(keepingCapacity: true)
        var from = start
        var form = Value.Form.plain
        var at = start
        while at <= end {
            if at == end || text.bytes[at] == 0x09 {
                let isNull = form == .copy && at - from == 2 && text.bytes[from + 1] == UInt8(ascii: "N")
                values.append(Value(start: from, end: at, form: isNull ? .null : form))
                from = at + 1
                form = .plain
            } else if text.bytes[at] == 0x5C {
                form = .copy
                // What is escaped is no border, be it a tab.
                if at + 1 < end { at += 1 }
            }
            at += 1
        }
        return Step(event: .row, start: start, end: end, next: next, line: line)
    }

    /// Takes a tuple of INSERT, or its end.
    mutating func tuple(_ text: inout Text) throws(Text.Stop) -> Step? {
        let from = text.at
        try text.skipSpace()
        if try text.peek() == UInt8(ascii: ",") {
            text.at += 1
            try text.skipSpace()
        }
        let start = text.at
        let line = line + text.lineBreaks(from: from, to: start)
        guard let first = try text.peek() else { throw .incomplete(.insert) }
        if first != UInt8(ascii: "("), first != UInt8(ascii: "'") {
            // The semicolon, or ON CONFLICT ... up to it.
            while let byte = try text.peek(), byte != UInt8(ascii: ";") {
                text.at += 1
                if byte == UInt8(ascii: "'") { _ = try text.string(backslashes) }
            }
            guard try text.peek() != nil else { throw .incomplete(.insert) }
            text.at += 1
            place = .between
            return Step(event: .end, start: start, end: text.at, next: text.at, line: line)
        }
        if try takeTuple(&text) {
            return Step(event: .row, start: start, end: text.at, next: text.at, line: line)
        }
        guard let end = try border(text, after: start) else { throw .incomplete(.insert) }
        values.removeAll(keepingCapacity: true)
        return Step(event: .brokenRow, start: start, end: end, next: end, line: line)
    }

    /// Takes the values between brackets; false where that is not what stands there.
    private mutating func takeTuple(_ text: inout Text) throws(Text.Stop) -> Bool {
        values.removeAll(keepingCapacity: true)
        guard try text.take(UInt8(ascii: "(")) else { return false }
        while let value = try text.value(backslashes) {
            values.append(value)
            guard let byte = try text.peek() else { throw .incomplete(.row) }
            text.at += 1
            if byte == UInt8(ascii: ")") {
                // A border of rows follows, or there was a bracket in a text.
                var after = text
                try after.skipSpace()
                guard let next = try after.peek() else { return true }
                return next == UInt8(ascii: ",") || next == UInt8(ascii: ";") || Text.isWord(next)
            }
            guard byte == UInt8(ascii: ",") else { return false }
            try text.skipSpace()
        }
        if try text.peek() == nil { throw .incomplete(.row) }
        return false
    }

    /// Where a row that cannot be read ends by its looks: `'), ('`, `1),(2`, `null);` and a line break.
    private func border(_ text: Text, after start: Int) throws(Text.Stop) -> Int? {
        var text = text
        text.at = start + 1
        while let bracket = try text.find(UInt8(ascii: ")")) {
            let before = text.bytes[bracket - 1]
            text.at = bracket + 1
            guard before == UInt8(ascii: "'") || before == UInt8(ascii: "]") || Text.isWord(before) else { continue }
            var after = text
            try after.skipBlanks()
            guard let next = try after.peek() else { continue }
            after.at += 1
            if next == UInt8(ascii: ",") {
                try after.skipBlanks()
                guard try after.peek() == UInt8(ascii: "(") else { continue }
                after.at += 1
                try after.skipBlanks()
                guard let value = try after.peek() else { continue }
                if value == UInt8(ascii: "'") || value == UInt8(ascii: "-") || Text.isWord(value) { return bracket + 1 }
            } else if next == UInt8(ascii: ";") {
                guard let last = try after.peek() else { return bracket + 1 }
                if last == 0x0A || last == 0x0D { return bracket + 1 }
            }
        }
        return nil
    }
}

extension Text {
    fileprivate mutating func skipBlanks() throws(Stop) {
        while let byte = try peek(), Self.isSpace(byte) { at += 1 }
    }
}
