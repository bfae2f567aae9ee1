internal import YAML

/// How numbers are written, and what is made of them.
extension FieldMapping {
    mutating func readNumbers(_ section: Section, _ columns: SourceColumns) {
        if let mark = section.text("decimal"), let node = section["decimal"] {
            if let byte = mark.utf8.first, mark == "." || mark == "," {
                decimalMark = byte
            } else if let choice = Marks(rawValue: mark), choice != .fixed {
                marks = choice
            } else {
                section.file.fault(node.mark, "`decimal` is \".\", \",\", either or none")
            }
        }
        grouping = section.choice("grouping", Grouping.self) ?? grouping
        if let node = section["whole"] { readWhole(node, section, columns) }
    }

    private mutating func readWhole(_ node: Node, _ section: Section, _ columns: SourceColumns) {
        let file = section.file
        if !conversion.needsUnit { file.fault(node.mark, "`whole` stands only with a measure") }
        guard let whole = Section(node, "whole", keys: ["from", "words", "units", "time"], in: file),
            whole.required("from") != nil, whole.required("words") != nil, let units = whole.required("units")?.entries
        else { return }
        let pairs = file.units(units, of: conversion)
        columns.check(whole.words("time"), in: file)
        if let node = whole["time"], conversion != .length {
            file.fault(node.mark, "`time` stands only with `as: length`: a distance and its time are a speed")
        }
        self.whole = Whole(
            from: whole.texts("from"), words: whole.texts("words"), units: Dictionary(pairs) { first, _ in first },
            time: whole.texts("time"))
    }

    mutating func readReckoning(_ section: Section, _ columns: SourceColumns) {
        for key in ["plus", "since", "only"] {
            guard let node = section[key], conversion.valueType != .integer || from.isEmpty else { continue }
            section.file.fault(node.mark, "`\(key)` stands only with a whole number from a column")
        }
        for key in ["plus", "since"] { columns.check(section.words(key), in: section.file) }
        reckoning.plus = section.texts("plus")
        reckoning.since = section.texts("since")
        for word in section.words("only") {
            if let value = Int64(word.text) {
                reckoning.only.append(value)
            } else {
                section.file.fault(word.mark, "`only` lists whole numbers")
            }
        }
    }
}
