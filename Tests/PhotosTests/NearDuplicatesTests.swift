import Storing
import Testing

/// Which photos are copies of which, whatever the order.
@Suite struct NearDuplicatesTests {
    private func photo(_ name: String, _ hash: UInt64, _ width: Int = 480, _ height: Int = 640) -> NearDuplicates.Photo
    {
        NearDuplicates.Photo(id: name, sha256: name, hash: hash, width: width, height: height)
    }

    @Test func `A copy is that of the best it looks like`() {
        let photos = [
            photo("a", 0b1111), photo("b", 0b0111, 960, 1280), photo("c", 0, 480, 641), photo("d", 0xFF00),
            photo("e", 0b1111, 640, 480),
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
}
