internal import Glibc

/// The way to the server.
extension Doctor {
    /// What is wrong with a connection is often to be seen before it is tried.
    ///
    /// False where a try would tell no more.
    mutating func network(_ url: String) -> Bool {
        let facts = ConnectionText(url, environment: environment)
        if facts.port == "6543" {
            notOK(
                "port 6543 is the transaction pooler, where sessions are shared",
                "Take the session pooler or the direct connection: the same host name with port 5432.")
            return false
        } else {
            ok("port \(facts.port ?? "5432")")
        }
        guard let host = facts.host, !host.isEmpty, !host.hasPrefix("/"), host != "localhost", !host.hasPrefix("127.")
        else {
            ok("the server is on this machine")
            return true
        }
        if host.hasPrefix("db."), host.hasSuffix(".supabase.co"), !Self.hasIPv6 {
            notOK(
                "the direct connection of a Supabase project is IPv6 only, and this machine has no IPv6",
                "Take the session pooler: host aws-0-REGION.pooler.supabase.com, port 5432, user postgres.PROJECT.")
        } else {
            ok(Self.hasIPv6 ? "this machine has IPv6" : "no IPv6 here, and none is needed for this host")
        }
        let home = environment["HOME"].map { $0 + "/.postgresql/root.crt" }
        let places = [facts.rootCertificate, home, "/etc/ssl/certs/ca-certificates.crt"].compactMap { $0 }
        if let certificate = facts.rootCertificate, certificate != "system", Glibc.access(certificate, R_OK) != 0 {
            notOK("the root certificate \(certificate) cannot be read", "Put it there, or correct sslrootcert.")
        } else if let found = places.first(where: { $0 == "system" || Glibc.access($0, R_OK) == 0 }) {
            ok("root certificates: \(found)")
            if host.hasSuffix(".supabase.co") || host.hasSuffix(".supabase.com"), facts.rootCertificate == nil,
                home.map({ Glibc.access($0, R_OK) != 0 }) ?? true
            {
                remark(
                    "Supabase signs with a certificate of its own, which the system does not hold",
                    "Download it (Database settings, SSL) and set PGSSLROOTCERT to it, or put it at ~/.postgresql/root.crt."
                )
            }
        } else {
            notOK(
                "there is no root certificate, so that the server cannot be told from an impostor",
                "Install ca-certificates, or put the server's at ~/.postgresql/root.crt.")
        }
        return true
    }

    /// Whether an interface has an IPv6 address that reaches beyond this machine and its link.
    private static var hasIPv6: Bool {
        guard let file = fopen("/proc/net/if_inet6", "re") else { return false }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ")
            // The fourth part is the scope; 00 is global.
            if parts.count >= 4, parts[3] == "00" { return true }
        }
        return false
    }
}
