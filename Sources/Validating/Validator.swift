internal import Definitions
public import Mapping
internal import Records

/// Checks typed rows against the rules of their dataset; finds every defect of a record.
public struct Validator: Sendable {
    private let plan: MappingPlan
    private let checks: [FieldCheck]
    private let crossRules: [CrossFieldCheck]
    /// Required fields that this file gives in no case and no column.
    private let absent: [Field]

    /// - Parameter now: "now" in microseconds since 1970, for values that must not lie in the future.
    public init(plan: MappingPlan, now: Int64) {
        self.plan = plan
        checks = plan.fields.enumerated().compactMap { FieldCheck(field: $1, position: $0, now: now) }
        crossRules = plan.dataset.rules.map { CrossFieldCheck(rule: $0, fields: plan.fields) }
        let given = Set(plan.fields.map(\.name))
        absent = plan.dataset.fields.filter { $0.isRequired && !given.contains($0.name) }
    }

    /// Adds defects to the batch and rejects the records that have them.
    public func validate(_ batch: MappedBatch) {
        for (number, rows) in batch.rows.enumerated() {
            for check in checks {
                // A column that all cases share is checked once, unless a row of this case needs it.
                let isShared = !rows.ownFields.contains(check.position)
                if isShared, number > 0 { continue }
                let mask = isShared ? batch.examined : rows.present
                if let column = rows.columns[check.position] {
                    check.run(column, batch, mask)
                } else if check.field.isRequired {
                    requireAbsent(check.field, rows, batch)
                }
            }
            for rule in crossRules { rule.run(rows, batch) }
            for field in absent { requireAbsent(field, rows, batch) }
        }
    }

    private func requireAbsent(_ field: Field, _ rows: MappedBatch.Rows, _ batch: MappedBatch) {
        for index in 0..<batch.count where rows.present[index] == 1 && !batch.hasDefect(index, field: field.name) {
            batch.reject(index, Defect(field: field.name, code: .required, found: "no value", expected: "a value"))
        }
    }
}
