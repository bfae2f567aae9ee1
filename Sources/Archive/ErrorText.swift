internal import Glibc

/// The system's words for an error.
enum ErrorText {
    static func of(_ code: Int32) -> String { String(cString: strerror(code)) }
}
