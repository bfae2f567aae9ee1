/// The fields of a server error that may leave the wrapper.
struct ServerFields {
    var sqlstate: String
    var severity: String
    var primary: String
    var schema: String?
    var table: String?
    var column: String?
    var constraint: String?
}
