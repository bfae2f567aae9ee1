internal import Definitions
internal import Glibc

/// Which records a document has, and where the asked columns stand in them.
struct XMLLayout {
    /// A kind of record: the names on the way from the root to it.
    struct Kind {
        var name: String
        var count: Int
    }

    /// A column below a record.
    struct Child {
        var slot: Int
        var steps: [XMLColumn.Step]
        var attribute: String?
    }

    let root: String
    let refuse: [XMLReaderDefinition.Refusal]
    let kinds: [Kind]
    let slotCount: Int
    /// Slots of `@record`.
    let recordSlots: [Int]
    let children: [Child]
    let parents: [(slot: Int, levels: Int, attribute: String)]
    /// Names of the kinds that stand directly in the root, and which kinds those are.
    let direct: NameTable
    let directKinds: [Int]
    /// Whether other kinds stand further down.
    let hasDeepKinds: Bool
    /// Names of the children that columns come from, in the order of `children`.
    let childNames: NameTable
    private let attributeNames: NameTable
    private let attributeSlots: [Int32]
    private let ways: [NameTable]

    /// - Parameter columns: names of the columns kept, in the order of the batch.
    init(_ definition: XMLReaderDefinition, columns: [String]) {
        root = definition.root
        refuse = definition.refuse
        slotCount = columns.count
        let parts = definition.records.map { $0.split(separator: "/").map(String.init) }.filter { !$0.isEmpty }
        kinds = parts.map { Kind(name: $0[$0.count - 1], count: $0.count) }
        ways = parts.map { NameTable($0) }
        directKinds = parts.indices.filter { parts[$0].count == 1 }
        direct = NameTable(parts.filter { $0.count == 1 }.map { $0[0] })
        hasDeepKinds = parts.contains { $0.count > 1 }
        var (records, names, slots): ([Int], [String], [Int32]) = ([], [], [])
        var children: [Child] = []
        var parents: [(slot: Int, levels: Int, attribute: String)] = []
        for (slot, name) in columns.enumerated() {
            switch XMLColumn(name)?.place {
            case .record: records.append(slot)
            case .plain(let name):
                names.append(name)
                slots.append(Int32(slot))
                children.append(Child(slot: slot, steps: [XMLColumn.Step(name: name)], attribute: nil))
            case .parent(let levels, let attribute): parents.append((slot, levels, attribute))
            case .child(let steps, let attribute):
                children.append(Child(slot: slot, steps: steps, attribute: attribute))
            case nil: break
            }
        }
        recordSlots = records
        attributeNames = NameTable(names)
        attributeSlots = slots
        self.children = children
        childNames = NameTable(children.map { $0.steps[0].name })
        self.parents = parents
    }

    /// Slot of an attribute of the record; -1 where it was not asked for.
    func slot(of attribute: UnsafePointer<CChar>) -> Int32 {
        attributeNames.index(of: attribute).map { attributeSlots[$0] } ?? -1
    }

    /// Whether the `step`th name on the way to a kind of record is this.
    @inline(__always)
    func leads(_ name: UnsafePointer<CChar>, to kind: Int, step: Int) -> Bool { ways[kind].holds(name, at: step) }
}

/// Names that are asked for again and again: as C strings, since that is how they come.
final class NameTable {
    let count: Int
    private let names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>>

    init(_ names: [String]) {
        let copies = names.compactMap { name in
            let text = name.utf8CString
            let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.count)
            _ = copy.initialize(from: text)
            return copy.baseAddress
        }
        count = copies.count
        self.names = .allocate(capacity: max(1, copies.count))
        self.names.initialize(from: copies, count: copies.count)
    }

    deinit {
        for index in 0..<count { names[index].deallocate() }
        names.deallocate()
    }

    /// Which of them a name is.
    @inline(__always)
    func index(of name: UnsafePointer<CChar>) -> Int? {
        for index in 0..<count where holds(name, at: index) { return index }
        return nil
    }

    @inline(__always)
    func holds(_ name: UnsafePointer<CChar>, at index: Int) -> Bool {
        // Most names differ in their first letter.
        names[index].pointee == name.pointee && strcmp(names[index], name) == 0
    }
}

extension String {
    /// Whether a C string is this text.
    func stands(in text: UnsafePointer<CChar>) -> Bool {
        var text = text
        for byte in utf8 {
            guard UInt8(bitPattern: text.pointee) == byte else { return false }
            text += 1
        }
        return text.pointee == 0
    }
}
