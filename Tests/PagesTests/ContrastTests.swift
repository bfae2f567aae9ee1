import Foundation
import Pages
import Testing

/// Text has the contrast that WCAG AA asks for, 4.5 to 1, in the light and in the dark.
@Suite struct ContrastTests {
    private static let pairs = [
        ("text", "back"), ("text", "card"), ("soft", "back"), ("soft", "card"), ("link", "back"), ("good", "good-back"),
        ("bad", "bad-back"), ("fair", "fair-back"), ("plain", "plain-back"), ("neutral", "neutral-back"),
    ]

    @Test(arguments: pairs) func contrast(text: String, back: String) throws {
        let (light, dark) = (0, 1)
        for scheme in [light, dark] {
            let (one, two) = (try luminance(text, scheme), try luminance(back, scheme))
            #expect((max(one, two) + 0.05) / (min(one, two) + 0.05) >= 4.5, "--\(text) on --\(back), scheme \(scheme)")
        }
    }

    /// The relative luminance of a variable of the style; of its definitions the one of the scheme.
    private func luminance(_ name: String, _ scheme: Int) throws -> Double {
        let pattern = try Regex("--\(name):#([0-9a-f]+)", as: (Substring, Substring).self)
        let found = PageText.style.matches(of: pattern).map { String($0.output.1) }
        var digits = found[scheme]
        if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
        let number = try #require(Int(digits, radix: 16))
        let channels = [number >> 16, number >> 8 & 255, number & 255].map { value -> Double in
            let share = Double(value) / 255
            return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }
}
