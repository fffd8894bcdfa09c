/// Whether a session is in a transaction, as the server says after each statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The session is in no transaction.
    Idle,
    /// The session is in a transaction.
    InTransaction,
    /// The session is in a transaction in which a statement failed: it accepts its end only.
    Failed,
}
