//! A mail server, tried from this machine: connected to, encrypted, logged in to, and nothing sent.
//!
//! What a mail server wants is in RFC 5321 (the session), 3207 (STARTTLS), 8314 (TLS from the first byte on port 465) and
//! 4954 (login). The session itself is lettre's.

mod line;
mod server;
mod session;
mod words;

#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::Error;
use crate::core::operation::{Entry, operation};
use crate::features::Features;
use crate::view::{ContactReason, SmtpProbeView, SmtpStep, SmtpStepState, SmtpStepView};

pub use server::ProbeSmtp;
use server::Server;

pub(crate) const OPERATIONS: &[Entry<Features>] = &[EmailProbe::ENTRY];

/// How long one step may take.
const STEP: Duration = Duration::from_secs(10);

/// Tries a mail server: connects, encrypts, logs in, and sends nothing. A server that refuses is no error.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for a server that cannot be.
#[operation(Guarded, Read, email_probe)]
pub async fn probe(app: &Features, request: ProbeSmtp) -> Result<SmtpProbeView, Error> {
    let server = Server::checked(request)?;
    let to = (ContactReason::MailServerTest, &*server.host, server.port);
    let roots = line::public_roots();
    let session = session::run(&server, &roots, STEP);
    let is_silent =
        |it: &SmtpStepView| it.step == SmtpStep::Connect && it.state == SmtpStepState::Failed;
    let is_silent = |view: &SmtpProbeView| view.steps.iter().any(is_silent);
    Ok(app.contacts.of(to, session, is_silent).await)
}
