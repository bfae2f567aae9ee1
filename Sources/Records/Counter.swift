/// Counts texts, in the order in which they first occurred.
public struct Counter: Equatable, Sendable {
    public struct Entry: Equatable, Sendable {
        public let name: String
        public fileprivate(set) var count: Int

        public init(_ name: String, _ count: Int) {
            self.name = name
            self.count = count
        }
    }

    private var entries: [Entry] = []

    public init() {}

    public mutating func add(_ name: String, _ count: Int) {
        if let index = entries.firstIndex(where: { $0.name == name }) {
            entries[index].count += count
        } else {
            entries.append(Entry(name, count))
        }
    }

    public mutating func add(_ other: some Sequence<Entry>) {
        for entry in other { add(entry.name, entry.count) }
    }

    public mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}

extension Counter: RandomAccessCollection {
    public var startIndex: Int { entries.startIndex }
    public var endIndex: Int { entries.endIndex }
    public subscript(index: Int) -> Entry { entries[index] }
}

extension Counter: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Entry...) { add(elements) }
}
