internal import Glibc

/// A POSIX extended regular expression that must match a whole text.
public final class Pattern: Sendable, CustomStringConvertible {
    /// As the definition writes it.
    public let text: String
    private nonisolated(unsafe) let expression: UnsafeMutablePointer<regex_t>

    /// Nil for what is no regular expression.
    public init?(_ text: String) {
        let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
        compiled.initialize(to: regex_t())
        guard regcomp(compiled, "^(\(text))$", REG_EXTENDED) == 0 else {
            compiled.deallocate()
            return nil
        }
        self.text = text
        expression = compiled
    }

    deinit {
        regfree(expression)
        expression.deallocate()
    }

    public var description: String { text }

    public func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress else { return regexec(expression, "", 0, nil, 0) == 0 }
        var span = regmatch_t(rm_so: 0, rm_eo: regoff_t(bytes.count))
        return regexec(expression, base.assumingMemoryBound(to: CChar.self), 1, &span, REG_STARTEND) == 0
    }

    func matches(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { matches($0) } }
}
