import Packing
import Proving

/// What the web app gives out of an invented family: a dump of all its tables, and a user's own export.
enum Migration {
    static let nora = "7e0c0000-0000-4000-8000-0000000001a1"
    static let ana = "7e0c0000-0000-4000-8000-0000000001a2"
    static let family = "7e0c0000-0000-4000-8000-0000000001f1"
    static func school(_ number: Int) -> String { "7e0c0000-0000-4000-8000-0000000002\(number + 10)" }
    static func coach(_ number: Int) -> String { "7e0c0000-0000-4000-8000-0000000003\(number + 10)" }
    static func interaction(_ number: Int) -> String { "7e0c0000-0000-4000-8000-0000000004\(number + 10)" }
    static let event = "7e0c0000-0000-4000-8000-000000000511"
    static let offer = "7e0c0000-0000-4000-8000-000000000611"
    static let metric = "7e0c0000-0000-4000-8000-000000000711"
    static let made = "2025-02-03 10:00:00+00"

    /// A table of a dump: its columns, then rows.
    struct Copy {
        var name: String
        var columns: String
        var rows: [[String]]
    }

    static func dump(_ tables: [Copy]) -> String {
        let blocks = tables.map { table in
            let rows = table.rows.map { $0.joined(separator: "\t") + "\n" }.joined()
            return "COPY public.\(table.name) (\(table.columns)) FROM stdin;\n\(rows)\\.\n\n"
        }
        return "--\n-- PostgreSQL database dump\n--\n\n" + blocks.joined()
            + "--\n-- PostgreSQL database dump complete\n--\n"
    }

    /// - Parameter birth: of the athlete.
    static func family(born birth: String = "2004-05-06", members: [String] = [nora, ana]) -> [Copy] {
        [
            Copy(
                name: "users", columns: "id, email, full_name, role, date_of_birth, created_at",
                rows: [
                    [nora, "nora.rivera@example.org", "Nora Rivera", "player", birth, made],
                    [ana, "ana.lake@example.org", "Ana Lake", "parent", "\\N", made],
                ]),
            Copy(
                name: "family_units", columns: "id, family_name, family_code, created_by_user_id, created_at",
                rows: [[family, "Lake", "\\N", "\\N", made]]),
            Copy(
                name: "family_members", columns: "id, family_unit_id, user_id, role, added_at",
                rows: members.enumerated().map { place, user in
                    [
                        "7e0c0000-0000-4000-8000-0000000008\(place + 10)", family, user,
                        user == nora ? "player" : "parent", made,
                    ]
                }),
        ]
    }

    /// Schools in these statuses, a coach each, and messages of coaches of the first `written` of them.
    static func schools(_ statuses: [String], written: Int) -> [Copy] {
        let numbers = Array(statuses.indices)
        return [
            Copy(
                name: "schools", columns: "id, user_id, name, division, status, family_unit_id, created_at",
                rows: numbers.map { [school($0), nora, "School \($0)", "D1", statuses[$0], family, made] }),
            Copy(
                name: "coaches", columns: "id, school_id, role, first_name, last_name, user_id, family_unit_id",
                rows: numbers.map { [coach($0), school($0), "head", "Kim", "Coach \($0)", nora, "\\N"] }),
            Copy(
                name: "interactions",
                columns: "id, school_id, coach_id, type, direction, occurred_at, logged_by, family_unit_id, created_at",
                rows: numbers.prefix(written).map {
                    [
                        interaction($0), school($0), coach($0), "email", "inbound", "2025-02-04 10:00:00+00", nora,
                        family, made,
                    ]
                }),
        ]
    }

    static let dated: [Copy] = [
        Copy(
            name: "events", columns: "id, user_id, type, name, start_date, coaches_present, family_unit_id, created_at",
            rows: [[event, nora, "camp", "Camp", "2025-03-01", "{\(coach(0)),\(offer)}", "\\N", made]]),
        Copy(
            name: "offers", columns: "id, user_id, school_id, offer_type, offer_date, family_unit_id, created_at",
            rows: [[offer, nora, school(0), "partial", "2025-03-02", "\\N", made]]),
        Copy(
            name: "performance_metrics",
            columns: "id, user_id, recorded_date, metric_type, value, event_id, created_at",
            rows: [[metric, nora, "2025-03-01", "velocity", "70.5", event, made]]),
    ]

    /// Maya's export as the app writes it, its entries in the order of their names.
    ///
    /// - Parameter statuses: of the two schools; to the first of them something was said.
    static func export(statuses: [String] = ["researching", "researching"]) -> [UInt8] {
        let (maya, made) = (Ground.maya, "2026-02-03T10:00:00.123+00:00")
        func table(_ columns: String, _ rows: [[String?]]) -> String {
            ([columns.split(separator: ",").map { "\"\($0)\"" }.joined(separator: ",")]
                + rows.map { row in row.map { $0.map { "\"\($0)\"" } ?? "" }.joined(separator: ",") })
                .joined(separator: "\n")
        }
        return ZipFile.make([
            .init(
                "coaches.csv",
                table(
                    "id,school_id,role,first_name,last_name,notes,created_at,user_id",
                    [[coach(1), school(1), "head", "Kim", "Lund", "", made, maya]])),
            .init(
                "events.csv",
                table(
                    "id,user_id,type,name,start_date,coaches_present,stats_recorded,created_at",
                    [
                        [event, maya, "camp", "Camp", "2026-01-10", "\(coach(1)),\(offer)", nil, made],
                        [metric, maya, "camp", "Game", "2026-01-11", "", "[object Object]", made],
                    ])),
            .init(
                "interactions.csv",
                table(
                    "id,school_id,coach_id,type,direction,occurred_at,logged_by,attachments,created_at",
                    [[interaction(1), school(1), coach(1), "email", "inbound", made, maya, "", made]])),
            .init(
                "schools.csv",
                table(
                    "id,user_id,name,division,conference,status,is_favorite,pros,academic_info,created_at",
                    [
                        [school(1), maya, "North Lake", "D3", nil, statuses[0], "false", "", nil, made],
                        [school(2), maya, "South Fork", "D3", nil, statuses[1], "false", "close,warm", nil, made],
                    ])),
            .init("audit_logs.json", "[]"),
            .init("README.txt", "What is in this archive"),
            .init(
                "documents/document_0.json",
                "{\n  \"id\": \"\(metric)\",\n  \"type\": \"transcript\",\n  \"created_at\": \"\(made)\"\n}"),
            .init("documents/document_0.bin", "%PDF-1.7"),
        ])
    }
}
