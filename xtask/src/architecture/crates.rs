//! What `deny.toml` cannot say of who may know whom: that no crate is left out there, and what is for tests alone.

use std::path::Path;

use super::Violation;
use crate::project::Package;

/// What tests share: a crate may have it as a dependency of its tests alone, but for the crate of tests.
const TESTKIT: &str = "testkit";
const TESTS: &str = "plinth-tests";

/// `rules` is the text of `deny.toml`.
pub fn check(root: &Path, packages: &[Package], rules: &str) -> Vec<Violation> {
    let mut found = Vec::new();
    for package in packages {
        let manifest = package.manifest_path.strip_prefix(root);
        let manifest = manifest.unwrap_or(&package.manifest_path);
        for dependency in &package.dependencies {
            let name = dependency.name.as_str();
            let is_ours = packages.iter().any(|it| it.name == name);
            if is_ours && !rules.contains(&format!("crate = \"{name}\"")) {
                let what = format!("`{name}` has no row yet that says which crates may know it");
                found.push(Violation::new("deny.toml", 0, what));
            }
            if name == TESTKIT && !dependency.is_of_tests() && package.name != TESTS {
                let what = format!("`{}` must not know `{name}`", package.name);
                found.push(Violation::new(manifest, 0, what));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Dependency;

    fn found(name: &str, dependency: &str, kind: Option<&str>) -> Vec<String> {
        let package = |name: &str, dependencies| Package {
            name: name.into(),
            manifest_path: format!("{name}/Cargo.toml").into(),
            dependencies,
            targets: Vec::new(),
        };
        let dependency = Dependency {
            name: dependency.into(),
            kind: kind.map(Into::into),
        };
        let packages = [
            package(name, vec![dependency]),
            package("vault", Vec::new()),
            package("stranger", Vec::new()),
            package(TESTKIT, Vec::new()),
        ];
        let rules = "{ crate = \"vault\", wrappers = [\"app\"] },\n{ crate = \"testkit\" },";
        let found = check(Path::new(""), &packages, rules);
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_crate_that_others_know_has_a_row() {
        assert_eq!(found("app", "vault", None), Vec::<String>::new());
        assert_eq!(found("app", "serde", None), Vec::<String>::new());
        assert_eq!(
            found("app", "stranger", None),
            ["deny.toml: `stranger` has no row yet that says which crates may know it"]
        );
    }

    #[test]
    fn what_tests_share_is_for_tests() {
        assert_eq!(found("app", TESTKIT, Some("dev")), Vec::<String>::new());
        assert_eq!(found(TESTS, TESTKIT, None), Vec::<String>::new());
        assert_eq!(
            found("app", TESTKIT, None),
            ["app/Cargo.toml: `app` must not know `testkit`"]
        );
    }
}
