//! What git would do with an env file: a tracked one, or one that is not ignored, carries its
//! secrets into the history.

use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::process::Command;
use tokio::time::timeout;

use crate::base::disk::real_path;
use crate::base::off_thread::off_thread;

/// How git sees a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GitState {
    /// There is no git, it did not answer in time, or it refused to look.
    Unknown,
    /// The file is not in a work tree.
    Outside,
    /// The file is in a work tree.
    Inside {
        /// Whether the file is part of the index, so that changes to it get committed.
        tracked: bool,
        /// Whether git ignores the file. A tracked file is never ignored.
        ignored: bool,
    },
}

/// Asks the installed git about a file, which need not exist; its folder must. Each of the up to
/// three questions may take `deadline`. Settings of the repository that run programs stay off.
pub async fn inspect(path: &Path, deadline: Duration) -> GitState {
    let path = off_the_runtime(path, |path| {
        real_path(path).unwrap_or_else(|_| path.to_owned())
    });
    let Some(path) = path.await else {
        return GitState::Unknown;
    };
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return GitState::Unknown;
    };
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let ask = |arguments: &[&str], with_name: bool| {
        let mut command = git(folder);
        command.args(arguments);
        if with_name {
            // A leading `./` keeps a name from being read as a pattern with magic.
            command.arg("--").arg(Path::new(".").join(name));
        }
        answer(command, deadline)
    };
    match ask(&["rev-parse", "--show-toplevel"], false).await {
        Some((status, top)) if status.success() && !top.trim_ascii().is_empty() => {}
        Some((status, _)) if status.code() == Some(128) => {
            let refused = off_the_runtime(folder, refusal).await;
            return refused.unwrap_or(GitState::Unknown);
        }
        _ => return GitState::Unknown,
    }
    let Some((tracked, _)) = ask(
        &["--literal-pathspecs", "ls-files", "--error-unmatch"],
        true,
    )
    .await
    else {
        return GitState::Unknown;
    };
    let Some((ignored, _)) = ask(&["check-ignore", "--quiet"], true).await else {
        return GitState::Unknown;
    };
    match (tracked.code(), ignored.code()) {
        (Some(0), _) => GitState::Inside {
            tracked: true,
            ignored: false,
        },
        (Some(1), Some(code @ (0 | 1))) => GitState::Inside {
            tracked: false,
            ignored: code == 0,
        },
        _ => GitState::Unknown,
    }
}

/// Asks the disk, which may be a slow or a silent one, where nothing else waits for the thread. `None` when that panicked.
async fn off_the_runtime<T: Send + 'static>(
    path: &Path,
    ask: impl FnOnce(&Path) -> T + Send + 'static,
) -> Option<T> {
    let path = path.to_owned();
    off_thread(move || ask(&path)).await.ok()
}

/// Git says no both outside a work tree and in one it does not trust; the folders tell which.
fn refusal(folder: &Path) -> GitState {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    if absolute
        .ancestors()
        .any(|above| above.join(".git").exists())
    {
        GitState::Unknown
    } else {
        GitState::Outside
    }
}

fn git(folder: &Path) -> Command {
    let mut command = Command::new("git");
    #[cfg(windows)]
    command.creation_flags(crate::base::access_list::CREATE_NO_WINDOW);
    command
        .arg("-C")
        .arg(folder)
        .args(["--no-optional-locks", "-c", "core.fsmonitor=false"])
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    command
}

async fn answer(mut command: Command, deadline: Duration) -> Option<(ExitStatus, Vec<u8>)> {
    let output = timeout(deadline, command.output()).await.ok()?.ok()?;
    Some((output.status, output.stdout))
}
