//! Opens the window, on a screen of our own where there is none.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::Child;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::build;
use crate::args::Args;
use crate::child_guard::{ChildGuard, signal};
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::Project;
use crate::session::{self, Session};
use crate::setup::{self, Needs};
use crate::steps::{Outcome, Steps};

/// How long the app may take to stop its servers once it is asked to end.
const PATIENCE: Duration = Duration::from_secs(20);
const TITLE: &str = "Plinth";

pub fn run(args: &Args) -> Result<bool> {
    let project = Project::find()?;
    let mut steps = Steps::default();
    let screen = session::has_screen();
    setup::all(
        &project,
        if screen {
            Needs::Build
        } else {
            Needs::VirtualScreen
        },
        &mut steps,
    )?;
    // In development the interface comes from Vite, yet the app is compiled with one to embed.
    steps.step("interface", || build::interface(&project))?;
    if args.has("--dev") {
        steps.step("app", || build::app_for_hot_reload(&project))?;
    } else {
        steps.step("app", || build::app(&project))?;
    }
    let app = project.metadata()?.program("plinth-desktop");

    let stop = on_stop()?;
    let _vite = if args.has("--dev") {
        let mut vite = None;
        steps.step("interface with reload", || {
            vite = Some(serve(&project)?);
            Ok(Outcome::Done("served by Vite".into()))
        })?;
        vite
    } else {
        None
    };
    let mut opened = None;
    steps.step("screen", || {
        let session = Session::open(&project.kept().join("session"))?;
        let outcome = match session.display() {
            None => Outcome::There("this one".into()),
            Some(display) => Outcome::Done(format!("virtual, {display}")),
        };
        opened = Some(session);
        Ok(outcome)
    })?;
    let session = opened.ok_or_else(|| Error::new("there is no screen"))?;
    let program = Program::new(&app)
        .args(&args.rest)
        .env("PLINTH_POSTGRES_DIR", project.postgres());
    let mut running = ChildGuard(session.with_variables(program).own_group().spawn()?);

    if session.display().is_some() {
        println!("  There is no display here, so the window opens on a virtual screen.");
        println!("  Its keychain lies in .plinth/session and is for trying things out only.");
        let picture = project.kept().join("window.png");
        steps.step("window", || {
            let child = &mut running.0;
            session.window(TITLE, &picture, &mut || {
                matches!(child.try_wait(), Ok(None)) && stop_not_requested(&stop)
            })?;
            Ok(Outcome::Done("up; picture in .plinth/window.png".into()))
        })?;
    }
    println!("  Plinth runs until its window is closed or Ctrl-C is pressed.");
    let ended = until_it_ends(&mut running.0, &stop)?;
    drop(running);
    drop(session);
    Ok(ended)
}

/// Told once for each Ctrl-C or request to end, instead of dying with the app still running.
fn on_stop() -> Result<Receiver<()>> {
    let (sender, receiver) = mpsc::channel();
    ctrlc::set_handler(move || {
        let _ = sender.send(());
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(receiver)
}

fn stop_not_requested(stop: &Receiver<()>) -> bool {
    stop.try_recv().is_err()
}

fn until_it_ends(app: &mut Child, stop: &Receiver<()>) -> Result<bool> {
    let mut stop_requested: Option<Instant> = None;
    loop {
        if let Some(status) = app.try_wait().context("cannot wait for the app")? {
            return Ok(stop_requested.is_some() || status.success());
        }
        match stop.recv_timeout(Duration::from_millis(100)) {
            // Asked twice: no more patience.
            Ok(()) if stop_requested.is_some() => return Ok(true),
            Ok(()) => {
                println!("  stopping");
                signal("TERM", app.id());
                stop_requested = Some(Instant::now());
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Error::new("Ctrl-C is no longer handled"));
            }
        }
        if stop_requested.is_some_and(|at| at.elapsed() > PATIENCE) {
            return Err(Error::new(format!(
                "the app did not end within {} s and was stopped",
                PATIENCE.as_secs()
            )));
        }
    }
}

/// Vite's development server at the address that the app's configuration names.
fn serve(project: &Project) -> Result<ChildGuard> {
    let address = dev_address(&project.root)?;
    let mut vite = ChildGuard(
        project
            .npm("npm")
            .args(["run", "--silent", "dev"])
            .own_group()
            .spawn()?,
    );
    let deadline = Instant::now() + Duration::from_secs(60);
    while TcpStream::connect(&address).is_err() {
        if !matches!(vite.0.try_wait(), Ok(None)) {
            return Err(Error::new("Vite ended at once").hint("its output is above"));
        }
        if Instant::now() >= deadline {
            return Err(Error::new(format!("Vite does not answer at {address}")));
        }
        thread::sleep(Duration::from_millis(100));
    }
    Ok(vite)
}

fn dev_address(root: &Path) -> Result<String> {
    let file = root.join("src-tauri/tauri.conf.json");
    let text = fs::read_to_string(&file).context("cannot read src-tauri/tauri.conf.json")?;
    let json: serde_json::Value =
        serde_json::from_str(&text).context("cannot understand src-tauri/tauri.conf.json")?;
    json["build"]["devUrl"]
        .as_str()
        .and_then(|url| url.split_once("://"))
        .map(|(_, rest)| rest.trim_end_matches('/').to_owned())
        .ok_or_else(|| Error::new("src-tauri/tauri.conf.json names no build.devUrl"))
}
