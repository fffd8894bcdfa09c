//! Who replaces this Plinth with a newer one, and where that is asked for.

use std::path::Path;

use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::AppHandle;
use tauri::utils::config::BundleType;
use tauri::utils::platform::bundle_type;

/// Who replaces this Plinth with a newer one.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum UpdatedBy {
    /// Plinth itself, where the person wants it.
    Plinth,
    /// The package manager that installed the `.deb`.
    Deb,
    /// The package manager that installed the `.rpm`.
    Rpm,
    /// Flatpak.
    Flatpak,
    /// It would, and was built without an address to ask.
    NoAddress,
    /// Whoever built or unpacked it: it came from no package.
    Person,
}

/// Where a newer version is announced, and the key that its packages are signed with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub address: String,
    pub key: String,
}

/// Who updates this program, and where it asks if that is Plinth.
#[derive(Clone, Debug)]
pub struct Updating {
    pub by: UpdatedBy,
    pub source: Option<Source>,
}

impl Updating {
    pub fn of_this_build(app: &AppHandle) -> Self {
        let configured = app.config().plugins.0.get("updater");
        let source = overridden().or_else(|| configured.and_then(source_of));
        let package = Package {
            kind: bundle_type(),
            is_in_flatpak: Path::new("/.flatpak-info").is_file(),
            is_mounted: host::program::image().is_some(),
        };
        let by = package.updated_by(source.is_some());
        Self { by, source }
    }

    /// Where to ask, if that is for Plinth to do.
    pub fn own_source(&self) -> Option<&Source> {
        let source = self.source.as_ref();
        source.filter(|_| self.by == UpdatedBy::Plinth)
    }
}

/// How this program was installed.
#[derive(Debug)]
struct Package {
    /// What the bundler wrote into it.
    kind: Option<BundleType>,
    is_in_flatpak: bool,
    /// It runs out of an AppImage that can be replaced.
    is_mounted: bool,
}

impl Package {
    fn updated_by(&self, has_address: bool) -> UpdatedBy {
        let replaceable = match &self.kind {
            _ if self.is_in_flatpak => return UpdatedBy::Flatpak,
            Some(BundleType::Deb) => return UpdatedBy::Deb,
            Some(BundleType::Rpm) => return UpdatedBy::Rpm,
            Some(BundleType::AppImage) => self.is_mounted,
            // On macOS a program that was only built says the same.
            Some(BundleType::App | BundleType::Dmg) => !cfg!(debug_assertions),
            Some(BundleType::Nsis | BundleType::Msi) => true,
            _ => false,
        };
        match (replaceable, has_address) {
            (true, true) => UpdatedBy::Plinth,
            (true, false) => UpdatedBy::NoAddress,
            (false, _) => UpdatedBy::Person,
        }
    }
}

/// Of the configuration: the first address, and the key.
fn source_of(configured: &serde_json::Value) -> Option<Source> {
    let text = |value: &serde_json::Value| {
        value
            .as_str()
            .filter(|it| !it.is_empty())
            .map(str::to_owned)
    };
    Some(Source {
        address: text(configured.pointer("/endpoints/0")?)?,
        key: text(configured.get("pubkey")?)?,
    })
}

/// Those of a test. A release asks where its configuration says and nowhere else.
fn overridden() -> Option<Source> {
    let debug = cfg!(debug_assertions);
    let of = |name| std::env::var(name).ok().filter(|_| debug);
    Some(Source {
        address: of("PLINTH_UPDATES_ADDRESS")?,
        key: of("PLINTH_UPDATES_KEY")?,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_package_manager_owns_is_never_replaced() {
        let package = |kind, is_in_flatpak| Package {
            kind,
            is_in_flatpak,
            is_mounted: true,
        };
        for has_address in [true, false] {
            let by = |it: &Package| it.updated_by(has_address);
            assert_eq!(by(&package(Some(BundleType::Deb), false)), UpdatedBy::Deb);
            assert_eq!(by(&package(Some(BundleType::Rpm), false)), UpdatedBy::Rpm);
            for kind in [None, Some(BundleType::AppImage)] {
                assert_eq!(by(&package(kind, true)), UpdatedBy::Flatpak);
            }
            assert_eq!(by(&package(None, false)), UpdatedBy::Person);
        }
    }

    #[test]
    fn an_appimage_is_replaced_where_it_is_one_and_has_an_address() {
        let image = |is_mounted| Package {
            kind: Some(BundleType::AppImage),
            is_in_flatpak: false,
            is_mounted,
        };
        assert_eq!(image(true).updated_by(true), UpdatedBy::Plinth);
        assert_eq!(image(true).updated_by(false), UpdatedBy::NoAddress);
        assert_eq!(image(false).updated_by(true), UpdatedBy::Person);
    }

    #[test]
    fn an_address_counts_with_its_key_alone() {
        let both = json!({ "endpoints": ["https://a.example/plinth.json"], "pubkey": "key" });
        let source = source_of(&both).unwrap();
        assert_eq!(
            (&*source.address, &*source.key),
            ("https://a.example/plinth.json", "key")
        );
        for missing in [
            json!({ "endpoints": [], "pubkey": "key" }),
            json!({ "endpoints": ["https://a.example/plinth.json"], "pubkey": "" }),
            json!({ "endpoints": ["https://a.example/plinth.json"] }),
            json!({ "endpoints": [""], "pubkey": "key" }),
            json!(null),
        ] {
            assert_eq!(source_of(&missing), None, "{missing}");
        }
    }
}
