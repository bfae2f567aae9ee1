import Normalising
import Testing

@Suite struct UUIDTextTests {
    @Test func `Every byte at every place is a digit or is refused`() {
        let text = Array("01234567-89ab-cdef-FEDC-BA9876543210".utf8)
        let whole = UUIDText.parse(String(decoding: text, as: UTF8.self))
        #expect(whole?.high == 0x0123_4567_89AB_CDEF)
        #expect(whole?.low == 0xFEDC_BA98_7654_3210)
        for place in text.indices {
            for byte in UInt8(0)..<0x80 {
                var changed = text
                changed[place] = byte
                let scalar = Character(UnicodeScalar(byte))
                let isRight = text[place] == 0x2D ? byte == 0x2D : scalar.isHexDigit
                let found = UUIDText.parse(String(decoding: changed, as: UTF8.self))
                #expect((found != nil) == isRight, "\(byte) at \(place)")
            }
        }
        #expect(UUIDText.parse("01234567-89ab-cdef-fedc-ba987654321") == nil)
        #expect(UUIDText.parse("0123456é-89ab-cdef-fedc-ba98765432") == nil)
    }
}
