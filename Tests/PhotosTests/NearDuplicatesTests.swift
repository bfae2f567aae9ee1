import Storing
import Testing

/// Which photos are copies of which, whatever the order.
@Suite struct NearDuplicatesTests {
    private func photo(
        _ name: String, _ hash: UInt64, _ width: Int = 480, _ height: Int = 640, _ angle: String = "front",
        clock: String? = nil, isWhole: Bool = true
    ) -> NearDuplicates.Photo {
        NearDuplicates.Photo(
            id: name, sha256: name, hash: hash, width: width, height: height, angle: angle, clock: clock,
            isWhole: isWhole)
    }

    @Test func `A copy is that of the best it looks like`() {
        let photos = [
            photo("a", 0b1111), photo("b", 0b0111, 960, 1280), photo("c", 0, 480, 641), photo("d", 0xFF00),
            photo("e", 0b1111, 640, 480), photo("f", 0b1111, 480, 640, "back"),
        ]
        let found = ["a": "b", "c": "b"]
        #expect(NearDuplicates.find(among: photos) == found)
        #expect(NearDuplicates.find(among: photos.reversed()) == found)
        #expect(NearDuplicates.find(among: photos.sorted { $0.hash < $1.hash }) == found)
    }

    @Test func `Of equals the first by fingerprint is the original`() {
        #expect(NearDuplicates.find(among: [photo("b", 7), photo("a", 7), photo("c", 6)]) == ["b": "a", "c": "a"])
        #expect(NearDuplicates.find(among: []) == [:])
    }

    @Test func `Photos of two moments are no copies, however alike; what has lost its clock is that of the nearest`() {
        let photos = [
            photo("monday", 0b0000, clock: "2026-03-02 07:00:00"),
            photo("next", 0b0011, clock: "2026-03-09 07:00:00"), photo("sent", 0b0111, 960, 1280),
            photo("edited", 0b0001, clock: "2026-03-02 07:00:00", isWhole: false),
        ]
        let found = ["sent": "next", "edited": "monday"]
        #expect(NearDuplicates.find(among: photos) == found)
        #expect(NearDuplicates.find(among: photos.reversed()) == found)
    }
}
