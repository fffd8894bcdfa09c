//! What is for the shell: completion and manual pages.

use std::path::Path;

use app::view::ErrorCode;
use clap::Command;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::completion;
use crate::failure::{Done, Failure};
use crate::print;

pub fn completions(shell: Shell) -> Done {
    print::out(&String::from_utf8_lossy(&completion::script(shell)))
}

/// The first page, or a page of each command into a folder.
pub fn man(into: Option<&Path>) -> Done {
    let mut command = Arguments::whole();
    command.build();
    let Some(into) = into else {
        return print::out(&String::from_utf8_lossy(&page(command)));
    };
    let unwritable = |error: std::io::Error| {
        Failure::new(
            ErrorCode::File,
            format!("Couldn't write the manual pages: {error}"),
            "Name a folder that can be written to.",
        )
    };
    std::fs::create_dir_all(into).map_err(unwritable)?;
    let mut open = vec![(String::from("plinth"), command)];
    while let Some((name, command)) = open.pop() {
        for below in command
            .get_subcommands()
            .filter(|it| it.get_name() != "help")
        {
            open.push((format!("{name}-{}", below.get_name()), below.clone()));
        }
        std::fs::write(into.join(format!("{name}.1")), page(command)).map_err(unwritable)?;
    }
    Ok(())
}

fn page(command: Command) -> Vec<u8> {
    let mut text = Vec::new();
    // Memory takes everything.
    clap_mangen::Man::new(command).render(&mut text).ok();
    text
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn readme_says_how_many_shells_have_a_completion() {
        assert_eq!(Shell::value_variants().len(), 5);
        let readme = include_str!("../../../../README.md");
        assert!(readme.contains("completion for five shells"));
    }
}
