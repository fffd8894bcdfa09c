use std::ffi::OsStr;
use std::process::Command;
use std::time::{Duration, Instant};

use testkit::process::ChildGuard;

use super::super::{PATIENCE, Window};
use super::Desktop;

impl Desktop {
    /// The app as a person starts it on this desktop, without WebDriver.
    pub fn app(&self) -> Command {
        let mut command = self.command(&self.program.to_string_lossy());
        command
            .env("PLINTH_DATA_DIR", self.data())
            .env_remove("TAURI_WEBVIEW_AUTOMATION");
        command
    }

    /// Another program opens a link, as the system does: the app is started with it, hands it to the one that runs, and ends.
    pub async fn follow(&self, link: impl AsRef<OsStr>) {
        let mut second = self.app();
        second.arg(link);
        let ended = tokio::task::spawn_blocking(move || second.status().unwrap());
        let ended = tokio::time::timeout(PATIENCE, ended).await;
        let status = ended.expect("the second one stays").unwrap();
        assert!(status.success(), "the second one ended badly: {status}");
    }

    /// Opens the app's window. The one before must be closed.
    pub async fn open(&mut self) -> Window {
        self.open_with(&[]).await
    }

    /// Opens the app's window with arguments, such as a link.
    pub async fn open_with(&mut self, arguments: &[&str]) -> Window {
        self.start_driver();
        let port = self.driver.as_ref().map(|(_, port)| *port).unwrap();
        let named = (self.name.clone(), self.display());
        let window = Window::open(port, &self.program, arguments, named).await;
        window.assert_bundled_page().await;
        window.shows_the_interface().await;
        window.record_traffic().await;
        window
    }

    fn start_driver(&mut self) {
        self.driver = None;
        let port = free_port();
        let mut command = self.command("WebKitWebDriver");
        command.arg(format!("--port={port}"));
        command.env("PLINTH_DATA_DIR", self.data());
        if let Some(log) = std::env::var_os("PLINTH_TEST_LOG") {
            let file = std::fs::File::options()
                .create(true)
                .append(true)
                .open(log)
                .unwrap();
            command.stdout(file.try_clone().unwrap()).stderr(file);
        }
        let driver = ChildGuard::start(&mut command);
        let end = Instant::now() + PATIENCE;
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < end, "WebKitWebDriver did not come up");
            std::thread::sleep(Duration::from_millis(20));
        }
        self.driver = Some((driver, port));
    }
}

fn free_port() -> u16 {
    std::net::TcpListener::bind(("127.0.0.1", 0))
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}
