internal import Filing
internal import Glibc
internal import Records
internal import YAML

/// A definition while it is read: its path, and the faults found so far.
final class DefinitionFile {
    let path: String
    private(set) var faults: [Fault] = []
    /// Where `recognise` stands, for faults that only show beside other formats.
    var recognise: Mark?
    /// Settings that give units, with what is measured in them.
    private var measured: [String: Conversion] = [:]
    /// The word lists that it may name.
    private(set) lazy var lists = readLists()
    private let readLists: () -> [WordList]
    /// The measures of the register.
    private(set) lazy var measures = readMeasures()
    private let readMeasures: () -> [Measure]

    init(
        path: String, lists: @escaping () -> [WordList] = { [] }, measures: @escaping () -> [Measure] = { [] }
    ) {
        self.path = path
        (readLists, readMeasures) = (lists, measures)
    }

    static let unreadable = "cannot be read"

    /// What it defines has the name of its file.
    var name: String { String((path.split(separator: "/").last ?? "").dropLast(".yaml".count)) }

    /// The folder of a format's or word list's dataset: `health` of `health/formats/tanita.yaml`.
    var dataset: String { path.split(separator: "/").dropLast(2).last.map(String.init) ?? "" }

    /// The bytes of a file; at most a little over the limit of a definition, so that a larger one is seen to be.
    static func bytes(of path: String) -> [UInt8]? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return TextFile.bytes(of: path, limit: 1 << 21)
    }

    func fault(_ mark: Mark, _ message: String, suggestion: String? = nil) {
        let fault = Fault(
            path: path, line: mark.line, column: mark.column, message: message, suggestion: suggestion)
        // What several formats have of one file is said once.
        if !faults.contains(fault) { faults.append(fault) }
    }

    /// Faults an unknown word, with the nearest of the known ones.
    func unknown(_ what: String, _ word: String, at mark: Mark, among known: [String]) {
        let suggestion = Suggestion.name(near: word, among: known)
        let list = suggestion == nil && known.count <= 12 ? "; there are \(known.joined(separator: ", "))" : ""
        fault(mark, "unknown \(what) `\(word)`\(list)", suggestion: suggestion)
    }

    /// Notes that a setting gives the unit of a measure; one word cannot be a unit of two kinds.
    func asks(_ setting: String, of conversion: Conversion, at mark: Mark) {
        guard let kind = conversion.kind else { return }
        let other = measured[setting, default: conversion]
        measured[setting] = other
        if other.kind != kind {
            let (above, here) = (other.rawValue, conversion.rawValue)
            fault(mark, "the setting `\(setting)` is a unit of \(above) above, and here of \(here)")
        }
    }

    /// The text of an SQL file beside the definition, named without its ending.
    func sql(_ name: String, at mark: Mark) -> String? {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        guard let bytes = Self.bytes(of: "\(folder)/\(name).sql"), let sql = String(validating: bytes, as: UTF8.self)
        else {
            fault(mark, "`\(name).sql` cannot be read")
            return nil
        }
        return sql
    }

    /// The root mapping of a text.
    func root(of bytes: [UInt8], keys: [String]) -> Section? {
        let document = Document(parsing: bytes)
        for problem in document.problems { fault(problem.mark, problem.message) }
        return document.root.flatMap { Section($0, "definition", keys: keys, in: self) }
    }
}
