internal import Definitions
internal import Records

/// Text, numbers, words and ids.
extension Kernel {
    func text(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        let raw = raw
        let conversion = field.mapping.conversion
        guard conversion == .escapedText || conversion == .quotedText else {
            each(column, cells, trims: false) { index, bytes in column.set(index, text: raw.cell(of: bytes)) }
            return
        }
        each(column, cells, trims: false) { index, bytes in
            let text = conversion.unescaped(bytes).map { raw.append($0) }
            column.set(index, text: text ?? raw.cell(of: bytes))
        }
    }

    func key(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        each(column, cells) { index, bytes in
            var needsChange = false
            for byte in bytes where byte &- 0x41 < 26 || byte <= 0x20 { needsChange = true }
            if !needsChange { return column.set(index, text: raw.cell(of: bytes)) }
            var word: [UInt8] = []
            for byte in WordTable.lower(Array(bytes)) {
                if byte > 0x20 { word.append(byte) } else if word.last != 0x5F { word.append(0x5F) }
            }
            column.set(index, text: raw.append(word))
        }
    }

    func name(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        var word: [UInt8] = []
        each(column, cells) { index, bytes in
            guard Blank.isUneven(bytes) else { return column.set(index, text: raw.cell(of: bytes)) }
            word.removeAll(keepingCapacity: true)
            var at = 0
            while at < bytes.count {
                let width = Blank.width(bytes, at: at)
                if width == 0 {
                    word.append(bytes[at])
                } else if word.last != 0x20 {
                    word.append(0x20)
                }
                at += max(1, width)
            }
            column.set(index, text: raw.append(word))
        }
    }

    func integer(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        let allowsFraction = field.mapping.conversion == .count
        let grouping = field.mapping.number.isGrouped
        each(column, cells) { index, bytes in
            do throws(Number.Failure) {
                if grouping, let value = try Number.grouped(bytes) {
                    column.set(index, value)
                } else {
                    column.set(index, try Number.integer(bytes, allowsFraction: allowsFraction))
                }
            } catch {
                fail(
                    index, error == .tooLarge ? .outOfRange : .notAnInteger, bytes,
                    error == .tooLarge ? "a whole number of at most 18 digits" : "a whole number as in 12")
            }
        }
    }

    func decimal(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        let (style, raw) = (style, raw)
        let mark: UInt8? = if case .fixed(let fixed) = style.marks { fixed } else { nil }
        each(column, cells) { index, bytes in
            if let mark, let value = Number.short(bytes, mark: mark) { return column.set(index, value) }
            do throws(Number.Failure) {
                column.set(index, try style.number(bytes) { raw.append($0) })
            } catch {
                fail(index, error, bytes)
            }
        }
    }

    func fail(_ index: Int, _ failure: Number.Failure, _ bytes: UnsafeRawBufferPointer) {
        let example = field.mapping.number.mark == 0x2C ? "62,5" : "62.5"
        switch failure {
        case .notANumber: fail(index, .notANumber, bytes, "a number as in \(example)")
        case .ambiguous:

            if case .either = field.marks {
                let expected = "a number as in \(example), or the setting decimal_mark"
                fail(index, .ambiguousNumber, bytes, expected)
            } else {
                fail(index, .ambiguousNumber, bytes, "a number as in \(example), without grouping of thousands")
            }
        case .tooLarge: fail(index, .outOfRange, bytes, "a number of at most 1000 digits")
        }
    }

    func boolean(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        each(column, cells) { index, bytes in
            if let value = BooleanWords.boolean(bytes) {
                column.set(index, value ? 1 : 0)
            } else {
                fail(index, .notABoolean, bytes, "true or false, yes or no, 1 or 0")
            }
        }
    }

    func uuid(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        each(column, cells) { index, bytes in
            if let value = UUIDText.parse(bytes) {
                column.high[index] = value.high
                column.low[index] = value.low
                column.valid[index] = 1
            } else {
                fail(index, .notAUUID, bytes, "a UUID of 36 characters")
            }
        }
    }
}
