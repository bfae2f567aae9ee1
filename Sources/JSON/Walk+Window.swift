internal import Glibc

extension Walk {
    /// Starts at the token that stands at `position` of a text that is held as a whole.
    ///
    /// - Parameter window: bytes to look for tokens in, at first; it doubles from there.
    mutating func open(_ text: UnsafePointer<UInt8>, limit: Int, from position: Int = 0, window: Int) {
        self.text = text
        self.limit = limit
        failure = nil
        windowSize = min(window, Self.largestWindow)
        find(from: position)
    }

    /// Finds the tokens up to the limit at once.
    mutating func openWhole(from start: Int) {
        (at, end, isLast, origin) = (0, 0, true, start)
        positions = UnsafePointer(none)
        switch indexer.index(text + start, limit - start) {
        case .found(let positions, let count): use(positions, from: start, tokens: count)
        case .blank: break
        case .fault(let kind): failure = located(kind, start..<limit)
        }
    }

    /// Goes on with the token that stands at `position`.
    mutating func restart(at position: Int) {
        if position >= origin, position < origin + Int(positions[end]), end > 0 {
            // Within the window: the token is found by halving.
            var (low, high) = (0, end)
            while low < high {
                let middle = (low + high) / 2
                if origin + Int(positions[middle]) < position { low = middle + 1 } else { high = middle }
            }
            at = low
            return
        }
        find(from: position)
    }

    /// Goes on to the next window; false at the end of the text.
    mutating func refill() -> Bool {
        guard !isLast, failure == nil else { return false }
        find(from: origin + Int(positions[end]))
        windowSize = min(windowSize * 2, Self.largestWindow)
        return at < end
    }

    /// Finds the tokens of a stretch that starts outside strings.
    ///
    ///     ..., "weight", 82.4, "da|te": ...       a stretch that ends inside a string ends before that string instead;
    ///     ..., "weight", 82|.4, "date": ...       of others the last token may be cut: it starts the next stretch
    private mutating func find(from start: Int) {
        var (start, size) = (start, windowSize)
        at = 0
        end = 0
        while true {
            var stop = start + size < limit ? start + size : limit
            while stop < limit, stop > start, text[stop] & 0xC0 == 0x80 { stop -= 1 }
            isLast = stop == limit
            var outcome = indexer.index(text + start, stop - start)
            if case .fault(.openString) = outcome, !isLast {
                stop = lastQuote(before: stop, after: start)
                outcome = stop > start ? indexer.index(text + start, stop - start) : .blank
                if stop == start {
                    size *= 2
                    continue
                }
                if case .found(let positions, let count) = outcome {
                    use(positions, from: start, tokens: count)
                    return
                }
            }
            switch outcome {
            case .found(let positions, let count) where isLast || count > 1:
                use(positions, from: start, tokens: isLast ? count : count - 1)
                return
            case .found:
                size *= 2
            case .blank where isLast:
                origin = start
                positions = UnsafePointer(none)
                return
            case .blank:
                start = stop
            case .fault(let kind):
                failure = located(kind, start..<stop)
                isLast = true
                origin = start
                positions = UnsafePointer(none)
                return
            }
        }
    }

    private mutating func use(_ found: UnsafePointer<UInt32>, from start: Int, tokens: Int) {
        origin = start
        positions = found
        end = tokens
        hasEscapes = memchr(text + start, 0x5C, Int(found[tokens])) != nil
    }

    /// The last quote before `stop` that no backslash escapes: the start of the string that is open there.
    private func lastQuote(before stop: Int, after start: Int) -> Int {
        var at = stop - 1
        while at > start {
            if text[at] == 0x22 {
                var backslashes = 0
                while at - 1 - backslashes >= start, text[at - 1 - backslashes] == 0x5C { backslashes += 1 }
                if backslashes % 2 == 0 { return at }
            }
            at -= 1
        }
        return start
    }

    /// Where in a stretch a fault is, as near as one look at its bytes tells.
    func located(_ kind: JSONFault.Kind, _ stretch: Range<Int>) -> JSONFault {
        var opened: Int?
        var at = stretch.lowerBound
        while at < stretch.upperBound {
            let byte = text[at]
            if let start = opened {
                if byte == 0x5C {
                    at += 1
                } else if byte == 0x22 {
                    opened = nil
                } else if byte < 0x20, kind == .controlCharacter || kind == .openString {
                    return JSONFault(kind, at: kind == .openString ? start : at)
                }
            } else if byte == 0x22 {
                opened = at
            }
            at += 1
        }
        return JSONFault(kind, at: kind == .openString ? opened ?? stretch.lowerBound : stretch.lowerBound)
    }
}
