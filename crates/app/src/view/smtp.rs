use serde::{Deserialize, Serialize};
use specta::Type;

/// What a mail server did when it was tried from this machine, step by step.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SmtpProbeView {
    /// Each step in its order. What comes after a step that failed was not tried.
    pub steps: Vec<SmtpStepView>,
}

/// One step of trying a mail server.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SmtpStepView {
    /// Which.
    pub step: SmtpStep,
    /// How it went.
    pub state: SmtpStepState,
    /// What the server said or what is wrong, and what to do, in sentences.
    pub detail: Option<String>,
    /// How long it took, in milliseconds.
    pub took_ms: u32,
}

/// The steps of trying a mail server.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SmtpStep {
    /// The name is found and the port answers.
    Connect,
    /// The server greets.
    Greet,
    /// The line is encrypted, and the certificate is good.
    Tls,
    /// User name and password are taken.
    Login,
}

/// How a step went.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SmtpStepState {
    /// It worked.
    Passed,
    /// It worked, with something to know.
    Warned,
    /// It failed.
    Failed,
    /// It was not tried.
    Skipped,
}
