//! The database that statements run in.

use app::view::ConnectSource;
use clap::Args;

use super::OfBranch;
use super::connect::Connect;
use crate::failure::Done;
use crate::named;
use crate::session::Session;

/// A database of a branch, or a temporary one.
#[derive(Args, Clone, Debug)]
pub struct SqlTarget {
    #[command(flatten)]
    branch: OfBranch,
    /// A temporary database instead, by its id or name
    #[arg(long, global = true, value_name = "ID", conflicts_with_all = ["project_id", "branch", "database", "role"])]
    temp: Option<String>,
    /// The database; otherwise the only one of the branch, or the platform's usual
    #[arg(long, global = true)]
    database: Option<String>,
    /// The role; otherwise the database's owner
    #[arg(long, global = true)]
    role: Option<String>,
}

impl SqlTarget {
    /// Returns true if an account runs the statements.
    pub fn is_of_account(&self) -> bool {
        self.temp.is_none()
    }

    pub async fn source(self, session: &Session) -> Done<ConnectSource> {
        if let Some(wanted) = &self.temp {
            let (id, _) = named::temporary(session, wanted).await?;
            return Ok(ConnectSource::Temporary { id });
        }
        let connect = Connect::to(self.branch, self.database, self.role, false);
        let (project_id, request) = connect.place(session).await?;
        Ok(ConnectSource::Project {
            account_id: session.account_id().await?.to_owned(),
            project_id,
            request,
        })
    }
}
