extension Connection {
    /// What every session is pinned to, and the timeouts that may be chosen.
    public struct Settings: Sendable {
        public var lockTimeoutSeconds: Int
        public var idleInTransactionSeconds: Int
        /// 0: none, whatever the server's role says.
        public var statementTimeoutSeconds: Int

        public init(
            lockTimeoutSeconds: Int = 30, idleInTransactionSeconds: Int = 600, statementTimeoutSeconds: Int = 0
        ) {
            self.lockTimeoutSeconds = lockTimeoutSeconds
            self.idleInTransactionSeconds = idleInTransactionSeconds
            self.statementTimeoutSeconds = statementTimeoutSeconds
        }

        /// Some of the app's triggers leak a `search_path`; names are qualified everywhere, so that it does not matter,
        /// and `pinSearchPath` sets it again. To compile statements takes longer than to run those of a small file.
        public var sql: String {
            """
            set time zone 'UTC';
            set datestyle to 'ISO, YMD';
            set intervalstyle to 'iso_8601';
            set extra_float_digits to 1;
            set client_encoding to 'UTF8';
            set bytea_output to 'hex';
            set standard_conforming_strings to on;
            set search_path to pg_catalog, pg_temp;
            set jit to off;
            set client_min_messages to notice;
            set lock_timeout to '\(lockTimeoutSeconds)s';
            set statement_timeout to '\(statementTimeoutSeconds)s';
            set idle_in_transaction_session_timeout to '\(idleInTransactionSeconds)s';
            """
        }
    }

    /// Undoes what a trigger left behind (`SET search_path = public`).
    public func pinSearchPath() throws(DatabaseError) {
        try run("set search_path to pg_catalog, pg_temp")
    }
}
