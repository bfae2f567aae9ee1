internal import CSV
internal import Definitions

extension CSVReaderDefinition.Quoting {
    /// The same for the tokeniser.
    var ofDialect: Dialect.Quoting {
        switch self {
        case .doubled: .doubled
        case .unescaped: .unescaped
        case .strict: .strict
        }
    }
}
