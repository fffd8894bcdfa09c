//! Lets the page call what `generated.ts` names, and nothing else.

use std::path::PathBuf;
use std::{env, fs};

use tauri_build::{AppManifest, Attributes};

const GENERATED: &str = "../ui/src/ipc/generated.ts";

fn main() {
    let commands = commands();
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

/// Returns the operations of `generated.ts` in snake case: `NAME: { args: …`.
fn commands() -> Vec<String> {
    println!("cargo::rerun-if-changed={GENERATED}");
    let text = fs::read_to_string(GENERATED).expect("the generated types are readable");
    let names = text
        .lines()
        .filter_map(|line| line.trim().split_once(": { args: "));
    names.map(|(name, _)| snake_case(name)).collect()
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}
