//! Named places in the order of writes, where a test may end the process.

use std::fmt::Debug;

/// A place between two writes that must survive a crash there.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Checkpoint {
    /// Recovery: an open intent is held; nothing about it was read.
    IntentTaken,
    /// Create: the intent is in the store; the request has not left.
    CreateIntended,
    /// Create: the reply was read; its secrets are nowhere but in memory.
    CreateAnswered,
    /// Create: the secrets are in the vault; the store still says `creating`.
    CreateSecretsSaved,
    /// Create: the store says that it exists.
    CreateDone,
    /// A change of the Management API: its intent is in the store; the request has not left.
    MutationIntended,
    /// A change of the Management API: the reply was read; the intent is still there.
    MutationAnswered,
    /// Operations: changes of some are in the store as pending; nothing is published.
    OperationsWritten,
    /// Operations: the changes are published; the store still has them as pending.
    OperationsPublished,
    /// Import: the secrets are in the vault; the row is not in the store.
    ImportSecretsSaved,
    /// Connect: an intent says that the key must go; it is nowhere but in memory.
    ConnectIntended,
    /// Connect: the key is in the vault; the account is not in the store.
    ConnectKeySaved,
    /// Another origin of an account: its row says that the vault has no key for it; the vault still has the former one.
    RelocateKeyForgotten,
    /// Another origin of an account: the vault has the key for it; the row names the former address.
    RelocateKeySaved,
    /// Remove account: it is gone, and an intent says that its key must go.
    RemoveIntended,
    /// Remove account: the key is gone too; the intent is still there.
    RemoveErased,
    /// Rotate key: the record says that a key is asked for; the request has not left.
    RotationIntended,
    /// Rotate key: the new key is made; its secret is nowhere but in memory.
    RotationMade,
    /// Rotate key: the new key is in the vault; the record does not name it.
    RotationNewKeySaved,
    /// Rotate key: the record names the new key; nobody has tried it.
    RotationNoted,
    /// Rotate key: the new key works, and the record says so.
    RotationVerified,
    /// Rotate key: the former key is in the vault a second time; the account still has it.
    RotationOldKeySaved,
    /// Rotate key: the vault has the new key as the account's; the account's row names the former one.
    RotationSwapSaved,
    /// Rotate key: the account's row names the new key; the record does not say so.
    RotationRowWritten,
    /// Rotate key: the record says that the account has the new key; the former one still works.
    RotationSwapped,
    /// Rotate key: the former key is revoked; the record does not say so.
    RotationRevoked,
    /// Rotate key: the former key was refused; what is kept of it is still there.
    RotationProven,
    /// Rotate key: nothing is kept of it but the record, which does not say that it is done.
    RotationErased,
    /// Env file: the temporary file is there and empty.
    EnvMade,
    /// Env file: the temporary file holds the credentials; the env file is as it was.
    EnvFlushed,
    /// Env file: it is written; the note about the write is still there.
    EnvRenamed,
    /// Folder: the record names the database that will be made; nothing has left.
    FolderIntended,
    /// Folder: the database is made; the record does not say so.
    FolderCreated,
    /// Folder: the record says what is written; the env file is as it was.
    FolderNoted,
    /// Folder: the env file is written; the record does not say so.
    FolderWritten,
    /// Folder: the record says that it is written; the seed has not run.
    FolderFilled,
    /// Folder: the seed has run; the record does not say so.
    FolderSeeded,
    /// Forget: the row is gone and an intent says that its secrets must go.
    ForgetIntended,
    /// Forget: the secrets are gone too; the intent is still there.
    ForgetErased,
}

/// Called whenever the core passes a [`Checkpoint`]. The product passes them by without effect.
pub trait Checkpoints: Debug + Send + Sync {
    /// The core is at this place now.
    fn passed(&self, checkpoint: Checkpoint);
}

/// Does nothing at any checkpoint.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCheckpoints;

impl Checkpoints for NoCheckpoints {
    fn passed(&self, _: Checkpoint) {}
}
