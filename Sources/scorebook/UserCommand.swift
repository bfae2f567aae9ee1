import Command
import Definitions
import Glibc
import Importing
import Postgres
import Records
import Reporting

/// `scorebook user add EMAIL`, `user list`: accounts of a database that scorebook made.
enum UserCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let options = invocation.options
        let workspace = Workspace(options)
        let database = workspace.database(job: nil)
        guard invocation.verb == .userAdd else {
            return workspace.withDatabase(.administrator, console) { connection, database in
                do {
                    guard try isOurs(database, connection, console) else { return .usage }
                    console.write(listing(try Accounts(connection).all()), as: options.output ?? .table)
                    return .success
                } catch { return console.fail(error) }
            }
        }
        let email = invocation.arguments.first ?? ""
        guard isEmail(email) else {
            console.complain("EMAIL is not an email address", hint: "Write it as in anna@example.org.")
            return .usage
        }
        if let zone = options.zone, TimeZone.isUnknown(zone) {
            console.complain("--zone is not a known time zone", hint: "Write it as in America/New_York.")
            return .usage
        }
        if database.isEmbedded, let code = workspace.prepareEmbedded(database, console) { return code }
        return workspace.withDatabase(.administrator, console) { connection, database in
            do {
                guard try isOurs(database, connection, console) else { return .usage }
                let accounts = Accounts(connection)
                var zone = options.zone
                if try zone == nil && !accounts.know(email) {
                    guard let asked = askForZone(of: email, console) else { return .usage }
                    zone = asked
                }
                let account = try accounts.add(email, zone: zone)
                console.write(listing([account].compactMap { $0 }), as: options.output ?? .table)
                console.narrate(
                    "Files of this person: add --owner \(email.asShellWord) to `scorebook run` with their paths.")
                return .success
            } catch { return console.fail(error) }
        }
    }

    /// The zone in which a person's times are read: asked for at a terminal, where the machine's is proposed.
    private static func askForZone(of email: String, _ console: Console) -> String? {
        let own = TimeZone.ofMachine
        guard isatty(0) == 1, console.errors.isInteractive else {
            console.complain(
                "--zone is missing: times without a zone are read in the person's own",
                hint: own.map { "If it is this machine's: scorebook user add \(email.asShellWord) --zone \($0)" }
                    ?? "Add --zone ZONE, as --zone Europe/Vienna: the zone where the person lives.")
            return nil
        }
        while true {
            let question =
                "Time zone of \(email.escapedForTerminal)\(own.map { " [\($0)]" } ?? ", as America/New_York"): "
            guard let answer = console.ask(question) else { return nil }
            let word = answer.filter { $0 != " " }
            let zone = word.isEmpty ? own ?? "" : word
            if !zone.isEmpty, !TimeZone.isUnknown(zone) { return zone }
            console.complain("that is not a known time zone", hint: "Write it as in America/New_York.")
        }
    }

    /// Whether scorebook made the app's tables here, so that accounts are its own to add; says so where it did not.
    private static func isOurs(
        _ database: DatabaseAccess, _ connection: Connection, _ console: Console
    ) throws -> Bool {
        switch try database.schema.appTables(on: connection) {
        case .ours: return true
        case .theirs:
            console.complain(
                "scorebook did not make this database: people sign up in the app",
                hint: "Add --database embedded for scorebook's own database.")
        case .nothing:
            console.complain(
                "this database has no tables yet",
                hint: "In an empty database of your own: `scorebook schema up --with-app-tables`.")
        }
        return false
    }

    private static func listing(_ accounts: [Accounts.Account]) -> Listing {
        Listing(
            [.init("email"), .init("zone"), .init("id")],
            rows: accounts.map { [.optional($0.email), .text($0.zone), .text($0.id)] },
            whenEmpty: "no accounts yet: `scorebook user add` with an email adds one")
    }

    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !text.contains(where: \.isWhitespace)
    }
}
