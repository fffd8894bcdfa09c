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
        window.close().await;
        self.driver = None;
        // Its pages notice, and go. A server that runs a statement may stay: the next start stops it.
        let end = Instant::now() + PATIENCE;
        let is_page = |pid: &_| process::name(*pid) != "postgres";
        while process::of_folder(&data).iter().any(is_page) {
            assert!(Instant::now() < end, "something of the app stays");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
