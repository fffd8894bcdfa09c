//! Lets the page call the commands of the one list in `src/bindings.rs`, and no other.

use std::path::PathBuf;
use std::{env, fs};

use tauri_build::{AppManifest, Attributes};

const LIST: &str = "src/bindings.rs";

fn main() {
    println!("cargo::rerun-if-changed={LIST}");
    let list = fs::read_to_string(LIST).expect("the list of commands is readable");
    let commands: Vec<&str> = list
        .lines()
        .filter_map(|line| line.trim().strip_prefix("command::")?.strip_suffix(','))
        .filter_map(|path| path.rsplit("::").next())
        .collect();
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
