//! The announcement of a version: which installer is for which system, with its signature. Plinth reads it when it looks for
//! updates (0076).

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::project::{Project, below};

/// Which system an installer is for, by how its name ends. Those of package managers are in no announcement (0076).
const SYSTEMS: [(&str, &str); 5] = [
    ("_amd64.AppImage", "linux-x86_64"),
    ("_aarch64.AppImage", "linux-aarch64"),
    ("_x64-setup.exe", "windows-x86_64"),
    ("_aarch64.app.tar.gz", "darwin-aarch64"),
    ("_x64.app.tar.gz", "darwin-x86_64"),
];

pub fn run(args: &Args) -> Result<bool> {
    let needed = |name: &'static str| {
        let value = args.value(name).map(str::to_owned);
        value.ok_or_else(|| Error::usage(format!("an announcement needs `{name}`")))
    };
    let (folder, base) = (needed("--installers")?, needed("--from")?);
    let into = args.value("--into").map(PathBuf::from);
    let into = into.map_or_else(|| Ok(Project::find()?.kept().join("bundle")), Ok)?;
    let signed = signed_in(Path::new(&folder))?;
    let platforms = platforms(&signed, &base);
    if platforms.is_empty() {
        return Err(Error::new(format!(
            "{folder} has no installer with a signature beside it"
        ))
        .hint("build them with `--updates` and `--updates-key`, and sign them with `tauri signer sign --app-version VERSION FILE`"));
    }
    let text = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "notes": args.value("--notes").unwrap_or_default(),
        "pub_date": args.value("--published"),
        "platforms": platforms,
    });
    fs::create_dir_all(&into).context(format_args!("cannot create {}", into.display()))?;
    let announcement = into.join("plinth.json");
    let text = serde_json::to_string_pretty(&text).context("cannot write the announcement")?;
    fs::write(&announcement, text).context("cannot write the announcement")?;
    println!("  {}", announcement.display());
    Ok(true)
}

/// The names of the installers there, each with its signature.
fn signed_in(folder: &Path) -> Result<Vec<(String, String)>> {
    let mut signed = Vec::new();
    for signature in below(folder) {
        let name = signature.file_name().unwrap_or_default().to_string_lossy();
        if let Some(installer) = name.strip_suffix(".sig") {
            let text = fs::read_to_string(&signature);
            let text = text.context(format_args!("cannot read {}", signature.display()))?;
            signed.push((installer.to_owned(), text.trim().to_owned()));
        }
    }
    Ok(signed)
}

fn platforms(signed: &[(String, String)], base: &str) -> Map<String, Value> {
    let entries = signed.iter().filter_map(|(installer, signature)| {
        let (_, system) = SYSTEMS.iter().find(|(end, _)| installer.ends_with(end))?;
        let url = format!("{}/{installer}", base.trim_end_matches('/'));
        let entry = json!({ "url": url, "signature": signature });
        Some(((*system).to_owned(), entry))
    });
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_replaces_itself_is_announced_and_what_a_package_manager_owns_is_not() {
        let of = |name: &str| (name.to_owned(), format!("signature of {name}"));
        let signed = [
            "Plinth_0.2.0_amd64.AppImage",
            "Plinth_0.2.0_amd64.deb",
            "Plinth-0.2.0-1.x86_64.rpm",
            "Plinth_0.2.0_x64-setup.exe",
            "Plinth_aarch64.app.tar.gz",
        ]
        .map(of);
        let platforms = platforms(&signed, "https://files.example/v0.2.0/");
        let systems: Vec<&str> = platforms.keys().map(String::as_str).collect();
        assert_eq!(
            systems,
            ["darwin-aarch64", "linux-x86_64", "windows-x86_64"]
        );
        assert_eq!(
            platforms["linux-x86_64"],
            json!({
                "url": "https://files.example/v0.2.0/Plinth_0.2.0_amd64.AppImage",
                "signature": "signature of Plinth_0.2.0_amd64.AppImage"
            })
        );
    }
}
