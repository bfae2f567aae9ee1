internal import CPostgres

/// A notice or warning of the server.
public struct Notice: Sendable, Equatable {
    public var severity: String
    public var sqlstate: String
    public var message: String
}

final class NoticeBox {
    var notices: [Notice] = []
}

/// Called by libpq: keeps the notice, prints nothing.
func receiveNotice(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
    guard let context, let fields = ServerFields(result) else { return }
    let box = Unmanaged<NoticeBox>.fromOpaque(context).takeUnretainedValue()
    guard box.notices.count < 200 else { return }
    box.notices.append(Notice(severity: fields.severity, sqlstate: fields.sqlstate, message: fields.primary))
}

extension ServerFields {
    /// nil where the result carries no SQLSTATE: the error is the client library's own.
    init?(_ result: OpaquePointer?) {
        func field(_ code: Unicode.Scalar) -> String? {
            PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
        }
        guard let sqlstate = field("C") else { return nil }
        self.init(
            sqlstate: sqlstate, severity: field("V") ?? field("S") ?? "ERROR", primary: field("M") ?? "",
            schema: field("s"), table: field("t"), column: field("c"), constraint: field("n"))
    }
}
