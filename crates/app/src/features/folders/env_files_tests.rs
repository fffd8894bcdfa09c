#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::*;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Self(folder)
    }

    fn path(&self) -> PathBuf {
        self.0.path().canonicalize().unwrap()
    }

    fn files(&self, env_file: &str) -> Result<EnvFiles, Error> {
        let settings = FolderSettings {
            env_file: env_file.to_owned(),
            ..FolderSettings::default()
        };
        EnvFiles::read(&settings, &self.path())
    }
}

fn value(files: &EnvFiles, written: Option<&str>) -> Result<Option<String>, String> {
    let written = written.map(SecretString::from);
    let read = files.reading("DATABASE_URL", written.as_ref())?;
    Ok(read.map(|it| it.expose_secret().to_owned()))
}

#[test]
fn only_the_written_env_file_has_to_be_readable() {
    let folder = Folder::new(&[(".env", "DATABASE_URL=one\n")]);
    std::fs::create_dir(folder.path().join(".env.local")).unwrap();
    let dangling = folder.path().join(".env.development.local");
    std::os::unix::fs::symlink("nothing", dangling).unwrap();
    let files = folder.files("./.env").unwrap();
    assert_eq!(files.unread.len(), 2);
    assert_eq!(value(&files, None).unwrap().as_deref(), Some("one"));
    assert!(folder.files(".env.local").is_err());
    // With another file to write, a folder called `.env` is a neighbour.
    let folder = Folder::new(&[]);
    std::fs::create_dir(folder.path().join(".env")).unwrap();
    let files = folder.files(".env.local").unwrap();
    assert_eq!((files.unread.len(), value(&files, None)), (1, Ok(None)));
}

#[test]
fn file_that_others_may_read_keeps_a_value_back_that_plinth_did_not_write() {
    let outside = Folder::new(&[("secrets", "DATABASE_URL=other\n")]);
    let folder = Folder::new(&[(".env", "DATABASE_URL=one\n")]);
    let link = folder.path().join(".env.local");
    std::os::unix::fs::symlink(outside.path().join("secrets"), link).unwrap();
    let files = folder.files(".env").unwrap();
    let refused = value(&files, None).unwrap_err();
    assert!(
        refused.contains(".env.local is a link to a file outside"),
        "{refused}"
    );
    assert_eq!(value(&files, Some("one")).unwrap().as_deref(), Some("one"));
}

#[test]
fn env_file_of_the_folder_alone_is_overridden_by_all_others() {
    let folder = Folder::new(&[
        ("db.env", "DATABASE_URL=one\n"),
        (".env", "DATABASE_URL=\n"),
    ]);
    let files = folder.files("db.env").unwrap();
    assert_eq!(value(&files, None).unwrap().as_deref(), Some("one"));
    std::fs::write(folder.path().join(".env"), "DATABASE_URL=two\n").unwrap();
    let files = folder.files("db.env").unwrap();
    assert!(value(&files, Some("one")).is_err());
}

#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let around = tempfile::tempdir().unwrap();
    let around = around.path().canonicalize().unwrap();
    let folder = around.join("project");
    std::fs::create_dir_all(folder.join("config")).unwrap();
    std::fs::write(around.join("secrets"), "A=1").unwrap();
    std::fs::write(folder.join("config/env"), "A=1").unwrap();
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, folder.join(name)).unwrap();
        within(&folder, &folder.join(name))
    };
    assert_eq!(
        link("config/env", ".env").unwrap(),
        folder.join("config/env")
    );
    assert!(link("../secrets", ".env.local").is_err());
    assert!(link("..", "up").is_err());
    assert!(within(&folder, &folder.join("up/secrets")).is_err());
    assert_eq!(
        within(&folder, &folder.join(".new")).unwrap(),
        folder.join(".new")
    );
}
