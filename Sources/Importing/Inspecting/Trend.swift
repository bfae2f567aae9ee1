internal import Postgres

/// How one metric of a person develops over its last ten records.
public struct Trend: Sendable {
    public var metric: String
    public var label: String
    public var unit: String?
    /// The newest value as the app shows it.
    public var latest: String
    /// `improving`, `declining`, `stable`; of what is better neither way `rising`, `falling`.
    public var direction: String
    /// The oldest first.
    public var values: [Double]
    public var days: [String]
}

extension PersonalView {
    /// The person's trends, the metric with the most records first.
    public func trends() throws -> [Trend] {
        try read {
            try connection.rows(
                """
                select
                    t.metric_type,
                    t.label,
                    t.unit,
                    public.display_value(t.metric_type, t.series_values[pg_catalog.cardinality(t.series_values)]) as latest,
                    t.trend,
                    t.series_values::text[] as series_values,
                    t.series_dates::text[] as series_dates
                from public.metric_trends as t
                where t.user_id = \(bind: id)::uuid
                order by t.record_count desc, t.label, t.metric_type
                """
            ).map { row in
                try Trend(
                    metric: row["metric_type"], label: row["label"], unit: row["unit"], latest: row["latest"] ?? "",
                    direction: row["trend"], values: row["series_values"], days: row["series_dates"])
            }
        }
    }
}
