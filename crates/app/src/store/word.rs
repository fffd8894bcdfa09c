//! The words that the store has for enums. They are its own: what the window calls a variant may change, the word in a data
//! folder may not.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::view::{
    AccountColour, BulkItemState, BulkState, BulkVerb, ContactReason, ExpiryWarning, FoundKind,
    InstantServiceKind, KeyKind, Outcome, PlatformKind, ProjectScope, TemporaryState,
};

/// An enum with a word for each variant.
pub(super) trait Word: Sized {
    fn word(&self) -> &'static str;

    fn of_word(word: &str) -> Option<Self>;
}

/// The word of each variant. A variant may get another name, and a word none: data folders have it.
macro_rules! words {
    ($($of:ident { $($variant:ident = $word:literal,)+ })+) => {$(
        impl $crate::store::word::Word for $of {
            fn word(&self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            fn of_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    )+};
}

pub(super) use words;

words! {
    AccountColour {
        Verdigris = "verdigris",
        Blue = "blue",
        Green = "green",
        Amber = "amber",
        Red = "red",
        Grey = "grey",
    }
    BulkItemState {
        Waiting = "waiting",
        Running = "running",
        Done = "done",
        Failed = "failed",
        Skipped = "skipped",
    }
    BulkState {
        Running = "running",
        Paused = "paused",
        Done = "done",
        Stopped = "stopped",
    }
    ContactReason {
        ManagementApi = "managementApi",
        InstantService = "instantService",
        ConnectionTest = "connectionTest",
        AuthUsers = "authUsers",
        SqlFile = "sqlFile",
        Sql = "sql",
        DatabaseCopy = "databaseCopy",
        RestorePreview = "restorePreview",
        MailServerTest = "mailServerTest",
        SandboxMail = "sandboxMail",
        OtherProgram = "otherProgram",
        Browser = "browser",
        Updates = "updates",
        Proxy = "proxy",
    }
    BulkVerb {
        DeleteProjects = "deleteProjects",
        RecoverProjects = "recoverProjects",
        RevokeKeys = "revokeKeys",
        DeleteBranches = "deleteBranches",
        RecoverBranches = "recoverBranches",
        ProtectBranches = "protectBranches",
        UnprotectBranches = "unprotectBranches",
        ExpireBranches = "expireBranches",
        StartComputes = "startComputes",
        SuspendComputes = "suspendComputes",
    }
    ExpiryWarning {
        Day = "day",
        FourHours = "fourHours",
        HalfHour = "halfHour",
    }
    FoundKind {
        Project = "project",
        Branch = "branch",
        Database = "database",
        Compute = "compute",
        Temporary = "temporary",
        Key = "key",
    }
    KeyKind {
        Personal = "personal",
        Organization = "organization",
        Project = "project",
    }
    Outcome {
        Done = "done",
        Failed = "failed",
        Unclear = "unclear",
        Cancelled = "cancelled",
    }
    InstantServiceKind {
        ThisMachine = "thisMachine",
        Neon = "neon",
        Custom = "custom",
    }
    PlatformKind {
        Sandbox = "sandbox",
        Neon = "neon",
        Custom = "custom",
    }
    ProjectScope {
        Own = "own",
        Shared = "shared",
        Deleted = "deleted",
    }
    TemporaryState {
        Creating = "creating",
        Unclaimed = "unclaimed",
        Claiming = "claiming",
        Claimed = "claimed",
        Expired = "expired",
        Gone = "gone",
        Unclear = "unclear",
        Failed = "failed",
        Unknown = "unknown",
    }
}

/// The word of a variant.
pub(super) fn of<T: Word>(value: &T) -> &'static str {
    value.word()
}

/// The variant of a word, when there is one.
pub(super) fn read<T: Word>(word: &str) -> Option<T> {
    T::of_word(word)
}

/// A record as JSON, or nothing.
pub(super) fn json<T: Serialize>(value: Option<&T>) -> Option<String> {
    value.and_then(|value| serde_json::to_string(value).ok())
}

/// A record from JSON. What cannot be read, such as from a newer version, is left out.
pub(super) fn read_json<T: DeserializeOwned>(text: Option<String>) -> Option<T> {
    text.and_then(|text| serde_json::from_str(&text).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{ErrorView, SeedStateView};

    #[test]
    fn each_word_is_read_as_the_variant_that_it_was_written_for() {
        for word in [
            "creating",
            "unclaimed",
            "claiming",
            "claimed",
            "expired",
            "gone",
        ] {
            let state: TemporaryState = read(word).unwrap();
            assert_eq!(of(&state), word);
        }
        assert_eq!(read::<TemporaryState>("thawing"), None);
    }

    /// Records that the window is sent as well. A field or a word of theirs that changes needs a migration.
    #[test]
    fn records_are_spelled_as_earlier_versions_wrote_them() {
        fn stays<T: Serialize + DeserializeOwned>(text: &str) {
            let record: T = read_json(Some(text.to_owned())).unwrap();
            assert_eq!(json(Some(&record)).unwrap(), text);
        }
        stays::<ErrorView>(
            r#"{"code":"maybeCreated","message":"No reply","hint":"Look","requestId":"r-1","about":"key"}"#,
        );
        stays::<SeedStateView>(
            r#"{"path":"/seed.sql","status":"rolledBack","statements":3,"rowsCopied":2.0,"error":"no","hint":null,"endedAt":"2026-11-21T10:00:00Z"}"#,
        );
        stays::<crate::view::SaveStateView>(
            r#"{"into":{"accountId":"a","projectId":"p","branchId":"b","database":"d","owner":"r"},"to":"Shop / main / d","status":"failed","bytes":3.0,"error":"no","hint":null,"endedAt":"2026-11-21T10:00:00Z"}"#,
        );
        stays::<crate::view::SaveStateView>(
            r#"{"into":null,"to":"/shop.sql","status":"failed","bytes":0.0,"code":"file","error":"no","hint":null,"endedAt":"2026-11-21T10:00:00Z"}"#,
        );
        stays::<crate::model::folder::FolderRecord>(
            r#"{"id":"f","path":"/shop","addedAt":"2026-11-21T10:00:00Z","settings":{"envFile":".env","variable":"DATABASE_URL","publicPrefix":"VITE_","referrer":"plinth","seed":{"type":"sql-script","path":"seed.sql"},"source":{"kind":"temporary","service":null},"writeWithoutAsking":false},"outsideSeed":null,"written":{"temporaryId":"t","masked":"postgresql://a:••••@h/d","expiresAt":null},"pending":{"temporaryId":null,"stage":"write","string":null},"problem":null}"#,
        );
        stays::<crate::view::FolderSource>(
            r#"{"kind":"branch","accountId":"a","projectId":"p","request":{"database":"d","role":"r","branchId":null,"computeId":null,"pooled":true}}"#,
        );
        for stage in ["create", "write", "seed"] {
            stays::<crate::model::folder::FolderStage>(&format!("\"{stage}\""));
        }
        let codes = "invalid offline timeout rateLimited maybeCreated notFound platform unauthorized keyNeeded \
            secretLost exists readOnly sandboxStopped keychainAbsent keychainLocked keychainDenied secretMissing \
            fileChanged variablePresent file linkRefused programMissing database cancelled internal";
        for code in codes.split_whitespace() {
            stays::<crate::view::ErrorCode>(&format!("\"{code}\""));
        }
        for status in ["running", "done", "failed", "cancelled"] {
            stays::<crate::view::SaveStatus>(&format!("\"{status}\""));
        }
        for status in ["running", "done", "rolledBack", "partial", "cancelled"] {
            stays::<crate::view::SeedStatus>(&format!("\"{status}\""));
        }
    }
}
