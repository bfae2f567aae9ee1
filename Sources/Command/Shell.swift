/// Shells that completions are written for.
public enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}
