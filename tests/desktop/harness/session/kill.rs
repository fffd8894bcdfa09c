use std::time::{Duration, Instant};

use rustix::process::{Signal, kill_process};

use super::super::{PATIENCE, Window, process};
use super::Desktop;

impl Desktop {
    /// Ends the app as a power cut does: nothing of it gets to say or write another word.
    pub async fn kill(&mut self, window: Window) {
        let data = self.data();
        let app: Vec<_> = process::of_folder(&data)
            .into_iter()
            .filter(|pid| process::name(*pid) == "plinth-desktop")
            .collect();
        assert!(!app.is_empty(), "there is no app to kill");
        for pid in app {
            kill_process(pid, Signal::KILL).unwrap();
        }
        self.killed(window).await;
    }

    /// From now on the app is killed once it gets to this point of the core's writes.
    pub fn is_killed_at(&self, point: &str) {
        std::fs::write(self.kill_point(), point).unwrap();
    }

    /// Waits until the window's process has ended. Others of the same folder go on.
    pub async fn window_is_gone(&mut self, window: Window) {
        let data = self.data();
        let end = Instant::now() + PATIENCE;
        let is_app = |pid: &_| process::name(*pid) == "plinth-desktop";
        while process::of_folder(&data).iter().any(is_app) {
            assert!(Instant::now() < end, "the window's process goes on");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        window.close().await;
        self.driver = None;
    }

    /// Waits until nothing is left of an app that was killed, or is about to be.
    pub async fn killed(&mut self, window: Window) {
        self.window_is_gone(window).await;
        std::fs::remove_file(self.kill_point()).ok();
        let data = self.data();
        let end = Instant::now() + PATIENCE;
        // Its pages notice, and go. A server that runs a statement may stay: the next start stops it.
        let is_page = |pid: &_| process::name(*pid) != "postgres";
        while process::of_folder(&data).iter().any(is_page) {
            assert!(Instant::now() < end, "something of the app stays");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
