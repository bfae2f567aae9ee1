internal import Definitions

/// Records of any dataset: columns that are named as its fields are.
struct OtherDraft {
    let dataset: Dataset

    func propose(_ sheet: inout DraftSheet) -> DraftFault? {
        sheet.takePerson()
        var mapped: Set<String> = []
        for field in dataset.fields where field.type != .date && field.type != .instant {
            guard let column = sheet.take(where: { Self.isNamed($0, field) && Self.suits($0, field.type) }) else {
                continue
            }
            mapped.insert(field.name)
            let number = field.type == .decimal || field.type == .duration ? sheet.number(column) : ""
            sheet.add(
                field.name, "{from: \(FormatDraft.scalar(column.title))\(number)}",
                remark: sheet.note(column, field.plainName, .likely, "a field has the same name"))
        }
        for field in dataset.fields where field.type == .date || field.type == .instant {
            let names: Set = [DraftWords.phrase(field.plainName)]
            guard
                let when = sheet.takeWhen(
                    field.isRequired ? names.union(DraftWords.day) : names, else: field.isRequired)
            else { continue }
            mapped.insert(field.name)
            let isEpoch = when.pattern.contains("epoch")
            let how =
                field.type == .instant
                ? (isEpoch ? ", as: instant" : ", as: local-time") + when.pattern
                : (when.hasTime && when.time == nil ? ", as: local-date" : "") + when.dayPattern
            let source = field.type == .instant ? when.source : "from: \(FormatDraft.scalar(when.column.title))"
            if field.type == .instant, !when.hasOffset { sheet.need("zone", DraftSheet.zone) }
            sheet.add(field.name, "{\(source)\(how)}", remark: when.remark)
        }
        guard !mapped.isEmpty else {
            return DraftFault(
                "no column is named as a field of the dataset \(dataset.name) is",
                hint: "`scorebook datasets \(dataset.name)` lists the fields.")
        }
        for field in dataset.fields where field.isRequired && !mapped.contains(field.name) {
            sheet.add(
                field.name, "{setting: \(field.plainName)}",
                remark: "No column has it: the setting `\(field.plainName)` says it for all records.")
            sheet.need(field.plainName, field.oneOf.first ?? "VALUE")
        }
        sheet.leave { "\($0.content.words); no field has this name" }
        return nil
    }

    private static func isNamed(_ column: DraftColumn, _ field: Field) -> Bool {
        let name = DraftWords.phrase(field.plainName)
        return column.phrase == name || column.whole == name
    }

    private static func suits(_ column: DraftColumn, _ type: ValueType) -> Bool {
        switch (type, column.content) {
        case (.text, _), (.uuid, .uuid), (.boolean, .boolean), (.duration, .clock): true
        case (.integer, .number(let number)): number.isWhole
        case (.decimal, .number), (.duration, .number): true
        default: false
        }
    }
}
