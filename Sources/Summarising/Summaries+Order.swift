extension Summaries {
    /// Each summary after those that its SELECT mentions; by name where either may come first.
    static func ordered(_ summaries: [Summary]) throws -> [Summary] {
        var faults: [SummaryFault] = []
        var byName: [String: Summary] = [:]
        for summary in summaries {
            if let other = byName[summary.qualifiedName] {
                let message = "\(summary.qualifiedName) is defined by \(other.path) already"
                faults.append(SummaryFault(path: summary.path, line: 1, message: message))
            }
            byName[summary.qualifiedName] = summary
        }
        guard faults.isEmpty else { throw SummaryError.faults(faults) }
        var done: Set<String> = []
        var ordered: [Summary] = []
        var waiting = summaries.sorted { $0.qualifiedName < $1.qualifiedName }
        while !waiting.isEmpty {
            let ready = waiting.first { summary in summary.reads(among: byName.keys).isSubset(of: done) }
            guard let next = ready else {
                let names = waiting.map(\.name).joined(separator: ", ")
                let first = waiting[0]
                throw SummaryError.faults([
                    SummaryFault(path: first.path, line: 1, message: "these read each other: \(names)")
                ])
            }
            done.insert(next.qualifiedName)
            ordered.append(next)
            waiting.removeAll { $0.qualifiedName == next.qualifiedName }
        }
        return ordered
    }

    /// The names given and all that read them, in order.
    public func dependents(of names: Set<String>) -> [Summary] {
        var reached = names
        var result: [Summary] = []
        for summary in all {
            let reads = summary.reads(among: all.map(\.qualifiedName))
            if reached.contains(summary.qualifiedName) || !reads.isDisjoint(with: reached) {
                reached.insert(summary.qualifiedName)
                result.append(summary)
            }
        }
        return result
    }
}

extension Summary {
    /// Which of these summaries it reads.
    func reads(among names: some Sequence<String>) -> Set<String> {
        let mentioned = SQLNames(in: body)
        let all = mentioned.relations.union(mentioned.functions)
        return all.intersection(names).subtracting([qualifiedName])
    }

    /// The tables that its SELECT, its `touches` and its `locks` read.
    var relations: [String] {
        var all = SQLNames(in: body).relations
        for touch in touches {
            all.formUnion(SQLNames(in: touch.select).relations)
            if let locks = touch.locks { all.formUnion(SQLNames(in: locks).relations) }
        }
        return all.subtracting([qualifiedName]).sorted()
    }
}
