//! Lets the page call the commands of the list in `src/bindings.rs` and those of the host's list that are for it, and no other.

use std::path::PathBuf;
use std::{env, fs};

use tauri_build::{AppManifest, Attributes};

const OF_WINDOW: &str = "src/bindings.rs";
const OF_HOST: &str = "../crates/host/src/command/mod.rs";

fn main() {
    let of_window = read(OF_WINDOW, |line| {
        line.strip_prefix("command::")?.strip_suffix(',')
    });
    let of_host = read(OF_HOST, |line| {
        let mut words = line.split(['(', ' ']);
        let access = words.next()?;
        (access == "Page" || access == "Guarded").then_some(())?;
        words.nth(1)
    });
    let commands = [of_window, of_host].concat();
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("permissions");
    fs::create_dir_all(&folder).expect("the build's folder is writable");
    let permission = format!(
        "[[permission]]\nidentifier = \"window-commands\"\ndescription = \"The commands of the main window.\"\n\
         commands.allow = {commands:#?}\n"
    );
    fs::write(folder.join("window.toml"), permission).expect("the build's folder is writable");
    let pattern = folder.join("*.toml").display().to_string().leak();
    let app = AppManifest::new().permissions_path_pattern(pattern);
    if let Err(error) = tauri_build::try_build(Attributes::new().app_manifest(app)) {
        panic!("{error:#}");
    }
}

/// The last names of the paths that lines of a list have.
fn read(list: &str, path: impl Fn(&str) -> Option<&str>) -> Vec<String> {
    println!("cargo::rerun-if-changed={list}");
    let text = fs::read_to_string(list).expect("the list of commands is readable");
    let paths = text.lines().filter_map(|line| path(line.trim()));
    let names = paths.filter_map(|path| path.rsplit("::").next());
    names.map(str::to_owned).collect()
}
