use app::SecretEdit;
use app::auth::{EmailTest, TestEmail};
use app::email_server::{EmailGet, EmailServerEdit, EmailUpdate};
use app::smtp::{EmailProbe, ProbeSmtp};
use app::view::{EmailServerView, SmtpStepView, TestEmailView};
use clap::{Args, Subcommand};

use crate::ask;
use crate::columns::{Column, column, plain, word};
use crate::failure::Done;
use crate::named;
use crate::request::Request;
use crate::session::Session;

const SERVER: &[Column<EmailServerView>] = &[
    column("Kind", |it| plain(&it.kind)),
    column("Host", |it| plain(&it.host)),
    column("Port", |it| plain(&it.port)),
    column("User", |it| plain(&it.username)),
    column("Sender", |it| plain(&it.sender_email)),
    column("Sender's name", |it| plain(&it.sender_name)),
];
const STEPS: &[Column<SmtpStepView>] = &[
    column("Step", |it| word("smtpSteps", &it.step)),
    column("State", |it| word("smtpStepStates", &it.state)),
    column("Detail", |it| plain(&it.detail)),
    column("ms", |it| plain(&it.took_ms)),
];
const SENT: &[Column<TestEmailView>] = &[
    column("Sent", |it| plain(&it.sent)),
    column("Error", |it| plain(&it.error)),
];

#[derive(Subcommand)]
pub enum Verb {
    /// Show the email server of a project
    Get,
    /// Set one's own server; its password is read from standard input
    Set {
        #[command(flatten)]
        server: Server,
        /// Leave the password as it is
        #[arg(long)]
        keep_password: bool,
    },
    /// Use the platform's shared server
    Shared,
    /// Connect to a server from this machine and log in; its password is read from standard input with --username
    Probe {
        #[arg(long)]
        host: String,
        #[arg(long)]
        port: u16,
        #[arg(long)]
        username: Option<String>,
    },
    /// Have the platform send a test message; the server's password is read from standard input
    Test {
        #[command(flatten)]
        server: Server,
        /// Who gets it
        #[arg(long)]
        to: String,
        #[arg(long)]
        branch: Option<String>,
    },
}

#[derive(Args)]
pub struct Server {
    #[arg(long)]
    host: String,
    #[arg(long)]
    port: u16,
    #[arg(long)]
    username: String,
    #[arg(long)]
    sender_email: String,
    #[arg(long)]
    sender_name: String,
}

impl Verb {
    pub async fn run(self, session: &Session, project_id: String) -> Done {
        let branch_id = None;
        let task = match self {
            Self::Get => Request::new(EmailGet {
                project_id,
                branch_id,
            })
            .one(SERVER),
            Self::Set {
                server,
                keep_password,
            } => {
                let password = match keep_password {
                    true => SecretEdit::Keep,
                    false => {
                        let secret = ask::secret_to_send(session, "Password").await?;
                        SecretEdit::Set {
                            secret: secret.into(),
                        }
                    }
                };
                let edit = EmailServerEdit::Own {
                    host: server.host,
                    port: server.port.into(),
                    username: server.username,
                    password,
                    sender_email: server.sender_email,
                    sender_name: server.sender_name,
                };
                Request::new(EmailUpdate {
                    project_id,
                    branch_id,
                    edit,
                })
                .one(SERVER)
            }
            Self::Shared => Request::new(EmailUpdate {
                project_id,
                branch_id,
                edit: EmailServerEdit::Shared,
            })
            .one(SERVER)
            .asks("Use the platform's shared server? The own one's settings are removed."),
            Self::Probe {
                host,
                port,
                username,
            } => {
                session.must_be_meant()?;
                let password = match username {
                    Some(_) => Some(ask::secret("Password").await?),
                    None => None,
                };
                let request = ProbeSmtp {
                    host,
                    port: port.into(),
                    username,
                    password: password.map(Into::into),
                };
                Request::new(EmailProbe { request }).rows_in(|probe| &probe.steps, STEPS)
            }
            Self::Test { server, to, branch } => {
                let branch_id = named::branch(session, &project_id, branch.as_deref()).await?;
                let test = TestEmail {
                    branch_id,
                    host: server.host,
                    port: server.port.into(),
                    username: server.username,
                    password: ask::secret_to_send(session, "Password").await?.into(),
                    sender_email: server.sender_email,
                    sender_name: server.sender_name,
                    recipient: to,
                };
                Request::new(EmailTest { project_id, test }).one(SENT)
            }
        };
        task.run(session).await
    }
}
