//! Starts the agent with the person's session.

use app::view::{ErrorCode, ErrorView};

use crate::data::Data;
use crate::program::Way;
use crate::reply::Reply;

/// Begins or ends it.
///
/// # Errors
/// The system's list of what starts could not be changed.
pub fn set(data: &Data, is_on: bool) -> Reply<()> {
    let way = Way::to("plinth").map_err(|error| refused(&error))?;
    entry::set(data, &way, is_on)
}

/// An entry as freedesktop.org specifies it.
#[cfg(target_os = "linux")]
mod entry {
    use std::fs;
    use std::io::{self, ErrorKind};

    use super::refused;
    use crate::data::{self, Data};
    use crate::private_folder::{self, Durable};
    use crate::program::Way;
    use crate::reply::Reply;

    pub fn set(data: &Data, way: &Way, is_on: bool) -> Reply<()> {
        let folder = dirs::config_dir().ok_or_else(|| refused(&"the home folder is unknown"))?;
        // Another data folder is another entry.
        let file = format!("autostart/{}.desktop", data.keychain);
        let file = folder.join(file);
        let changed = match is_on {
            true => private_folder::replace(&file, text(data, way).as_bytes(), Durable::No),
            false => gone(fs::remove_file(&file)),
        };
        changed.map_err(|error| refused(&error))
    }

    fn gone(removed: io::Result<()>) -> io::Result<()> {
        match removed {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    fn text(data: &Data, way: &Way) -> String {
        let program = quoted(&way.program.display().to_string());
        // The data folder is taken along where the environment named it.
        let program = match data::overridden() {
            Some(_) => {
                let variable = format!("{}={}", data::OVERRIDE, data.dir.display());
                format!("env {} {program}", quoted(&variable))
            }
            None => program,
        };
        let words = way.first.iter().map(String::as_str);
        let words: Vec<&str> = words.chain(["agent", "--tray"]).collect();
        let line = format!("{program} {}", words.join(" "));
        format!(
            "[Desktop Entry]\nType=Application\nName=Plinth\nIcon=plinth-desktop\nExec={line}\nTerminal=false\n"
        )
    }

    /// One word of a line: a space would end it, and `%` begins a field.
    fn quoted(word: &str) -> String {
        let mut quoted = String::from("\"");
        for letter in word.chars() {
            match letter {
                // Once for the entry's text, and once for the line that it holds.
                '\\' => quoted.push_str(r"\\\\"),
                '"' | '`' | '$' => quoted.extend(['\\', '\\', letter]),
                '%' => quoted.push_str("%%"),
                _ => quoted.push(letter),
            }
        }
        quoted.push('"');
        quoted
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_path_is_one_word() {
            assert_eq!(quoted("/opt/my apps/plinth"), r#""/opt/my apps/plinth""#);
            assert_eq!(quoted("/a%b$c"), r#""/a%%b\\$c""#);
            assert_eq!(quoted(r"/a\b"), r#""/a\\\\b""#);
        }
    }
}

/// What macOS and Windows have for it.
#[cfg(not(target_os = "linux"))]
mod entry {
    use auto_launch::{AutoLaunchBuilder, WindowsEnableMode};

    use super::refused;
    use crate::data::Data;
    use crate::program::Way;
    use crate::reply::Reply;

    pub fn set(data: &Data, way: &Way, is_on: bool) -> Reply<()> {
        let program = way.program.display();
        // On Windows it is the start of a command line, which a blank would end. A file name holds no quotation mark there.
        let program = match cfg!(windows) {
            true => format!("\"{program}\""),
            false => program.to_string(),
        };
        let mut builder = AutoLaunchBuilder::new();
        builder
            .set_app_name(&data.keychain)
            .set_app_path(&program)
            // Otherwise an administrator's would start with everybody's session.
            .set_windows_enable_mode(WindowsEnableMode::CurrentUser)
            .set_args(&["agent"]);
        let entry = builder.build().map_err(|error| refused(&error))?;
        let changed = match is_on {
            true => entry.enable(),
            false => entry.disable(),
        };
        changed.map_err(|error| refused(&error))
    }
}

fn refused(error: &dyn std::fmt::Display) -> ErrorView {
    ErrorView::new(
        ErrorCode::File,
        format!("Couldn't change what starts with your session: {error}"),
        "Check the permissions of the folder for autostart entries.",
    )
}
