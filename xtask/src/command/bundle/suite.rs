//! The release of Debian or its kin that this machine runs, and where its packages come from.

use std::collections::BTreeSet;
use std::fs;

use crate::error::{Context, Error, Result};
use crate::program::Program;

#[derive(Debug, PartialEq, Eq)]
pub struct Suite {
    pub name: String,
    /// Separated by commas.
    pub components: String,
    pub mirror: String,
    /// Its `sources.list`.
    pub sources: String,
}

/// Whose packages are those of the system itself.
const ORIGINS: [&str; 2] = ["Debian", "Ubuntu"];
const FORMAT: &str = "$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)";

impl Suite {
    /// This machine's own, or another one from the same mirror.
    pub fn find(other: Option<&str>) -> Result<Self> {
        let system =
            fs::read_to_string("/etc/os-release").context("cannot read /etc/os-release")?;
        let own = system
            .lines()
            .find_map(|it| it.strip_prefix("VERSION_CODENAME="));
        let own = own.unwrap_or_default().trim_matches('"');
        let said = Program::new("apt-get")
            .args(["indextargets", "--format", FORMAT, "Created-By: Packages"])
            .quiet()?;
        read(&said, own, other.unwrap_or(own)).ok_or_else(|| {
            Error::new(format!("apt has no packages of {own}"))
                .hint("run `apt-get update`, and see /etc/apt/sources.list")
        })
    }
}

fn read(said: &str, own: &str, wanted: &str) -> Option<Suite> {
    let mut suite = Suite {
        name: wanted.to_owned(),
        components: String::new(),
        mirror: String::new(),
        sources: String::new(),
    };
    let mut components = BTreeSet::new();
    let mut sources = BTreeSet::new();
    for line in said.lines() {
        let [origin, address, release, component] = line.split(' ').collect::<Vec<_>>()[..] else {
            continue;
        };
        let Some(pocket) = release
            .strip_prefix(own)
            .filter(|_| ORIGINS.contains(&origin))
        else {
            continue;
        };
        let address = mirror(address)?;
        sources.insert(format!("deb {address} {wanted}{pocket} {component}"));
        if pocket.is_empty() {
            components.insert(component);
            suite.mirror = address;
        }
    }
    suite.components = components.into_iter().collect::<Vec<_>>().join(",");
    suite.sources = sources.into_iter().collect::<Vec<_>>().join("\n");
    (!suite.mirror.is_empty()).then_some(suite)
}

/// A list of mirrors is a file of this machine; its first is taken.
fn mirror(address: &str) -> Option<String> {
    match address.strip_prefix("mirror+file:") {
        None => Some(address.to_owned()),
        Some(file) => {
            let list = fs::read_to_string(file.trim_end_matches('/')).ok()?;
            list.split_whitespace().next().map(str::to_owned)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "Debian http://a.invalid/debian/ bookworm main\n\
                        Debian http://a.invalid/debian/ bookworm-updates main\n\
                        Other https://b.invalid/ bookworm stable\n\
                        Debian http://a.invalid/security/ bookworm-security main\n\
                        Debian http://a.invalid/debian/ bookworm contrib\n";

    #[test]
    fn the_system_s_own_packages_are_taken_from_where_it_has_them() {
        let suite = read(SAID, "bookworm", "bookworm").unwrap();
        assert_eq!(suite.mirror, "http://a.invalid/debian/");
        assert_eq!(suite.components, "contrib,main");
        assert_eq!(
            suite.sources,
            "deb http://a.invalid/debian/ bookworm contrib\n\
             deb http://a.invalid/debian/ bookworm main\n\
             deb http://a.invalid/debian/ bookworm-updates main\n\
             deb http://a.invalid/security/ bookworm-security main"
        );
        assert_eq!(read(SAID, "sid", "sid"), None);
    }

    #[test]
    fn another_release_is_taken_from_the_same_places() {
        let suite = read(SAID, "bookworm", "trixie").unwrap();
        let last = suite.sources.lines().last();
        assert_eq!(
            last,
            Some("deb http://a.invalid/security/ trixie-security main")
        );
    }

    #[test]
    fn the_first_of_a_list_of_mirrors_is_taken() {
        let list = tempfile::NamedTempFile::new().unwrap();
        fs::write(
            list.path(),
            "http://c.invalid/ubuntu/\tpriority:1\nhttp://d.invalid/\n",
        )
        .unwrap();
        let address = format!("mirror+file:{}/", list.path().display());
        assert_eq!(
            mirror(&address).as_deref(),
            Some("http://c.invalid/ubuntu/")
        );
    }
}
