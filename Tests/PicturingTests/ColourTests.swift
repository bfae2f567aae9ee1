import CLCMS
import Inventing
import JPEG
import Picturing
import Testing

@Suite struct ColourTests {
    /// What is stored, what says which colours it means, and what is seen.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var stored: [UInt8]
        var segments: [UInt8] = []
        var seen: [Int]
        var testDescription: String { name }
    }

    static let adobe = InventedFile.exif(
        InventedTags(camera: [(0xA001, .short(0xFFFF))], interoperability: [(1, .text("R03"))]))
    static let power = InventedProfile(primaries: InventedProfile.sRGB.primaries, curve: (kind: 0, numbers: [1.0]))

    static let cases = [
        Case(name: "no profile", stored: [200, 100, 50], seen: [200, 100, 50]),
        // Computed by CSS Color 4's matrices: color(display-p3 0.784 0.392 0.196) and (0.5 0.5 0.5).
        Case(
            name: "Display P3", stored: [200, 100, 50], segments: InventedFile.profile(InventedProfile.displayP3.bytes),
            seen: [215, 95, 32]),
        Case(
            name: "grey of Display P3", stored: [128, 128, 128],
            segments: InventedFile.profile(InventedProfile.displayP3.bytes), seen: [128, 128, 128]),
        Case(
            name: "beyond sRGB", stored: [255, 0, 0], segments: InventedFile.profile(InventedProfile.displayP3.bytes),
            seen: [255, 0, 0]),
        Case(
            name: "sRGB's own", stored: [200, 100, 50], segments: InventedFile.profile(InventedProfile.sRGB.bytes),
            seen: [200, 100, 50]),
        Case(
            name: "linear light", stored: [55, 55, 55], segments: InventedFile.profile(power.bytes),
            seen: [128, 128, 128]),
        Case(name: "Adobe RGB by its tag", stored: [128, 64, 64], segments: adobe, seen: [148, 64, 64]),
        Case(
            name: "a broken profile is none", stored: [200, 100, 50],
            segments: InventedFile.profile(Array(InventedProfile.displayP3.bytes.prefix(200))), seen: [200, 100, 50]),
    ]

    @Test(arguments: cases)
    func `Colours are sRGB's`(_ test: Case) throws {
        let encoder = Encoder(quality: 98, sampling: .full)
        let file = try InventedFile(pixels: Pixels.flat(test.stored), width: 64, height: 48, encoder: encoder)
        for edge in [32, 64] {
            let rendering = try PictureRendering(of: file.with(test.segments), longEdges: [edge], quality: 95)
            let pixels = try Pixels(rendering.thumbnails[0].bytes)
            #expect(pixels.isNear(test.seen, x: 10, y: 10, by: 4), "\(pixels[10, 10])")
        }
    }

    @Test func `No cut of a profile does harm`() throws {
        let profile = InventedProfile.displayP3.bytes
        let file = try InventedFile(pixels: Pixels.flat([9, 9, 9], width: 8, height: 8), width: 8, height: 8)
        for length in stride(from: 0, to: profile.count, by: 5) {
            let cut = InventedFile.profile(Array(profile[..<length]))
            #expect(try PictureRendering(of: file.with(cut)).status == .whole)
        }
    }

    @Test func `Inks are mixed, Adobe's being inverted`() throws {
        // libjpeg puts Adobe's marker into CMYK: 255 is no ink.
        let pixels = Pixels.flat([255, 128, 64, 200])
        let file = try InventedFile(pixels: pixels, width: 64, height: 48, kind: .cmyk, encoder: Encoder(quality: 98))
        let seen = try Pixels(try PictureRendering(of: file.jpeg, quality: 95).thumbnails[0].bytes)
        #expect(seen.isNear([200, 100, 50], x: 10, y: 10, by: 4))
        // Without the marker 0 is no ink.
        let start = try #require((2..<40).first { file.jpeg[$0] == 0xFF && file.jpeg[$0 + 1] == 0xEE })
        let bare = Array(file.jpeg[..<start]) + Array(file.jpeg[(start + 16)...])
        let other = try Pixels(try PictureRendering(of: bare, quality: 95).thumbnails[0].bytes)
        #expect(other.isNear([0, 27, 41], x: 10, y: 10, by: 4))
    }

    @Test func `Grey stays grey`() throws {
        let file = try InventedFile(
            pixels: [UInt8](repeating: 90, count: 64 * 48), width: 64, height: 48, kind: .grey)
        let thumbnail = try PictureRendering(of: file.jpeg, longEdges: [32], quality: 95).thumbnails[0]
        let pixels = try Pixels(thumbnail.bytes)
        #expect(pixels.channels == 1)
        #expect(pixels.isNear([90], x: 5, y: 5, by: 2))
    }

    /// A profile of a table with two steps a channel: the more of all channels, the lighter (or, with inks, the darker).
    private func table(_ space: cmsColorSpaceSignature, channels: Int, isInk: Bool) throws -> [UInt8] {
        let profile = try #require(cmsCreateProfilePlaceholder(nil))
        defer { cmsCloseProfile(profile) }
        cmsSetProfileVersion(profile, 2.1)
        cmsSetDeviceClass(profile, isInk ? cmsSigOutputClass : cmsSigInputClass)
        cmsSetColorSpace(profile, space)
        cmsSetPCS(profile, cmsSigLabData)
        let entries = (0..<1 << channels).flatMap { corner -> [cmsUInt16Number] in
            let share = Double(corner.nonzeroBitCount) / Double(channels)
            return [cmsUInt16Number((isInk ? 1 - share : share) * 65_280), 32_768, 32_768]
        }
        let pipeline = try #require(cmsPipelineAlloc(nil, cmsUInt32Number(channels), 3))
        defer { cmsPipelineFree(pipeline) }
        let stage = cmsStageAllocCLut16bit(nil, 2, cmsUInt32Number(channels), 3, entries)
        try #require(cmsPipelineInsertStage(pipeline, cmsAT_END, stage) != 0)
        try #require(cmsWriteTag(profile, cmsSigAToB0Tag, UnsafeRawPointer(pipeline)) != 0)
        var size: cmsUInt32Number = 0
        try #require(cmsSaveProfileToMem(profile, nil, &size) != 0)
        var bytes = [UInt8](repeating: 0, count: Int(size))
        try #require(cmsSaveProfileToMem(profile, &bytes, &size) != 0)
        return bytes
    }

    @Test func `A profile of a table is followed`() throws {
        let profile = try table(cmsSigRgbData, channels: 3, isInk: false)
        let file = try InventedFile(
            pixels: Pixels.flat([255, 255, 0]), width: 64, height: 48,
            encoder: Encoder(quality: 98, sampling: .full))
        let seen = try Pixels(
            try PictureRendering(of: file.with(InventedFile.profile(profile)), quality: 95).thumbnails[0].bytes)
        // L* of 66.7 is the grey 162 of sRGB.
        #expect(seen.isNear([162, 162, 162], x: 10, y: 10, by: 4), "\(seen[10, 10])")
    }

    @Test func `Inks have the colours of their profile`() throws {
        let profile = try table(cmsSigCmykData, channels: 4, isInk: true)
        // Adobe's marker: 255 is no ink; two of four inks.
        let file = try InventedFile(
            pixels: Pixels.flat([0, 0, 255, 255]), width: 64, height: 48, kind: .cmyk, encoder: Encoder(quality: 98))
        let seen = try Pixels(
            try PictureRendering(of: file.with(InventedFile.profile(profile)), quality: 95).thumbnails[0].bytes)
        // L* of 50 is the grey 119 of sRGB; without the profile it is blue.
        #expect(seen.isNear([119, 119, 119], x: 10, y: 10, by: 4), "\(seen[10, 10])")
    }

    @Test func `A profile of other pixels is none`() throws {
        let profile = try table(cmsSigCmykData, channels: 4, isInk: true)
        let file = try InventedFile(pixels: Pixels.flat([200, 100, 50]), width: 64, height: 48)
        let seen = try Pixels(
            try PictureRendering(of: file.with(InventedFile.profile(profile)), quality: 95).thumbnails[0].bytes)
        #expect(seen.isNear([200, 100, 50], x: 10, y: 10, by: 6), "\(seen[10, 10])")
    }
}
