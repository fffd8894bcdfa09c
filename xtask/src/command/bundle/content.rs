//! What a package of Linux has to hold, and to name. One without it would be found out only by who installs it.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::error::{Error, Result};
use crate::program::{Program, on_path};
use crate::steps::Outcome;

/// The programs that it installs, and what a desktop lists them by and opens their links with.
const FILES: [&str; 4] = [
    "usr/bin/plinth",
    "usr/bin/plinth-desktop",
    "usr/bin/plinth-sandbox",
    ENTRY,
];
const POSTGRES: &str = "usr/lib/Plinth/postgres/bin/postgres";
const ENTRY: &str = "usr/share/applications/Plinth.desktop";

/// How a kind of package is read: by a program, with lines of the shell that take the package as `$1`.
struct Reader {
    ending: &'static str,
    program: &'static str,
    files: &'static str,
    /// What it asks for, one a line.
    named: &'static str,
    /// The content of the file `$2`.
    content: &'static str,
}

const READERS: [Reader; 2] = [
    Reader {
        ending: "deb",
        program: "dpkg-deb",
        files: r#"dpkg-deb -c "$1""#,
        named: r#"dpkg-deb -W --showformat '${Depends}, ${Recommends}, ${Conflicts}\n' "$1" | sed 's/, /\n/g'"#,
        content: r#"dpkg-deb --fsys-tarfile "$1" | tar -xO --wildcards "*$2""#,
    },
    Reader {
        ending: "rpm",
        program: "rpm",
        files: r#"rpm -qpl "$1""#,
        named: r#"rpm -qp --requires --recommends "$1""#,
        content: r#"rpm2archive - <"$1" | tar -xzO --wildcards "*$2""#,
    },
];

/// Whether all is in them, and named in them as the configuration of each kind says.
pub fn is_whole(
    installers: &[impl AsRef<Path>],
    configuration: &Value,
    with_postgres: bool,
) -> Result<Outcome> {
    let mut outcome = Outcome::Done("all is in them".into());
    for package in installers.iter().map(AsRef::as_ref) {
        let ending = package.extension().unwrap_or_default();
        let Some(reader) = READERS.iter().find(|it| ending == it.ending) else {
            continue;
        };
        if !on_path(reader.program) {
            outcome = Outcome::Skipped(format!("{} is missing", reader.program));
            continue;
        }
        let files = read(reader.files, package, "")?;
        let mut wanted = FILES.into_iter().chain(with_postgres.then_some(POSTGRES));
        if let Some(missing) = wanted.find(|path| !lists(&files, path)) {
            return Err(
                Error::new(format!("{} has no {missing}", package.display()))
                    .hint("see the programs and resources of src-tauri/tauri.conf.json"),
            );
        }
        if !opens_links(&read(reader.content, package, ENTRY)?) {
            return Err(Error::new(format!("{ENTRY} does not open plinth:// links"))
                .hint("see plugins and desktopTemplate in src-tauri/tauri.conf.json"));
        }
        let named = read(reader.named, package, "")?;
        for wanted in asked_for(&configuration[reader.ending]) {
            if !named.lines().any(|line| line.trim() == wanted) {
                let package = package.display();
                return Err(Error::new(format!("{package} does not ask for {wanted}"))
                    .hint("see xtask/src/command/bundle/needed.rs"));
            }
        }
    }
    Ok(outcome)
}

fn read(line: &str, package: &Path, file: &str) -> Result<String> {
    let shell = Program::new("sh").args(["-c", line, "sh"]);
    shell
        .arg(package)
        .arg(file)
        .within(Duration::from_secs(2 * 60))
        .quiet()
}

/// All lists of one kind of package.
fn asked_for(configuration: &Value) -> impl Iterator<Item = &str> {
    let lists = configuration
        .as_object()
        .into_iter()
        .flat_map(|it| it.values());
    lists
        .filter_map(Value::as_array)
        .flatten()
        .filter_map(Value::as_str)
}

/// Each line ends with the path, which begins with `./`, `/` or neither.
fn lists(list: &str, path: &str) -> bool {
    let mut paths = list.lines().filter_map(|line| line.split(' ').next_back());
    paths.any(|listed| listed.trim_start_matches('.').trim_start_matches('/') == path)
}

/// Whether a desktop starts the program with a link that it opens.
fn opens_links(entry: &str) -> bool {
    let has = |key: &str, wanted: &str| {
        let values = entry.lines().filter_map(|line| line.strip_prefix(key));
        values
            .flat_map(|it| it.split([';', ' ']))
            .any(|it| it == wanted)
    };
    has("Exec=", "%u") && has("MimeType=", "x-scheme-handler/plinth")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_entry_takes_links_with_its_type_and_its_argument() {
        let (exec, of) = ("Exec=plinth-desktop", "MimeType=x-scheme-handler/plinth");
        assert!(opens_links(&format!("{exec} %u\nIcon=x\n{of};\n")));
        assert!(!opens_links(&format!("{exec}\n{of};\n")));
        assert!(!opens_links(&format!("{exec} %u\n{of}2;\n")));
    }

    #[test]
    fn a_path_is_found_whole() {
        let list = "-rwxr-xr-x root/root 9 2026-11-25 19:06 ./usr/bin/plinth-desktop\n\
                    /usr/bin/plinth-sandbox\n";
        assert!(lists(list, FILES[1]) && lists(list, FILES[2]));
        assert!(!lists(list, FILES[0]), "another begins with its name");
    }

    #[test]
    fn everything_that_one_kind_is_configured_with_is_asked_for() {
        let configuration = json!({ "depends": ["a", "b | c"], "recommends": ["d"] });
        assert!(asked_for(&configuration).eq(["a", "b | c", "d"]));
        assert_eq!(asked_for(&Value::Null).count(), 0);
    }
}
