//! npm lock files that work on every platform: npm leaves optional packages of other platforms out
//! when it cannot see them, and then refuses its own lock.

use serde_json::Value;

use super::{Breach, File};

pub fn check(files: &[File]) -> Vec<Breach> {
    files
        .iter()
        .filter(|file| file.path.ends_with("package-lock.json"))
        .flat_map(|file| match serde_json::from_str(&file.text) {
            Ok(lock) => left_out(&lock)
                .into_iter()
                .map(|name| Breach::new(&file.path, 0, format!("the optional package `{name}` is left out: give it an entry with version, os and cpu")))
                .collect(),
            Err(_) => vec![Breach::new(&file.path, 0, "this is no lock file")],
        })
        .collect()
}

fn left_out(lock: &Value) -> Vec<&str> {
    let Some(packages) = lock["packages"].as_object() else {
        return Vec::new();
    };
    let mut missing: Vec<&str> = packages
        .iter()
        .flat_map(|(at, package)| {
            let names = package["optionalDependencies"].as_object();
            names
                .into_iter()
                .flat_map(|names| names.keys())
                .map(move |name| (at, name.as_str()))
        })
        .filter(|(at, name)| {
            let beside = format!("node_modules/{name}");
            !packages.contains_key(&beside) && !packages.contains_key(&format!("{at}/{beside}"))
        })
        .map(|(_, name)| name)
        .collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optional_package_that_is_left_out_is_found() {
        let lock = r#"{"packages": {
            "": {"name": "x"},
            "node_modules/a": {"optionalDependencies": {"a-linux": "1", "a-win": "1", "a-mac": "1"}},
            "node_modules/a-linux": {},
            "node_modules/a/node_modules/a-mac": {}
        }}"#;
        let found = check(&[File::made_up("ui/package-lock.json", lock)]);
        assert_eq!(found.len(), 1);
        assert!(found[0].what.contains("`a-win`"), "{found:?}");
    }
}
