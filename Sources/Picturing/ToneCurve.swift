internal import Glibc

/// How the 256 tones of a channel are linear light from 0 to 1.
struct ToneCurve {
    let values: [Float]

    init(gamma: Double) {
        self.init { pow($0, gamma) }
    }

    private init(_ light: (Double) -> Double) {
        values = (0..<256).map { tone in
            let value = light(Double(tone) / 255)
            return value.isFinite ? Float(min(max(value, 0), 1)) : 0
        }
    }

    init?(_ reader: ProfileReader, at place: Range<Int>) {
        let start = place.lowerBound
        switch reader.number(at: start) {
        case 0x6375_7276:  // curv
            guard let count = reader.number(at: start + 8), count <= 4096, place.count >= 12 + count * 2 else {
                return nil
            }
            let table = (0..<count).compactMap { reader.number(at: start + 12 + $0 * 2, size: 2) }
            guard table.count == count else { return nil }
            switch count {
            case 0: self.init(gamma: 1)
            case 1: self.init(gamma: Double(table[0]) / 256)
            default:
                self.init { tone in
                    let position = tone * Double(count - 1)
                    let below = min(Int(position), count - 2)
                    let part = position - Double(below)
                    return (Double(table[below]) * (1 - part) + Double(table[below + 1]) * part) / 65_535
                }
            }
        case 0x7061_7261:  // para
            guard let kind = reader.number(at: start + 8, size: 2), kind <= 4 else { return nil }
            let p = (0..<[1, 3, 4, 5, 7][kind]).compactMap { reader.fixed(at: start + 12 + $0 * 4) }
            guard p.count == [1, 3, 4, 5, 7][kind] else { return nil }
            // Clause 10.18 of ICC.1:2022: gamma, a, b, c, d, e, f.
            switch kind {
            case 0: self.init(gamma: p[0])
            case 1: self.init { $0 * p[1] >= -p[2] ? pow(p[1] * $0 + p[2], p[0]) : 0 }
            case 2: self.init { $0 * p[1] >= -p[2] ? pow(p[1] * $0 + p[2], p[0]) + p[3] : p[3] }
            case 3: self.init { $0 >= p[4] ? pow(p[1] * $0 + p[2], p[0]) : p[3] * $0 }
            default: self.init { $0 >= p[4] ? pow(p[1] * $0 + p[2], p[0]) + p[5] : p[3] * $0 + p[6] }
            }
        default: return nil
        }
    }
}
