//! The desktop of one test, from its display to its WebDriver.

mod keychain;
mod kill;
mod open;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use testkit::bus::Bus;
use testkit::keychain::Daemon;
use testkit::process::{ChildGuard, command};
use testkit::shot::Shot;

use super::dragging::Dragging;
use super::{OpenedLinks, PATIENCE, Window, secrets};
use super::{display, process};

/// Debian's fontconfig brings DejaVu.
const FONTS: &str = r#"<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts/truetype/dejavu</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <match target="pattern">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
"#;

/// How the keychain of the test's desktop behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keychain {
    Unlocked,
    Locked,
    /// Not even a session bus.
    NoBus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

/// What the window looks like from outside.
#[derive(Clone, Copy, Debug)]
pub struct WindowOptions {
    pub theme: Theme,
    pub width: u32,
    pub height: u32,
}

impl Default for WindowOptions {
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            width: 1440,
            height: 900,
        }
    }
}

/// A desktop of one test: display, bus, keychain, browser, data folder and WebDriver.
pub struct Desktop {
    pub links: OpenedLinks,
    /// The app, where it lies.
    pub program: PathBuf,
    environment: Vec<(String, OsString)>,
    _screen: ChildGuard,
    bus: Option<Bus>,
    keychain: Option<Daemon>,
    driver: Option<(ChildGuard, u16)>,
    folder: tempfile::TempDir,
    name: String,
}

