import Proving

/// Small metric logs, written where a test needs them.
enum Log {
    /// With ids of its own, `id,date,metric,value,unit` and what else is named.
    static func withIDs(_ records: [String], columns: String = "") -> String {
        ("id,date,metric,value,unit\(columns)\n" + records.map { $0 + "\n" }.joined())
    }

    /// Without ids: equal measurements are told apart by their order.
    static func simple(_ records: [String], columns: String = "") -> String {
        ("date,metric,value,unit\(columns)\n" + records.map { $0 + "\n" }.joined())
    }

    /// Rows of the app's own table.
    static func rows(_ records: [String], columns: String = "") -> String {
        ("id,user_id,metric_type,value,unit,recorded_date\(columns)\n" + records.map { $0 + "\n" }.joined())
    }

    /// An id of the app's own, by number.
    static func id(_ number: Int) -> String {
        let digits = String(number)
        return "5f0c0000-0000-4000-8000-0000000b" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
