//! Processes that end in the middle of something.

use std::process::ExitStatus;

/// Where a program is killed that gives a folder its database, and how the folder stands then, in the product's words.
pub const STEPS_OF_ENSURE: &[(&str, &str)] = &[
    ("FolderIntended", "absent"),
    ("CreateIntended", "unclear"),
    ("CreateAnswered", "unclear"),
    ("CreateSecretsSaved", "unfinished"),
    ("CreateDone", "unfinished"),
    ("FolderCreated", "unfinished"),
    ("FolderNoted", "unfinished"),
    ("EnvMade", "unfinished"),
    ("EnvFlushed", "unfinished"),
    ("EnvRenamed", "unseeded"),
    ("FolderWritten", "unseeded"),
    ("FolderFilled", "unseeded"),
    ("FolderSeeded", "unseeded"),
];

/// Ends this process without another instruction of its own: as `kill -9` does, or as near to it as the system comes.
pub fn kill_this_process() -> ! {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, getpid, kill_process};
        kill_process(getpid(), Signal::KILL).unwrap();
        loop {
            std::thread::park();
        }
    }
    #[cfg(not(unix))]
    std::process::abort()
}

/// Whether a process ended so.
#[must_use]
pub fn was_killed(status: ExitStatus) -> bool {
    #[cfg(unix)]
    {
        std::os::unix::process::ExitStatusExt::signal(&status) == Some(9)
    }
    #[cfg(not(unix))]
    {
        // What Windows says of a process that aborted: STATUS_STACK_BUFFER_OVERRUN, which fail-fast uses.
        status.code().map(i32::cast_unsigned) == Some(0xC000_0409)
    }
}
