//! What the shell remembers between starts beside the settings.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::private_folder::{self, Durable};

const FILE: &str = "shell.json";
/// In percent.
pub const USUAL_ZOOM: u16 = 100;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Marks {
    /// A choice was made on the welcome screen.
    pub welcomed: bool,
    /// The sandbox was last started, not stopped, by hand.
    pub sandbox: bool,
    /// How large the page is drawn, in percent.
    pub zoom: u16,
}

impl Default for Marks {
    fn default() -> Self {
        Self {
            welcomed: false,
            sandbox: false,
            zoom: USUAL_ZOOM,
        }
    }
}

/// The marks and their file.
#[derive(Debug)]
pub struct Remembered {
    path: PathBuf,
    marks: Mutex<Marks>,
}

impl Remembered {
    /// Reads the file; one that is missing or damaged is as on the first start.
    pub fn load(dir: &Path) -> Self {
        let path = dir.join(FILE);
        let marks = Mutex::new(read(&path));
        Self { path, marks }
    }

    pub fn now(&self) -> Marks {
        self.marks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Changes the marks as they are in the file, which another program may have changed. A failure to save is logged: the worst that follows is a question asked again.
    pub fn change(&self, change: impl FnOnce(&mut Marks)) {
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        let before = read(&self.path);
        *marks = before.clone();
        change(&mut marks);
        if *marks != before
            && let Err(error) = save(&self.path, &marks)
        {
            tracing::warn!(%error, "{FILE} could not be written");
        }
    }
}

fn read(path: &Path) -> Marks {
    let bytes = app::disk::read_file(path).ok();
    let marks = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    marks.unwrap_or_default()
}

fn save(path: &Path, marks: &Marks) -> io::Result<()> {
    let text = serde_json::to_vec_pretty(marks)?;
    private_folder::replace(path, &text, Durable::Yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_outlive_a_restart() {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        let first = Remembered::load(&data);
        assert_eq!(first.now(), Marks::default());
        first.change(|marks| marks.welcomed = true);
        first.change(|marks| marks.zoom = 140);
        assert_eq!(
            Remembered::load(&data).now(),
            Marks {
                welcomed: true,
                sandbox: false,
                zoom: 140,
            }
        );
    }

    #[test]
    fn a_damaged_file_is_as_on_the_first_start() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(FILE), "{\"welcomed\":tr").unwrap();
        assert_eq!(Remembered::load(dir.path()).now(), Marks::default());
    }
}
