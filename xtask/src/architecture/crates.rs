//! Walls that show in Cargo's own list: members on members, and the packages only one room may name.

use std::path::Path;

use super::Violation;
use crate::project::Package;

/// Each member and the members it may depend on.
const MEMBERS: &[(&str, &[&str])] = &[
    ("api", &[]),
    ("envfile", &[]),
    ("pgclient", &[]),
    ("vault", &[]),
    ("sandbox", &[]),
    ("app", &["api", "envfile", "pgclient", "vault"]),
    ("plinth", &["app", "api", "vault", "sandbox"]),
    ("plinth-tests", &["app", "api", "vault", "sandbox"]),
    (TESTKIT, &[]),
    ("xtask", &[]),
];

/// What tests share: any member may have it as a dependency of its tests, and only `plinth-tests` as one of its own.
const TESTKIT: &str = "testkit";

/// A family of packages and the one member that may name it.
pub const ONE_ROOM: &[(&str, &str)] = &[
    ("reqwest", "api"),
    ("keyring", "vault"),
    ("axum", "sandbox"),
    ("tauri", "plinth"),
];

/// The packages that the product is built on: each is depended on and named in source.
pub const BUILT_ON: [&str; 9] = [
    "tauri",
    "tokio",
    "reqwest",
    "serde",
    "serde_json",
    "keyring",
    "tauri-plugin-shell",
    "tauri-plugin-dialog",
    "chrono",
];

pub fn check(root: &Path, packages: &[Package]) -> Vec<Violation> {
    let mut found = Vec::new();
    for package in packages {
        let manifest = package
            .manifest_path
            .strip_prefix(root)
            .unwrap_or(&package.manifest_path);
        let Some((_, allowed)) = MEMBERS.iter().find(|(name, _)| *name == package.name) else {
            found.push(Violation::new(
                manifest,
                0,
                format!(
                    "`{}` has no rules yet: give it a row in xtask/src/architecture/crates.rs",
                    package.name
                ),
            ));
            continue;
        };
        for dependency in &package.dependencies {
            let name = dependency.name.as_str();
            let is_allowed = match name {
                TESTKIT => dependency.is_of_tests() || package.name == "plinth-tests",
                _ => allowed.contains(&name),
            };
            if MEMBERS.iter().any(|(member, _)| *member == name) && !is_allowed {
                found.push(Violation::new(
                    manifest,
                    0,
                    format!("`{}` must not know `{name}`", package.name),
                ));
            }
            if let Some((family, owner)) = ONE_ROOM.iter().find(|(family, _)| is_of(name, family))
                && *owner != package.name
            {
                found.push(Violation::new(
                    manifest,
                    0,
                    format!(
                        "only `{owner}` names {family}, and `{}` depends on `{name}`",
                        package.name
                    ),
                ));
            }
        }
    }
    for name in BUILT_ON {
        if !packages
            .iter()
            .any(|package| package.dependencies.iter().any(|d| d.name == name))
        {
            found.push(Violation::new(
                "Cargo.toml",
                0,
                format!("no room depends on `{name}`, which the product is built on"),
            ));
        }
    }
    found
}

/// `tauri-plugin-shell` is of the family `tauri`; `tauriscope` is not.
pub fn is_of(name: &str, family: &str) -> bool {
    name.strip_prefix(family)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Dependency;

    fn package(name: &str, dependencies: &[&str]) -> Package {
        Package {
            name: name.into(),
            manifest_path: format!("{name}/Cargo.toml").into(),
            dependencies: dependencies
                .iter()
                .map(|d| Dependency {
                    name: (*d).into(),
                    kind: None,
                })
                .collect(),
        }
    }

    fn whole() -> Vec<Package> {
        vec![
            package("api", &["reqwest", "chrono", "serde", "serde_json"]),
            package("vault", &["keyring", "keyring-core"]),
            package("sandbox", &["axum", "tokio"]),
            package("envfile", &["tempfile"]),
            package("app", &["api", "envfile", "pgclient", "vault"]),
            package(
                "plinth",
                &[
                    "app",
                    "sandbox",
                    "tauri",
                    "tauri-build",
                    "tauri-plugin-shell",
                    "tauri-plugin-dialog",
                ],
            ),
            package("plinth-tests", &["app", "sandbox"]),
        ]
    }

    fn found(packages: &[Package]) -> Vec<String> {
        check(Path::new(""), packages)
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn a_tree_that_keeps_the_walls_passes() {
        assert_eq!(found(&whole()), Vec::<String>::new());
    }

    #[test]
    fn each_forbidden_edge_is_found() {
        for (name, dependency, words) in [
            ("app", "sandbox", "`app` must not know `sandbox`"),
            ("api", "vault", "`api` must not know `vault`"),
            ("sandbox", "api", "`sandbox` must not know `api`"),
            ("envfile", "app", "`envfile` must not know `app`"),
            ("vault", "envfile", "`vault` must not know `envfile`"),
            ("pgclient", "envfile", "`pgclient` must not know `envfile`"),
            ("sandbox", "pgclient", "`sandbox` must not know `pgclient`"),
            ("app", "testkit", "`app` must not know `testkit`"),
            ("xtask", "app", "`xtask` must not know `app`"),
            ("app", "reqwest", "only `api` names reqwest"),
            ("app", "keyring-core", "only `vault` names keyring"),
            ("plinth-tests", "axum", "only `sandbox` names axum"),
            ("app", "tauri-plugin-opener", "only `plinth` names tauri"),
            ("stranger", "serde", "`stranger` has no rules yet"),
        ] {
            let mut packages = whole();
            packages.push(package(name, &[dependency]));
            let found = found(&packages);
            assert!(
                found.len() == 1 && found[0].contains(words),
                "{name} → {dependency}: {found:?}"
            );
        }
    }

    #[test]
    fn what_tests_share_is_for_tests() {
        let mut packages = whole();
        packages[0].dependencies.push(Dependency {
            name: TESTKIT.into(),
            kind: Some("dev".into()),
        });
        packages.push(package("plinth-tests", &[TESTKIT]));
        assert_eq!(found(&packages), Vec::<String>::new());
    }

    #[test]
    fn a_package_that_went_missing_is_found() {
        let mut packages = whole();
        packages[0].dependencies.retain(|d| d.name != "chrono");
        assert_eq!(
            found(&packages),
            ["Cargo.toml: no room depends on `chrono`, which the product is built on"]
        );
    }

    #[test]
    fn families_end_at_a_word() {
        assert!(
            is_of("tauri", "tauri")
                && is_of("tauri-build", "tauri")
                && is_of("keyring_core", "keyring")
        );
        assert!(!is_of("tauriscope", "tauri") && !is_of("api", "app"));
    }
}
