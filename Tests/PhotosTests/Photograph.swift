import Foundation
import JPEG
import Seeding

/// An invented photo: blots of colour by a seed, and the tags of a camera that never was.
struct Photograph {
    var seed: UInt64
    var width = 96
    var height = 128
    var quality = 85
    /// `DateTimeOriginal` as cameras write it.
    var taken: String?
    var offset: String?
    var fraction: String?
    /// Text that must be found nowhere: serial number, owner and comment, and a position beside them.
    var canary: String?

    init(_ seed: UInt64, taken: String? = nil) {
        self.seed = seed
        self.taken = taken
    }

    var bytes: [UInt8] {
        get throws {
            let picture = try Encoder(quality: quality).encode(pixels, width: width, height: height)
            let comment = canary.map { segment(0xFE, Array("\($0) comment".utf8)) } ?? []
            return Array(picture[..<2]) + tags + comment + Array(picture[2...])
        }
    }

    /// A smooth scene, the same at any size.
    private var pixels: [UInt8] {
        var random = Seeded(seed)
        func unit() -> Double { Double.random(in: 0..<1, using: &random) }
        let blots = (0..<9).map { _ in
            (x: unit(), y: unit(), size: 0.1 + unit() * 0.3, colour: (0..<3).map { _ in unit() })
        }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for row in 0..<height {
            for column in 0..<width {
                var colour = [0.5, 0.5, 0.5]
                for blot in blots {
                    let (x, y) = (Double(column) / Double(width) - blot.x, Double(row) / Double(height) - blot.y)
                    let weight = exp(-(x * x + y * y) / (blot.size * blot.size))
                    for channel in 0..<3 { colour[channel] += (blot.colour[channel] - colour[channel]) * weight }
                }
                pixels += colour.map { UInt8(max(0, min(255, ($0 * 255).rounded()))) }
            }
        }
        return pixels
    }

    private var tags: [UInt8] {
        var camera: [(UInt16, [UInt8])] = []
        var detail: [(UInt16, [UInt8])] = []
        if let taken { detail.append((0x9003, text(taken))) }
        if let offset { detail.append((0x9011, text(offset))) }
        if let fraction { detail.append((0x9291, text(fraction))) }
        if let canary {
            camera.append((0x010F, text("\(canary) maker")))
            detail.append((0xA430, text("\(canary) owner")))
            detail.append((0xA431, text("\(canary) serial")))
        }
        guard !camera.isEmpty || !detail.isEmpty else { return [] }
        // IFD0 at 8 points to the detail's, and that of the position where there is a canary.
        let first = 8 + 2 + 12 * (camera.count + (canary == nil ? 1 : 2)) + 4 + camera.reduce(0) { $0 + $1.1.count }
        let second = first + 2 + 12 * detail.count + 4 + detail.reduce(0) { $0 + $1.1.count }
        var pointers: [(UInt16, UInt32)] = [(0x8769, UInt32(first))]
        if canary != nil { pointers.append((0x8825, UInt32(second))) }
        var body = directory(camera, pointers, at: 8) + directory(detail, [], at: first)
        if canary != nil { body += position(at: second) }
        return segment(0xE1, Array("Exif\0\0II*\0".utf8) + number(8) + body)
    }

    private func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8) + [0]
        return bytes + (bytes.count % 2 == 0 ? [] : [0])
            + (bytes.count < 5 ? Array(repeating: 0, count: 6 - bytes.count) : [])
    }

    private func directory(_ texts: [(UInt16, [UInt8])], _ pointers: [(UInt16, UInt32)], at place: Int) -> [UInt8] {
        let count = texts.count + pointers.count
        var data: [UInt8] = []
        var entries = short(UInt16(count))
        for (tag, text) in texts {
            entries += short(tag) + short(2) + number(UInt32(text.count))
            entries += number(UInt32(place + 2 + 12 * count + 4 + data.count))
            data += text
        }
        for (tag, value) in pointers { entries += short(tag) + short(4) + number(1) + number(value) }
        return entries + number(0) + data
    }

    /// 12° 34′ 56″ north and east: nowhere in particular.
    private func position(at place: Int) -> [UInt8] {
        let data = place + 2 + 12 * 4 + 4
        let degrees = [12, 1, 34, 1, 56, 1].flatMap { number($0) }
        var entries = short(4)
        for (tag, letter) in [(UInt16(1), UInt8(ascii: "N")), (3, UInt8(ascii: "E"))] {
            entries += short(tag) + short(2) + number(2) + [letter, 0, 0, 0]
            entries += short(tag + 1) + short(5) + number(3) + number(UInt32(data + (tag == 1 ? 0 : 24)))
        }
        return entries + number(0) + degrees + degrees
    }

    private func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        let length = data.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + data
    }

    private func short(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
    private func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
}

extension Encoder {
    fileprivate func encode(_ pixels: [UInt8], width: Int, height: Int) throws -> [UInt8] {
        try pixels.withUnsafeBufferPointer { try encode($0, width: width, height: height, kind: .rgb) }
    }
}
