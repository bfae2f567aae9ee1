public import Definitions
public import Reporting

/// A Data Package, version 1 (specs.frictionlessdata.io/data-package): what files hold, for programs that do not know Scorebook.
public struct DataPackage {
    /// A file of the package.
    struct Resource {
        var name: String
        var path: String
        var title = ""
        var mediaType = "text/csv"
        var bytes: Int?
        /// SHA-256 in hexadecimal.
        var hash: String?
        /// The columns of a table; nil for another file.
        var schema: TableSchema?

        var json: JSONValue {
            var members: [JSONValue.Member] = [.init("name", .text(name)), .init("path", .text(path))]
            if !title.isEmpty { members.append(.init("title", .text(title))) }
            if schema != nil { members.append(.init("profile", "tabular-data-resource")) }
            members.append(.init("format", .text(path.split(separator: ".").last.map(String.init) ?? "")))
            members.append(.init("mediatype", .text(mediaType)))
            if schema != nil { members.append(.init("encoding", "utf-8")) }
            if let bytes { members.append(.init("bytes", .integer(bytes))) }
            if let hash { members.append(.init("hash", .text("sha256:\(hash)"))) }
            if let schema { members.append(.init("schema", schema.json)) }
            return .object(members)
        }
    }

    static let fileName = "datapackage.json"

    var name: String
    var title: String
    var created: String?
    var resources: [Resource]

    public var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("profile", "data-package"), .init("name", .text(name)), .init("title", .text(title)),
        ]
        if let created { members.append(.init("created", .text(created))) }
        members.append(.init("resources", .array(resources.map(\.json))))
        return .object(members)
    }

    /// The tables of datasets, as files that list their rows.
    public init(_ datasets: [Dataset]) {
        let contracts = TableContract.all(datasets)
        self.init(
            name: "scorebook", title: "Tables that Scorebook imports into", created: nil,
            resources: contracts.map { contract in
                Resource(
                    name: contract.plainName, path: "\(contract.plainName).csv", title: contract.title,
                    schema: TableSchema(contract, beside: contracts))
            })
    }

    init(name: String, title: String, created: String?, resources: [Resource]) {
        (self.name, self.title, self.created, self.resources) = (name, title, created, resources)
    }
}
