use app::operation::Answer;

use crate::command::{self, Args, Command};
use crate::host::Host;
use crate::reply::Reply;

impl Host {
    /// Runs a command by its name. What it answers is what the window gets for it.
    ///
    /// # Errors
    /// Those of the command, and `Internal` for a command that is not there and for arguments that do not fit.
    pub async fn call(&self, name: &str, args: Args) -> Reply<Answer> {
        let command = command::find(name).ok_or_else(|| command::unknown(name))?;
        match command {
            Command::App(operation) => operation.run(&*self.ready().await?, args)?.await,
            Command::Core(entry) => (entry.run)(&self.ready().await?, args)?.await,
            Command::Host(entry) => (entry.run)(self, args)?.await,
        }
    }
}
