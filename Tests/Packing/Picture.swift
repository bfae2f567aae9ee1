internal import CZlib
import Foundation

/// A picture of eight bits for each of red, green and blue.
public struct Picture: Equatable {
    public var width: Int
    public var height: Int
    public var bytes: [UInt8]

    public init(width: Int, height: Int, bytes: [UInt8]) {
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    public enum Failure: Error { case notPNG }

    /// A PNG as browsers write it: eight bits, with or without alpha, not interlaced.
    public init(png: [UInt8]) throws {
        func number(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard png.count > 33, png.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { throw Failure.notPNG }
        (width, height) = (number(16), number(20))
        let channels = png[25] == 6 ? 4 : 3
        guard png[24] == 8, [2, 6].contains(png[25]), png[28] == 0 else { throw Failure.notPNG }
        var packed: [UInt8] = []
        var at = 8
        while at + 12 <= png.count {
            let count = number(at)
            if png[(at + 4)..<(at + 8)].elementsEqual("IDAT".utf8) { packed += png[(at + 8)..<(at + 8 + count)] }
            at += 12 + count
        }
        let stride = width * channels
        var lines = [UInt8](repeating: 0, count: (stride + 1) * height)
        var size = uLong(lines.count)
        guard uncompress(&lines, &size, packed, uLong(packed.count)) == Z_OK else { throw Failure.notPNG }
        bytes = []
        bytes.reserveCapacity(width * height * 3)
        var before = [UInt8](repeating: 0, count: stride)
        for row in 0..<height {
            let start = row * (stride + 1)
            var line = Array(lines[(start + 1)..<(start + 1 + stride)])
            Self.unfilter(&line, before, lines[start], channels)
            for pixel in 0..<width { bytes += line[(pixel * channels)..<(pixel * channels + 3)] }
            before = line
        }
    }

    private static func unfilter(_ line: inout [UInt8], _ before: [UInt8], _ filter: UInt8, _ channels: Int) {
        for index in line.indices {
            let left = index < channels ? 0 : Int(line[index - channels])
            let up = Int(before[index])
            let corner = index < channels ? 0 : Int(before[index - channels])
            let guess: Int =
                switch filter {
                case 1: left
                case 2: up
                case 3: (left + up) / 2
                case 4: paeth(left, up, corner)
                default: 0
                }
            line[index] = UInt8(truncatingIfNeeded: Int(line[index]) + guess)
        }
    }

    private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
        let (one, two, three) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
        return one <= two && one <= three ? left : two <= three ? up : corner
    }

    public var png: [UInt8] {
        func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let body = Array(name.utf8) + content
            return number(content.count) + body + number(Int(crc32(0, body, uInt(body.count))))
        }
        var lines: [UInt8] = []
        for row in 0..<height { lines += [0] + bytes[(row * width * 3)..<((row + 1) * width * 3)] }
        var size = compressBound(uLong(lines.count))
        var packed = [UInt8](repeating: 0, count: Int(size))
        compress2(&packed, &size, lines, uLong(lines.count), 9)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", number(width) + number(height) + [8, 2, 0, 0, 0])
            + chunk("IDAT", Array(packed.prefix(Int(size)))) + chunk("IEND", [])
    }

    /// Some of the rows, and the left columns of them.
    public func part(from row: Int, rows: Int, columns: Int) -> Picture {
        let lines = (row..<min(height, row + rows)).map { bytes[($0 * width * 3)..<(($0 * width + columns) * 3)] }
        return Picture(width: columns, height: lines.count, bytes: lines.flatMap(\.self))
    }

    /// The left columns, each `factor` by `factor` pixels as one of their mean colour.
    public func reduced(by factor: Int, columns: Int) -> Picture {
        let (wide, high) = (min(columns, width) / factor, height / factor)
        var small: [UInt8] = []
        small.reserveCapacity(wide * high * 3)
        for row in 0..<high {
            for column in 0..<wide {
                for channel in 0..<3 {
                    var sum = 0
                    for y in 0..<factor {
                        for x in 0..<factor {
                            sum += Int(bytes[((row * factor + y) * width + column * factor + x) * 3 + channel])
                        }
                    }
                    small.append(UInt8(sum / (factor * factor)))
                }
            }
        }
        return Picture(width: wide, height: high, bytes: small)
    }

    /// How far two pictures of one size are apart: the mean difference of a channel, and the share of channels that are
    /// off by more than 32, both of 255.
    public func distance(to other: Picture) -> (mean: Double, off: Double) {
        guard width == other.width, height == other.height else { return (255, 1) }
        var (sum, off) = (0, 0)
        for (one, two) in zip(bytes, other.bytes) {
            let difference = abs(Int(one) - Int(two))
            sum += difference
            if difference > 32 { off += 1 }
        }
        return (Double(sum) / Double(bytes.count), Double(off) / Double(bytes.count))
    }
}
