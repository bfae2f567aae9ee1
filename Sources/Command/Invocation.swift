/// A command line, understood: what to do, with what, and how.
public struct Invocation: Sendable {
    public var verb: Verb
    /// Arguments without dashes, in their order; as many as the command takes.
    public var arguments: [String]
    public var options: Options

    public init(_ verb: Verb, arguments: [String] = [], options: Options = Options()) {
        self.verb = verb
        self.arguments = arguments
        self.options = options
    }
}
