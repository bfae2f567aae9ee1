/// Host, port and root certificate of a connection string, or of the PG* variables where it does not say.
struct ConnectionText {
    var host: String?
    var port: String?
    var rootCertificate: String?

    init(_ text: String, environment: [String: String]) {
        if let scheme = text.firstRange(of: "://") {
            readURL(text[scheme.upperBound...])
        } else {
            for word in text.split(separator: " ") {
                let pair = word.split(separator: "=", maxSplits: 1)
                if pair.count == 2 { take(String(pair[0]), String(pair[1])) }
            }
        }
        host = host ?? environment["PGHOST"]
        port = port ?? environment["PGPORT"]
        rootCertificate = rootCertificate ?? environment["PGSSLROOTCERT"]
    }

    private mutating func readURL(_ text: Substring) {
        let halves = text.split(separator: "?", maxSplits: 1)
        for pair in (halves.count > 1 ? halves[1] : "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { take(String(parts[0]), String(parts[1])) }
        }
        var place = (halves.first ?? "").prefix { $0 != "/" }
        if let at = place.lastIndex(of: "@") { place = place[place.index(after: at)...] }
        if place.hasPrefix("["), let close = place.firstIndex(of: "]") {
            host = String(place[place.index(after: place.startIndex)..<close])
            place = place[place.index(after: close)...]
        } else if let colon = place.lastIndex(of: ":") {
            if colon != place.startIndex { host = String(place[..<colon]) }
            place = place[colon...]
        } else if !place.isEmpty {
            host = String(place)
            return
        }
        if place.hasPrefix(":"), place.count > 1 { port = String(place.dropFirst()) }
    }

    private mutating func take(_ name: String, _ value: String) {
        switch name {
        case "host": host = value
        case "port": port = value
        case "sslrootcert": rootCertificate = value
        default: break
        }
    }
}
