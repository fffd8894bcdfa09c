//! What a `.deb` has to hold. And packs it again with xz, as Debian's own packages are. Tauri packs with gzip, which makes it half larger.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::Project;
use crate::steps::Outcome;

/// Reading, packing and writing 60 MB takes less than one.
const WITHIN: Duration = Duration::from_secs(10 * 60);

/// The programs that it installs.
const PROGRAMS: [&str; 3] = [
    "usr/bin/plinth",
    "usr/bin/plinth-desktop",
    "usr/bin/plinth-sandbox",
];
const POSTGRES: &str = "usr/lib/Plinth/postgres/bin/postgres";

/// What a desktop lists it by, and opens its links with.
const ENTRY: &str = "usr/share/applications/Plinth.desktop";

/// An installer without one of them would be found out only by who installs it.
pub fn is_whole(installers: &[impl AsRef<Path>], with_postgres: bool) -> Result<Outcome> {
    let dpkg = || Program::new("dpkg-deb").within(WITHIN);
    if dpkg().arg("--version").quiet().is_err() {
        return Ok(Outcome::Skipped("dpkg-deb is missing".into()));
    }
    let postgres = with_postgres.then_some(POSTGRES);
    for deb in debs(installers) {
        let list = dpkg().arg("-c").arg(deb).quiet()?;
        let mut wanted = PROGRAMS.into_iter().chain(postgres);
        if let Some(missing) = wanted.find(|path| !lists(&list, path)) {
            return Err(Error::new(format!("{} has no {missing}", deb.display()))
                .hint("see the programs and resources of src-tauri/tauri.conf.json"));
        }
    }
    Ok(Outcome::Done("all programs are in it".into()))
}

fn debs(installers: &[impl AsRef<Path>]) -> impl Iterator<Item = &Path> {
    let all = installers.iter().map(AsRef::as_ref);
    all.filter(|file| file.extension().is_some_and(|it| it == "deb"))
}

/// Each line ends with the path, which begins with `./` or not.
fn lists(list: &str, path: &str) -> bool {
    let mut paths = list.lines().filter_map(|line| line.split(' ').next_back());
    paths.any(|listed| listed.trim_start_matches("./") == path)
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

/// Where dpkg is missing, the packages stay as they are.
pub fn pack_with_xz(project: &Project, installers: &[impl AsRef<Path>]) -> Result<Outcome> {
    let dpkg = || Program::new("dpkg-deb").within(WITHIN);
    if dpkg().arg("--version").quiet().is_err() {
        return Ok(Outcome::Skipped("dpkg-deb is missing".into()));
    }
    for deb in debs(installers) {
        let content = project.kept().join("bundle/deb");
        let _ = fs::remove_dir_all(&content);
        dpkg().arg("--raw-extract").arg(deb).arg(&content).must()?;
        let entry = fs::read_to_string(content.join(ENTRY)).context("the .deb has no entry")?;
        if !opens_links(&entry) {
            return Err(Error::new(format!("{ENTRY} does not open plinth:// links"))
                .hint("see plugins and desktopTemplate in src-tauri/tauri.conf.json"));
        }
        dpkg()
            .args(["--root-owner-group", "-Zxz", "-z9", "-Sextreme", "--build"])
            .arg(&content)
            .arg(deb)
            .must()?;
        fs::remove_dir_all(&content).context("cannot remove what was packed")?;
    }
    Ok(Outcome::Done("xz".into()))
}

#[cfg(test)]
mod tests {
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
                    -rwxr-xr-x root/root 9 2026-11-25 19:06 usr/bin/plinth-sandbox\n";
        assert!(lists(list, PROGRAMS[1]) && lists(list, PROGRAMS[2]));
        assert!(!lists(list, PROGRAMS[0]), "another begins with its name");
    }
}
