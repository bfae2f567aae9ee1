/// Why records are passed over that a setting does not take: the reason's beginning, before the setting's name and, after a
/// colon, the word that the records are of.
public enum SkipReason {
    public static let notSelected = "not selected by the setting "
}
