use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::with;
use crate::ask;
use crate::failure::Done;
use crate::named;
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, text, word};
use crate::task::Task;

const SERVER: &[Column] = &[
    text("Kind", "kind"),
    text("Host", "host"),
    text("Port", "port"),
    text("User", "username"),
    text("Sender", "senderEmail"),
    text("Sender's name", "senderName"),
];
const STEPS: &[Column] = &[
    word("Step", "step", "smtpSteps"),
    word("State", "state", "smtpStepStates"),
    text("Detail", "detail"),
    text("ms", "tookMs"),
];
const SENT: &[Column] = &[text("Sent", "sent"), text("Error", "error")];

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

impl Server {
    fn json(&self) -> Value {
        json!({
            "host": self.host,
            "port": self.port,
            "username": self.username,
            "senderEmail": self.sender_email,
            "senderName": self.sender_name,
        })
    }
}

impl Verb {
    pub async fn run(self, session: &Session, project: &str) -> Done {
        let is_sent = !session.options.dry_run;
        let task = match self {
            Self::Get => Task::new("email_get", with(project, json!({})))
                .call("getEmailServer")
                .one(SERVER),
            Self::Set {
                server,
                keep_password,
            } => {
                let password = match keep_password || !is_sent {
                    true => json!({ "kind": "keep" }),
                    false => json!({ "kind": "set", "secret": ask::secret("Password").await? }),
                };
                let mut edit = server.json();
                edit["kind"] = json!("own");
                edit["password"] = password;
                let call = json!({
                    "kind": "updateEmailServer",
                    "server": server.json(),
                    "hasPassword": !keep_password,
                });
                Task::new("email_update", with(project, json!({ "edit": edit })))
                    .call_as(with(project, call))
                    .one(SERVER)
            }
            Self::Shared => {
                let edit = json!({ "edit": { "kind": "shared" } });
                let call =
                    json!({ "kind": "updateEmailServer", "server": null, "hasPassword": false });
                Task::new("email_update", with(project, edit))
                    .call_as(with(project, call))
                    .asks("Use the platform's shared server? The own one's settings are removed.")
                    .one(SERVER)
            }
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
                let request = json!({
                    "host": host, "port": port, "username": username, "password": password,
                });
                Task::here("email_probe", json!({ "request": request }))
                    .show(Show::Rows("steps", STEPS))
            }
            Self::Test { server, to, branch } => {
                let branch = named::branch(session, project, branch.as_deref()).await?;
                let mut test = server.json();
                test["branchId"] = json!(branch);
                test["recipient"] = json!(to);
                if is_sent {
                    test["password"] = json!(ask::secret("Password").await?);
                }
                let call = json!({
                    "kind": "sendTestEmail",
                    "branchId": branch,
                    "server": server.json(),
                    "recipient": to,
                });
                Task::new("email_test", with(project, json!({ "test": test })))
                    .call_as(with(project, call))
                    .one(SENT)
            }
        };
        task.run(session).await
    }
}