impl Desktop {
    pub async fn start(name: &str, keychain: Keychain, options: WindowOptions) -> Self {
        // Servers run as an ordinary user when the tests run as root, so the folder must be open to them.
        let folder = tempfile::Builder::new()
            .prefix("plinth-desktop-")
            .permissions(std::fs::Permissions::from_mode(0o755))
            .tempdir()
            .unwrap();
        let links = OpenedLinks::install(folder.path());
        let (screen, address) = testkit::display::start(options.width, options.height);
        let mut desktop = Self {
            links,
            program: process::app(),
            environment: Vec::new(),
            _screen: screen,
            bus: None,
            keychain: None,
            driver: None,
            folder,
            name: name.to_owned(),
        };
        desktop.make_folders();
        desktop.make_fonts();
        desktop.set("DISPLAY", address);
        if keychain == Keychain::NoBus {
            // An address where nobody listens: without one, libraries go looking for a bus elsewhere.
            let nowhere = desktop.path().join("no-bus");
            desktop.set(
                "DBUS_SESSION_BUS_ADDRESS",
                format!("unix:path={}", nowhere.display()),
            );
        } else {
            let bus = Bus::start(&desktop.environment);
            desktop.set("DBUS_SESSION_BUS_ADDRESS", &bus.address);
            desktop.bus = Some(bus);
            desktop.start_keychain(keychain).await;
        }
        if options.theme == Theme::Dark {
            desktop.set("GTK_THEME", "Adwaita:dark");
        }
        desktop
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The app's data folder.
    pub fn data(&self) -> PathBuf {
        self.path().join("plinth")
    }

    /// A fresh folder of the person's, such as that of a project with an env file.
    pub fn project(&self, name: &str) -> PathBuf {
        let folder = self.path().join("projects").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// From now on the dialog for folders answers with these.
    pub fn picks_folders(&self, folders: &[&Path]) {
        let lines: Vec<_> = folders.iter().map(|it| it.to_str().unwrap()).collect();
        std::fs::write(self.picks(), lines.join("\n")).unwrap();
    }

    fn picks(&self) -> PathBuf {
        self.path().join("picks")
    }

    fn kill_point(&self) -> PathBuf {
        self.path().join("kill-point")
    }

    pub fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.environment.push((name.to_owned(), value.into()));
    }

    /// The address of the session's bus.
    pub fn bus(&self) -> &str {
        &self.bus.as_ref().unwrap().address
    }

    pub fn unset(&mut self, name: &str) {
        self.environment.retain(|(each, _)| each != name);
    }

    /// Closes the window by the button in its frame.
    pub fn close_window(&self) {
        display::ask_to_close(&self.display()).unwrap();
    }

    /// Gives the window this size. WebDriver's own way waits for a window manager for ever.
    pub fn resize_window(&self, width: u32, height: u32) {
        display::resize(&self.display(), width, height).unwrap();
    }

    /// Puts the pointer there, counted from the window's corner.
    pub fn point_at(&self, x: i16, y: i16) {
        display::point_at(&self.display(), x, y).unwrap();
    }

    pub fn picture(&self, path: &Path) {
        self.shot().save(path).unwrap();
    }

    /// What the window shows now.
    pub fn shot(&self) -> Shot {
        display::shot(&self.display()).unwrap()
    }

    /// The colour of the window's first dot.
    pub fn first_dot(&self) -> [u8; 3] {
        display::first_dot(&self.display()).unwrap()
    }

    /// Another program comes over the window with these files.
    pub fn drag(&self, files: &[&Path]) -> Dragging {
        Dragging::over(&self.display(), files).unwrap()
    }

    /// Another program's window over the app's, for as long as it is kept.
    pub fn cover(&self) -> display::Cover {
        display::cover(&self.display()).unwrap()
    }

    pub fn shows_window(&self) -> bool {
        display::find(&self.display()).is_ok()
    }

    pub fn is_on_top(&self) -> bool {
        display::is_on_top(&self.display()).unwrap()
    }

    fn display(&self) -> String {
        let (_, display) = self
            .environment
            .iter()
            .find(|(name, _)| name == "DISPLAY")
            .unwrap();
        display.to_string_lossy().into_owned()
    }

    /// Everything that the window heard, holds and wrote so far is looked through for every secret that is known by now;
    /// gives those.
    pub async fn holds_no_secret(&self, window: &Window) -> BTreeSet<String> {
        let known = secrets::known(&self.keychain_of_app());
        let traffic = window.traffic().await;
        assert!(!traffic.is_empty(), "nothing was recorded");
        let unseen = secrets::unseen(&known, &traffic);
        let (data, scratch) = (self.data(), self.path());
        let mut found = secrets::in_traffic(&known, &traffic);
        found.extend(secrets::in_memory(&unseen, &data, scratch));
        found.extend(secrets::in_files(&known, &data, scratch));
        assert!(
            found.is_empty(),
            "secrets of {} were found {found:?}",
            self.name
        );
        known
    }

    /// Quits the app as a person does, and waits until it and its servers are gone. WebDriver stays until
    /// then: the end of its session kills the window, and whatever the app was still about to stop would stay.
    pub async fn quit(&mut self, window: Window) {
        let known = self.holds_no_secret(&window).await;
        let data = self.data();
        window.ask_to_quit().await;
        let driver = self
            .driver
            .as_mut()
            .map(|(driver, _)| driver.child().id().cast_signed());
        let end = Instant::now() + PATIENCE;
        loop {
            let left = process::of_folder(&data);
            if left
                .iter()
                .all(|pid| Some(pid.as_raw_nonzero().get()) == driver)
            {
                break;
            }
            let names: Vec<_> = left.iter().map(|pid| process::name(*pid)).collect();
            assert!(Instant::now() < end, "left after the app quit: {names:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        window.close().await;
        self.driver = None;
        // What was written while it ended.
        let found = secrets::in_files(&known, &data, self.path());
        assert!(found.is_empty(), "secrets of {} lie {found:?}", self.name);
    }

    fn make_folders(&mut self) {
        for (name, folder) in [
            ("XDG_DATA_HOME", "data"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_RUNTIME_DIR", "run"),
            ("HOME", "home"),
        ] {
            let path = self.path().join(folder);
            std::fs::create_dir_all(&path).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
            self.set(name, path);
        }
        let data = self.data();
        std::fs::create_dir_all(&data).unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut with_browser = self.links.folder.clone().into_os_string();
        with_browser.push(":");
        with_browser.push(path);
        self.set("PATH", with_browser);
        self.set("BROWSER", self.links.folder.join("xdg-open"));
        self.set("TAURI_WEBVIEW_AUTOMATION", "true");
        self.set("PLINTH_ALLOW_SECOND", "1");
        // Questions outside the page, which WebDriver cannot see.
        self.set("PLINTH_ANSWER", "yes");
        self.set("PLINTH_PICKS", self.picks());
        self.set("PLINTH_KILLED_AT", self.kill_point());
    }

    /// The same letters on every machine: the page brings its own, and for signs that these lack there is one font.
    fn make_fonts(&mut self) {
        let file = self.path().join("fonts.conf");
        std::fs::write(&file, FONTS).unwrap();
        self.set("FONTCONFIG_FILE", file);
    }

    /// The text on the clipboard; nothing while there is none.
    pub fn clipboard(&self) -> String {
        let mut xclip = self.command("xclip");
        xclip
            .args(["-o", "-selection", "clipboard"])
            .stdout(Stdio::piped());
        String::from_utf8_lossy(&xclip.output().unwrap().stdout).into_owned()
    }

    pub fn command(&self, program: &str) -> Command {
        command(program, &self.environment)
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        self.driver = None;
        process::sweep(&self.data());
        self.keychain = None;
        self.bus = None;
    }
}
