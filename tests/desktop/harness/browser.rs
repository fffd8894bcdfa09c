use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::PATIENCE;

/// The browser of the test: a recorder named `xdg-open` that writes down what it was asked to open.
pub struct OpenedLinks {
    record: PathBuf,
    pub folder: PathBuf,
}

impl OpenedLinks {
    pub fn install(root: &Path) -> Self {
        let folder = root.join("bin");
        let record = root.join("opened-links");
        std::fs::create_dir_all(&folder).unwrap();
        let script = format!(
            "#!/bin/sh\nprintf '%s\\n' \"$1\" >> '{}'\n",
            record.display()
        );
        for name in ["xdg-open", "gio", "gnome-open", "kde-open", "wslview"] {
            let path = folder.join(name);
            // `gio open URL` has the address second.
            let text = if name == "gio" {
                script.replace("\"$1\"", "\"$2\"")
            } else {
                script.clone()
            };
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        Self { record, folder }
    }

    pub fn all(&self) -> Vec<String> {
        std::fs::read_to_string(&self.record)
            .unwrap_or_default()
            .lines()
            .map(str::to_owned)
            .collect()
    }

    /// Waits until a link was opened and returns the newest.
    pub async fn newest(&self) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(link) = self.all().pop() {
                return link;
            }
            assert!(Instant::now() < end, "no link was opened in the browser");
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }
}
