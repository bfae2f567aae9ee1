/// Everything a pipelines folder defines.
public struct Pipelines: Sendable {
    /// Path of the folder.
    public var path: String
    public var datasets: [Dataset]
    public var words: [WordList]
    public var formats: [Format]
    public var jobs: [Job]

    public init(
        path: String, datasets: [Dataset], words: [WordList] = [], formats: [Format], jobs: [Job]
    ) {
        self.path = path
        self.datasets = datasets
        self.words = words
        self.formats = formats
        self.jobs = jobs
    }

    public func dataset(named name: String) -> Dataset? { datasets.first { $0.name == name } }
    /// The datasets that a format feeds, in its order; nil where one of them is not defined.
    public func datasets(of format: Format) -> [Dataset]? {
        let found = format.datasets.compactMap { dataset(named: $0) }
        return found.count == format.datasets.count ? found : nil
    }
    public func format(named name: String) -> Format? { formats.first { $0.name == name } }
    public func job(named name: String) -> Job? { jobs.first { $0.name == name } }
}
