//! Packs a `.deb` again with xz, as Debian's own packages are. Tauri packs with gzip, which makes it half larger.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::error::{Context, Result};
use crate::program::{Program, on_path};
use crate::project::Project;
use crate::steps::Outcome;

/// Reading, packing and writing 60 MB takes less than one.
const WITHIN: Duration = Duration::from_secs(10 * 60);

/// Where dpkg is missing, the packages stay as they are.
pub fn pack_with_xz(project: &Project, installers: &[impl AsRef<Path>]) -> Result<Outcome> {
    if !on_path("dpkg-deb") {
        return Ok(Outcome::Skipped("dpkg-deb is missing".into()));
    }
    let dpkg = || Program::new("dpkg-deb").within(WITHIN);
    let all = installers.iter().map(AsRef::as_ref);
    for deb in all.filter(|file| file.extension().is_some_and(|it| it == "deb")) {
        let content = project.kept().join("bundle/deb");
        let _ = fs::remove_dir_all(&content);
        dpkg().arg("--raw-extract").arg(deb).arg(&content).must()?;
        dpkg()
            .args(["--root-owner-group", "-Zxz", "-z9", "-Sextreme", "--build"])
            .arg(&content)
            .arg(deb)
            .must()?;
        fs::remove_dir_all(&content).context("cannot remove what was packed")?;
    }
    Ok(Outcome::Done("xz".into()))
}
