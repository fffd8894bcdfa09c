//! An AppImage starts one program, the window's; this is the way to the others in it.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use host::program::{NAMED, OTHERS, beside};

/// Becomes the program that the arguments name. `None` where they name none; otherwise why it did not.
pub fn ran_another() -> Option<io::Error> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != NAMED {
        return None;
    }
    let name = arguments.next()?.into_string().ok()?;
    if !OTHERS.contains(&&*name) {
        return None;
    }
    match beside(&name) {
        Ok(program) => Some(Command::new(program).args(arguments).exec()),
        Err(error) => Some(error),
    }
}
