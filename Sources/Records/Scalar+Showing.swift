extension Unicode.Scalar {
    /// Whether showing the scalar as it is could move a terminal's cursor, hide text or turn its direction: control
    /// characters (C0, C1, delete), line separators, controls of writing direction, invisible tags.
    public var isUnsafeToShow: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        case 0xE0000...0xE007F: true
        default: false
        }
    }
}
