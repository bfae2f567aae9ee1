/// Records that are no data: `{when: {Set Order: [Rest Timer, Note]}, because: not a set}`.
public struct SkipRule: Sendable {
    /// All must hold.
    public var when: [Condition]
    public var because: String

    public init(when: [Condition], because: String) {
        self.when = when
        self.because = because
    }
}
