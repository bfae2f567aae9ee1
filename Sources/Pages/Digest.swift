internal import CCrypto

/// Texts of bytes: base64, and the SHA-256 by which a page allows what stands in it.
public enum Base64 {
    public static func text(_ bytes: [UInt8]) -> String {
        guard !bytes.isEmpty else { return "" }
        var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        let count = EVP_EncodeBlock(&text, bytes, Int32(bytes.count))
        return String(decoding: text.prefix(Int(count)), as: UTF8.self)
    }

    /// `sha256-...`, as a content security policy names a style or script.
    package static func digest(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var digest = [UInt8](repeating: 0, count: 32)
        SHA256(bytes, bytes.count, &digest)
        return "sha256-" + Self.text(digest)
    }
}
