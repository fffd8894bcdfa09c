//! What a folder is to get, checked as the plugin for Vite checks its options.

use std::path::{Component, Path, PathBuf};

use crate::Error;
use crate::base::disk::{blocking, expand, is_odd_on_windows, real_path, why};
use crate::tools::connect::EnvNames;
use crate::tools::options;
use crate::view::{
    ErrorCode, FolderSeed, FolderSettings, FolderSource, InstantServiceChoice, TemporaryOptions,
};

/// Settings that can be used, without blanks around their texts.
pub(super) fn checked(mut settings: FolderSettings) -> Result<FolderSettings, Error> {
    settings.env_file = settings.env_file.trim().to_owned();
    settings.variable = settings.variable.trim().to_owned();
    settings.public_prefix = settings.public_prefix.trim().to_owned();
    must_be_inside(&settings.env_file)?;
    let names = EnvNames::new(&settings.variable, &settings.public_prefix).map_err(|error| {
        Error::invalid(error.to_string())
            .hint("Use letters, digits and underscores, such as DATABASE_URL and VITE_.")
    })?;
    must_be_private(&names)?;
    settings.referrer = options::check_words(&create_options(&settings))?;
    if let FolderSource::Temporary {
        service: Some(InstantServiceChoice::Custom { address }),
    } = &settings.source
    {
        options::address(address)?;
    }
    if let Some(FolderSeed::SqlScript { path }) = &mut settings.seed {
        *path = path.trim().to_owned();
        if path.is_empty() || path.contains('\0') {
            return Err(Error::invalid("The SQL file has no path").hint("Choose a file."));
        }
        if matches!(settings.source, FolderSource::Branch { .. }) {
            return Err(
                Error::invalid("An SQL file only fills a new temporary database")
                    .hint("Remove the SQL file, or choose a temporary database."),
            );
        }
    }
    Ok(settings)
}

/// How a temporary database of these settings is made.
pub(super) fn create_options(settings: &FolderSettings) -> TemporaryOptions {
    let service = match &settings.source {
        FolderSource::Temporary { service } => service.clone(),
        FolderSource::Branch { .. } => None,
    };
    TemporaryOptions {
        service,
        reference: settings.referrer.clone(),
        env_key: settings.variable.clone(),
        env_prefix: settings.public_prefix.clone(),
        ..TemporaryOptions::default()
    }
}

/// A folder that a person named, links followed.
pub(super) async fn folder(path: &str) -> Result<String, Error> {
    let path = expand(path)?;
    blocking(move || {
        let failed = |why: String| {
            let message = format!("The folder {} can't be used: {why}", path.display());
            Error::new(ErrorCode::File, message).hint("Choose another folder.")
        };
        let found = real_path(&path).map_err(|error| failed(why(&error)))?;
        if !found.is_dir() {
            return Err(failed("it is no folder".to_owned()));
        }
        let text = found.into_os_string().into_string();
        text.map_err(|_| failed("its path is not UTF-8".to_owned()))
    })
    .await
}

/// The SQL file of a folder, links followed, and whether it lies outside of the folder.
pub(super) async fn seed_file(folder: &str, path: &str) -> Result<(PathBuf, bool), Error> {
    let folder = PathBuf::from(folder);
    let path = match path.starts_with("~/") {
        true => expand(path)?,
        false => folder.join(path),
    };
    blocking(move || {
        let found = real_path(&path).map_err(|error| {
            let message = format!(
                "The SQL file {} can't be read: {}",
                path.display(),
                why(&error)
            );
            Error::new(ErrorCode::File, message).hint("Correct its path, or choose another file.")
        })?;
        let is_outside = !found.starts_with(&folder);
        Ok((found, is_outside))
    })
    .await
}

fn must_be_inside(path: &str) -> Result<(), Error> {
    let mut parts = Path::new(path).components();
    let is_inside = !path.is_empty()
        && !path.contains('\0')
        && parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !is_inside {
        return Err(Error::invalid("The env file is not in the folder")
            .hint("Enter its path in the folder, such as .env or .env.local."));
    }
    let is_odd = |part: Component<'_>| match part {
        Component::Normal(name) => name.to_str().is_none_or(is_odd_on_windows),
        _ => false,
    };
    if cfg!(windows) && Path::new(path).components().any(is_odd) {
        return Err(
            Error::invalid("Windows does not take this name for that of a file")
                .hint("Enter another name, such as .env or .env.local."),
        );
    }
    Ok(())
}

/// Frameworks put what starts so into the page.
fn must_be_private(names: &EnvNames) -> Result<(), Error> {
    let prefix = names.prefix();
    if prefix.is_empty() || !names.key().starts_with(prefix) {
        return Ok(());
    }
    let message = format!(
        "{} would be public, because it starts with {prefix}",
        names.key()
    );
    Err(Error::invalid(message).hint("Choose another variable, or another public prefix."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(change: impl FnOnce(&mut FolderSettings)) -> Result<FolderSettings, String> {
        let mut settings = FolderSettings::default();
        change(&mut settings);
        checked(settings).map_err(|error| error.to_string())
    }

    #[test]
    fn the_defaults_are_the_plugins() {
        let settings = check(|_| {}).unwrap();
        assert_eq!(settings.env_file, ".env");
        assert_eq!(settings.variable, "DATABASE_URL");
        assert_eq!(settings.public_prefix, "VITE_");
        assert_eq!(settings.seed, None);
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        for path in ["", "/etc/env", "../.env", "a/../../.env"] {
            let refused = check(|it| it.env_file = path.to_owned());
            assert_eq!(
                refused.unwrap_err(),
                "The env file is not in the folder",
                "{path}"
            );
        }
        assert!(check(|it| it.env_file = "packages/web/.env".to_owned()).is_ok());
        let public = check(|it| it.variable = "VITE_DB".to_owned());
        assert_eq!(
            public.unwrap_err(),
            "VITE_DB would be public, because it starts with VITE_"
        );
        assert!(check(|it| it.variable = "1A".to_owned()).is_err());
        assert!(check(|it| it.referrer = "  ".to_owned()).is_err());
        let seeded_branch = check(|it| {
            it.seed = Some(FolderSeed::SqlScript {
                path: "seed.sql".to_owned(),
            });
            it.source = FolderSource::Branch {
                account_id: "a".to_owned(),
                project_id: "p".to_owned(),
                request: crate::view::ConnectionRequest::default(),
            };
        });
        assert!(seeded_branch.is_err());
    }
}
