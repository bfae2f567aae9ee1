import CSV
import Testing

@Suite struct TokeniserTests {
    @Test func `An empty input has no records`() {
        var tokeniser = Tokeniser(Dialect())
        let tokens = Tokens()
        let bytes: [UInt8] = []
        let stop = bytes.withUnsafeBytes { tokeniser.tokenise($0, from: 0, isFinal: true, into: tokens).stop }
        #expect(stop == .done)
        #expect(tokens.count == 0)
    }
}
